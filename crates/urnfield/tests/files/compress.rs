//! Payloads for transmission: a filter in fewer bytes, to the bit as
//! `docs/reference/format.md` has it.

mod encodings;
mod files;
mod malformed;
mod sizes;

use crate::format::packed;
use crate::format::spec::{Fields, mended};
use urnfield::filter::Packing;
use urnfield::{Filter, Kind};
use urnfield_paper::draws::Draws;

/// A filter of exactly these raw bytes.
fn filter_of(m: u64, bytes: &[u8]) -> Filter {
    let ones = bytes.iter().map(|byte| u64::from(byte.count_ones())).sum();
    let fields = Fields { bits_set: ones, ..Fields::empty(Kind::Standard, m, 3, 5) };
    Filter::from_bytes(&fields.file(bytes), None).expect("made by the page")
}

/// The raw bytes of a filter.
fn raw_of(filter: &Filter) -> Vec<u8> {
    filter.to_bytes(Packing::Raw).split_off(128)
}

/// A file with this header, encoding and payload, whether or not they fit.
fn file_of(m: u64, ones: u64, encoding: u8, payload: &[u8]) -> Vec<u8> {
    let length = payload.len() as u64;
    let fields =
        Fields { bits_set: ones, payload: length, ..Fields::empty(Kind::Standard, m, 3, 5) };
    let mut file = fields.file(payload);
    file[13] = encoding;
    mended(file)
}

/// Raw bytes with exactly `ones` of m bits set, anywhere.
fn drawn(draws: &mut Draws, m: u64, ones: u64) -> Vec<u8> {
    let few = ones.min(m - ones);
    let mut bytes = packed::raw(m, &[]);
    let mut set = 0;
    while set < few {
        let p = draws.below(m);
        let bit = 1 << (p % 8);
        set += u64::from(bytes[(p / 8) as usize] & bit == 0);
        bytes[(p / 8) as usize] |= bit;
    }
    if few < ones {
        for p in 0..m {
            bytes[(p / 8) as usize] ^= 1 << (p % 8);
        }
    }
    bytes
}
