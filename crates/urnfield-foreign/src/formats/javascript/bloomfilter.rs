//! npm's `bloomfilter`: the JSON of `toJSON`, `{"version":1,"m":…,"k":…,"buckets":[…]}`.

use crate::format::hashes;
use crate::hash::fnv;
use crate::text::trimmed;
use crate::{Bits, Foreign, Format, Key, KeyForm, Law, Layer, Refusal, Rule};
use serde::Deserialize;

pub(crate) static FORMAT: Format = Format {
    name: "bloomfilter-js",
    library: "npm bloomfilter",
    is_by_content: true,
    read,
    keys: &[KeyForm::utf16("string")],
    writer: None,
    reservation: "",
};

#[derive(Deserialize)]
struct Saved {
    version: Option<u64>,
    m: Option<u64>,
    k: u64,
    /// Words of 32 bits; older versions saved them with a sign.
    buckets: Vec<i64>,
}

/// Enhanced double hashing with the halves of one hash: FNV-1a over UTF-16 units.
#[derive(Debug)]
struct Bloomfilter {
    bits: u64,
    hashes: u32,
}

impl Rule for Bloomfilter {
    fn words(&self) -> usize {
        1
    }

    /// Both halves are signed, and are made residues before they are added.
    fn probe(&self, words: &[u64], visit: &mut dyn FnMut(u64) -> bool) -> bool {
        let modulus = self.bits.cast_signed();
        let residue = |half: u32| i64::from(half.cast_signed()).rem_euclid(modulus).cast_unsigned();
        let mut place = residue((words[0] >> 32) as u32);
        let mut step = residue(words[0] as u32);
        (1..=u64::from(self.hashes)).all(|i| {
            let goes_on = visit(place);
            place = (place + step) % self.bits;
            step = (step + i) % self.bits;
            goes_on
        })
    }

    fn hash(&self, key: &Key) -> Result<Vec<u64>, Refusal> {
        let Key::Bytes(bytes) = key else {
            return Err(Refusal::damaged("npm's bloomfilter has keys that are strings only"));
        };
        let units =
            bytes.as_chunks::<2>().0.iter().map(|unit| u64::from(u16::from_le_bytes(*unit)));
        Ok(vec![fnv::fnv1a(fnv::BASIS, units)])
    }
}

fn read(bytes: &[u8]) -> Result<Vec<Foreign>, Refusal> {
    let text = trimmed(bytes);
    if text.first() != Some(&b'{') {
        return Err(Refusal::other("the text is no JSON object"));
    }
    let saved: Saved = serde_json::from_slice(text)
        .map_err(|_| Refusal::other("the JSON is not of npm's bloomfilter"))?;
    if saved.version.is_some_and(|version| version != 1) {
        return Err(Refusal::damaged("the version is not 1"));
    }
    let len = 32 * saved.buckets.len() as u64;
    if saved.m.is_some_and(|m| m != len) || len > 1 << 32 {
        return Err(Refusal::damaged(format!("the buckets have {len} bits, but m says otherwise")));
    }
    let hashes = hashes(saved.k)?;
    let mut bytes = Vec::with_capacity(4 * saved.buckets.len());
    for bucket in saved.buckets {
        let word = u32::try_from(bucket).or(i32::try_from(bucket).map(i32::cast_unsigned));
        let word =
            word.map_err(|_| Refusal::damaged(format!("a bucket is {bucket}: it has 32 bits")))?;
        bytes.extend(word.to_le_bytes());
    }
    let rule = Bloomfilter { bits: len, hashes };
    let law = Law::Wrapped("enhanced double hashing with the halves of FNV-1a");
    let layer = Layer::new(Bits::new(bytes, len)?, hashes, rule, law);
    Ok(vec![Foreign::plain(FORMAT.name, layer)])
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn older_files_have_buckets_with_a_sign() {
        let new = read(br#"{"version":1,"m":64,"k":3,"buckets":[4294967295,1]}"#).expect("new");
        let old = read(br#"{"k":3,"buckets":[-1,1]}"#).expect("old");
        assert_eq!(new[0].layers[0].bits, old[0].layers[0].bits);
        assert!(read(br#"{"version":1,"m":32,"k":3,"buckets":[1,1]}"#).is_err());
        assert!(read(br#"{"k":3,"buckets":[4294967296]}"#).is_err());
    }
}
