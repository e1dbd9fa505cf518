//! Bytes to filters: nothing panics, and whatever is accepted is written back as it was.
//!
//! Blind mutations never get past two checksums, so the same bytes are tried again with them
//! mended, and once more with everything mended that the design does not depend on.

use std::sync::LazyLock;
use urnfield::filter::{FilterView, Key, Packing, SealedFilter, positions};
use urnfield::{Design, Filter, Kind};

const KEY: [u8; 16] = *b"sixteen secrets!";

/// The key's check as a file has it.
static CHECK: LazyLock<Vec<u8>> = LazyLock::new(|| {
    let design = Design::new(Kind::Standard, 1, 1).expect("one bit, one hash");
    let filter = Filter::new(design, Key::new(KEY)).expect("small");
    filter.to_bytes(Packing::Raw)[40..48].to_vec()
});

/// Items of more positions are asked about once: they cost a thousand times as much.
const LISTED: u64 = 4096;

/// `Filter`, `FilterView` and `SealedFilter`, from bytes and streams, with a key and without, and
/// into the other form and back.
pub fn read_filter(data: &[u8]) {
    read(data);
    if data.len() >= 128 {
        let mut bytes = data.to_vec();
        mend_checksums(&mut bytes);
        read(&bytes);
        let mut packed = bytes.clone();
        mend_fields(&mut bytes);
        mend_checksums(&mut bytes);
        read(&bytes);
        mend_packed(&mut packed);
        mend_checksums(&mut packed);
        read(&packed);
        // Enumerating more takes too long for this.
        let small = |filter: &Filter| filter.design().bits() <= 4096;
        if let Some(filter) = Filter::from_bytes(&bytes, None).ok().filter(small) {
            let sent = filter.to_bytes(Packing::Smallest);
            assert_eq!(Filter::from_bytes(&sent, None), Ok(filter));
        }
    }
}

fn read(bytes: &[u8]) {
    let key = Key::new(KEY);
    let seeded = (Filter::from_bytes(bytes, None), FilterView::new(bytes, None));
    let keyed = (Filter::from_bytes(bytes, key.clone()), FilterView::new(bytes, key.clone()));
    assert!(seeded.0.is_err() || keyed.0.is_err(), "both with a key and without");
    recode(bytes, seeded.0.as_ref().or(keyed.0.as_ref()).ok());
    for (filter, key) in [(&seeded.0, None), (&keyed.0, Some(key))] {
        // A stream says the same, but leaves what comes behind a filter where it is.
        let streamed = Filter::read_from(bytes, key);
        assert!(filter.is_err() || streamed == *filter);
    }
    for (filter, view) in [seeded, keyed] {
        match (filter, view) {
            (Ok(filter), Ok(view)) => agree(bytes, &filter, &view),
            (Ok(filter), Err(_)) if bytes[13] != 0 => unpacked(bytes, &filter),
            (Ok(_), Err(error)) => panic!("a filter and no view: {error}"),
            (Err(error), Ok(view)) => assert_eq!(view.verify(), Err(error)),
            (Err(error), Err(other)) => {
                // A view looks at the spare bits before the payload's checksum.
                let _ = (error.to_string(), other.to_string());
            }
        }
    }
}

/// What is sealed needs no key to be read: so it is read wherever the filter is, and where only the
/// key is wrong; written in its own form it is the same file, and in the other form it is the same
/// filter.
fn recode(bytes: &[u8], opened: Option<&Filter>) {
    let sealed = SealedFilter::from_bytes(bytes);
    let streamed = SealedFilter::read_from(bytes);
    let Ok(sealed) = sealed else {
        assert!(opened.is_none(), "a filter, and nothing sealed");
        return;
    };
    let summary = sealed.summary();
    assert_eq!(streamed.expect("as in memory").summary(), summary);
    if let Some(filter) = opened {
        assert_eq!(summary.bits_set, filter.bits_set());
    }
    if sealed.packing() == Packing::Raw {
        assert_eq!(sealed.to_bytes(Packing::Raw), bytes);
    }
    // Enumerating more takes too long for this.
    if sealed.design().bits() > 4096 {
        return;
    }
    for packing in [Packing::Raw, Packing::Smallest] {
        let written = sealed.to_bytes(packing);
        let again = SealedFilter::from_bytes(&written).expect("it was just written");
        assert_eq!(again.to_bytes(Packing::Raw), sealed.to_bytes(Packing::Raw));
    }
    let mut both = sealed.try_clone().expect("small");
    both.union_with(&sealed).expect("the same hashing and design");
    assert_eq!(both.bits_set(), sealed.bits_set());
}

fn agree(bytes: &[u8], filter: &Filter, view: &FilterView<&[u8]>) {
    assert_eq!(filter.to_bytes(Packing::Raw), bytes);
    let summary = view.verify().expect("the filter was read");
    assert_eq!(summary.bits_set, filter.bits_set());
    assert_eq!(summary.bytes, bytes.len() as u64);
    let items: Vec<u64> = (0..4).collect();
    assert_eq!(view.contains_all_u64(&items), filter.contains_all_u64(&items));
    let mut larger = filter.clone();
    let listed = filter.design().hashes() <= LISTED;
    for item in 0..if listed { 4 } else { 1 } {
        let design = filter.design();
        let digest = filter.digest_u64(item);
        let found = filter.contains_u64(item);
        assert_eq!(view.contains_u64(item), found);
        if listed {
            let has = |p: &u64| bytes[128 + (p / 8) as usize] >> (p % 8) & 1 == 1;
            assert_eq!(positions(design, digest).expect("few").iter().all(has), found);
        }
        let known = larger.contains_u64(item);
        assert_eq!(larger.insert_u64(item), !known);
        assert!(larger.contains_u64(item));
    }
    assert_eq!(filter.is_subset(&larger), Ok(true));
    let known = Filter::from_bytes(&larger.to_bytes(Packing::Raw), None);
    assert_eq!(known.is_ok(), filter.seed().is_some());
}

