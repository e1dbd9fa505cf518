//! Ethereum's `logsBloom`: 2048 bits with three positions of an address or a topic.
//!
//! `0x` and 512 hexadecimal digits, JSON with a field `logsBloom` (a block, a receipt, or an answer
//! that has it as `result`), or by name the 256 bytes themselves. The whole is one number, highest
//! byte first.

use crate::hash::keccak::keccak256;
use crate::text::{from_hex, trimmed};
use crate::{Bits, Foreign, Format, Key, KeyForm, Law, Layer, Refusal, Rule};
use serde::Deserialize;

pub(crate) static FORMAT: Format = Format {
    name: "ethereum",
    library: "Ethereum logsBloom",
    is_by_content: true,
    read,
    keys: &[
        KeyForm {
            name: "hex",
            about: "0x and the hexadecimal digits of an address or a topic",
            key: |text| {
                let digits = text.strip_prefix(b"0x").unwrap_or(text);
                let bytes = from_hex(digits).map_err(|wrong| Refusal::damaged(wrong.why))?;
                match bytes.len() {
                    20 | 32 => Ok(Key::Bytes(bytes)),
                    length => Err(Refusal::damaged(format!(
                        "a key has {length} bytes: an address has 20, a topic 32"
                    ))),
                }
            },
        },
        KeyForm::bytes("bytes"),
    ],
    writer: None,
    reservation: "",
};

pub(crate) static RAW: Format =
    Format { name: "ethereum-raw", is_by_content: false, read: read_raw, ..FORMAT };

const BYTES: usize = 256;

#[derive(Deserialize)]
struct Block {
    #[serde(rename = "logsBloom")]
    logs_bloom: String,
}

#[derive(Deserialize)]
struct Answer {
    result: Block,
}

/// Three times eleven bits out of Keccak-256.
#[derive(Debug)]
struct LogsBloom;

impl Rule for LogsBloom {
    fn words(&self) -> usize {
        1
    }

    fn probe(&self, words: &[u64], visit: &mut dyn FnMut(u64) -> bool) -> bool {
        [48, 32, 16].iter().all(|shift| visit(words[0] >> shift & 2047))
    }

    fn hash(&self, key: &Key) -> Result<Vec<u64>, Refusal> {
        let Key::Bytes(bytes) = key else {
            return Err(Refusal::damaged("a logsBloom has keys that are bytes only"));
        };
        let digest = keccak256(bytes);
        Ok(digest.first_chunk().map(|first| u64::from_be_bytes(*first)).into_iter().collect())
    }
}

fn read(bytes: &[u8]) -> Result<Vec<Foreign>, Refusal> {
    let text = trimmed(bytes);
    if text.first() == Some(&b'{') {
        let block = serde_json::from_slice::<Block>(text);
        let block = block.or_else(|_| serde_json::from_slice(text).map(|Answer { result }| result));
        let block = block.map_err(|_| Refusal::other("the JSON has no field logsBloom"))?;
        return filter(FORMAT.name, &digits(block.logs_bloom.as_bytes())?);
    }
    filter(FORMAT.name, &digits(text)?)
}

fn digits(text: &[u8]) -> Result<Vec<u8>, Refusal> {
    let digits = text.strip_prefix(b"0x");
    let digits = digits.filter(|digits| digits.len() == 2 * BYTES);
    from_hex(digits.ok_or_else(|| Refusal::other("the text is not 0x and 512 digits"))?)
}

fn read_raw(bytes: &[u8]) -> Result<Vec<Foreign>, Refusal> {
    filter(RAW.name, bytes)
}

fn filter(format: &'static str, bytes: &[u8]) -> Result<Vec<Foreign>, Refusal> {
    if bytes.len() != BYTES {
        let length = bytes.len();
        return Err(Refusal::other(format!("a logsBloom has 256 bytes, these are {length}")));
    }
    let bits = Bits::new(bytes.iter().rev().copied().collect(), 8 * BYTES as u64)?;
    Ok(vec![Foreign::plain(format, Layer::new(bits, 3, LogsBloom, Law::Independent))])
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn forms_of_one_filter_are_the_same() {
        let digits = format!("0x{}", "01".repeat(256));
        let json = format!("{{\"number\":\"0x1\",\"logsBloom\":\"{digits}\"}}");
        let answer = format!("{{\"id\":1,\"result\":{json}}}\n");
        let raw = read_raw(&[1; 256]).expect("256 bytes");
        for text in [digits, json, answer] {
            let one = read(text.as_bytes()).expect("a filter");
            assert_eq!(one[0].layers[0].bits, raw[0].layers[0].bits);
        }
        assert!(read(b"0x01").is_err() && read(&[1; 256]).is_err());
    }
}