/// A compressed payload has one form, like any other, but need not be the shortest.
fn unpacked(bytes: &[u8], filter: &Filter) {
    assert_eq!(filter.bits_set().to_le_bytes(), bytes[48..56]);
    let sent = filter.to_bytes(Packing::Smallest);
    assert!(sent[13] != bytes[13] || sent == bytes);
    assert!(filter.to_bytes(Packing::Raw).len() <= 4096 * bytes.len());
}

fn mend_checksums(bytes: &mut [u8]) {
    let sum = crc32c::crc32c(&bytes[128..]);
    bytes[120..124].copy_from_slice(&sum.to_le_bytes());
    let sum = crc32c::crc32c(&bytes[..124]);
    bytes[124..128].copy_from_slice(&sum.to_le_bytes());
}

/// Encoding 1 with a header that reaches the decoders: the payload, m as far as it is quick,
/// and how many bits are set are the fuzzer's.
fn mend_packed(bytes: &mut [u8]) {
    mend_version(bytes);
    bytes[10..14].copy_from_slice(&[2, 1, 1, 1]);
    bytes[14..16].fill(0);
    bytes[16..24].copy_from_slice(&3_u64.to_le_bytes());
    let m = u64::from_le_bytes(bytes[24..32].try_into().expect("eight bytes"));
    let m = if m & 1 == 1 { 100_001 + m % 100_000 } else { 1 + m % 2_000 };
    bytes[24..32].copy_from_slice(&m.to_le_bytes());
    bytes[40..48].fill(0);
    let ones = u64::from_le_bytes(bytes[48..56].try_into().expect("eight bytes"));
    bytes[48..56].copy_from_slice(&(ones % (m + 1)).to_le_bytes());
    let length = bytes.len() as u64 - 128;
    bytes[64..72].copy_from_slice(&length.to_le_bytes());
    mend_origin(bytes, m, ones % (m + 1));
}

/// Version 1, a set, or 2, an intersection, as the fuzzer has it.
fn mend_version(bytes: &mut [u8]) {
    let version = 1 + bytes[8] % 2;
    bytes[..10].copy_from_slice(b"\x89URN\r\n\x1a\n\x01\x00");
    bytes[8] = version;
}

/// What an intersection was made of: the numbers are the fuzzer's, within what is possible.
fn mend_origin(bytes: &mut [u8], m: u64, ones: u64) {
    let filters = match (bytes[8], bytes[72] % 8) {
        (2, filters) if filters != 1 => filters,
        _ => 0,
    };
    let field = |at: usize| u64::from_le_bytes(bytes[at..at + 8].try_into().expect("eight bytes"));
    let mut most: Vec<u64> =
        (0..5.min(filters.into())).map(|i| ones + field(80 + 8 * i) % (m - ones + 1)).collect();
    most.sort_by(|a, b| b.cmp(a));
    bytes[72..120].fill(0);
    bytes[72] = filters;
    for (i, bits) in most.iter().enumerate() {
        bytes[80 + 8 * i..88 + 8 * i].copy_from_slice(&bits.to_le_bytes());
    }
}

/// Leaves version, kind, digest, seed, planned items, most of the payload, and within what is
/// possible and quick m and k to the fuzzer.
fn mend_fields(bytes: &mut Vec<u8>) {
    mend_version(bytes);
    bytes[10] = 1 + bytes[10] % 2;
    bytes[11] = 1;
    bytes[12] = 1 + bytes[12] % 2;
    (bytes[13], bytes[15]) = (0, 0);
    match bytes[12] {
        1 => bytes[40..48].fill(0),
        _ => {
            bytes[32..40].fill(0);
            bytes[40..48].copy_from_slice(&CHECK);
        }
    }
    let whole = (bytes.len() - 128) / 8 * 8;
    bytes.truncate(128 + whole);
    // As many bits as the payload can have, less up to 63 as the old field has it.
    let spare = u64::from(bytes[24] % 64).min((whole as u64 * 8).saturating_sub(1));
    let m = whole as u64 * 8 - spare;
    bytes[24..32].copy_from_slice(&m.to_le_bytes());
    let k = u64::from_le_bytes(bytes[16..24].try_into().expect("eight bytes"));
    let most = if bytes[10] == 1 { m.max(1) } else { LISTED };
    bytes[16..24].copy_from_slice(&(1 + k.wrapping_sub(1) % most).to_le_bytes());
    for p in m..whole as u64 * 8 {
        bytes[128 + (p / 8) as usize] &= !(1 << (p % 8));
    }
    let ones: u64 = bytes[128..].iter().map(|byte| u64::from(byte.count_ones())).sum();
    bytes[48..56].copy_from_slice(&ones.to_le_bytes());
    mend_origin(bytes, m.max(ones), ones);
    // Only the filter of a set that holds something tells the kinds of its keys.
    bytes[14] &= if bytes[8] == 1 && ones > 0 { 15 } else { 0 };
    bytes[64..72].copy_from_slice(&(whole as u64).to_le_bytes());
}
