//! The obvious program that puts the lines of a file into a Bloom filter of fastbloom: one thread,
//! a buffered reader, one line after the other.
//!
//! ```text
//! simple lines SEED COUNT OUT        lines of 20 bytes, for all programs alike
//! simple build KEYS ITEMS RATE OUT   a filter of the lines of a file, in a file
//! simple check FILTER KEYS           how many lines the filter may contain
//! ```

use fastbloom::BloomFilter;
use foldhash::quality::FixedState;
use std::env;
use std::error::Error;
use std::fs::{self, File};
use std::io::{BufRead, BufReader, BufWriter, Write};

type Failure = Box<dyn Error>;

fn main() -> Result<(), Failure> {
    let arguments: Vec<String> = env::args().skip(1).collect();
    let words: Vec<&str> = arguments.iter().map(String::as_str).collect();
    match words[..] {
        ["lines", seed, count, out] => lines(seed.parse()?, count.parse()?, out),
        ["build", keys, items, rate, out] => build(keys, items.parse()?, rate.parse()?, out),
        ["check", filter, keys] => check(filter, keys),
        _ => Err("lines SEED COUNT OUT, build KEYS ITEMS RATE OUT, or check FILTER KEYS".into()),
    }
}

/// Twenty hexadecimal digits each, from splitmix64.
fn lines(seed: u64, count: u64, out: &str) -> Result<(), Failure> {
    let mut state = seed << 40;
    let mut next = || {
        state = state.wrapping_add(0x9E37_79B9_7F4A_7C15);
        let z = (state ^ (state >> 30)).wrapping_mul(0xBF58_476D_1CE4_E5B9);
        let z = (z ^ (z >> 27)).wrapping_mul(0x94D0_49BB_1331_11EB);
        z ^ (z >> 31)
    };
    let mut out = BufWriter::with_capacity(1 << 18, File::create(out)?);
    for _ in 0..count {
        writeln!(out, "{:016x}{:04x}", next(), next() & 0xffff)?;
    }
    Ok(out.flush()?)
}

/// Shows every line without its newline.
fn each_line(path: &str, mut see: impl FnMut(&[u8])) -> Result<(), Failure> {
    let mut input = BufReader::with_capacity(1 << 18, File::open(path)?);
    let mut line = Vec::new();
    while input.read_until(b'\n', &mut line)? > 0 {
        see(line.strip_suffix(b"\n").unwrap_or(&line));
        line.clear();
    }
    Ok(())
}

fn build(keys: &str, items: usize, rate: f64, out: &str) -> Result<(), Failure> {
    let mut filter = BloomFilter::with_false_pos(rate)
        .hasher(FixedState::default())
        .expected_items(items);
    each_line(keys, |key| {
        filter.insert(key);
    })?;
    let mut out = BufWriter::with_capacity(1 << 18, File::create(out)?);
    out.write_all(&u64::from(filter.num_hashes()).to_le_bytes())?;
    for word in filter.as_slice() {
        out.write_all(&word.to_le_bytes())?;
    }
    out.flush()?;
    Ok(out.get_ref().sync_all()?)
}

fn check(filter: &str, keys: &str) -> Result<(), Failure> {
    let bytes = fs::read(filter)?;
    let words = bytes.chunks_exact(8).map(|word| u64::from_le_bytes(word.try_into().expect("8")));
    let mut words: Vec<u64> = words.collect();
    let hashes = words.remove(0) as u32;
    let filter = BloomFilter::from_vec(words).hasher(FixedState::default()).hashes(hashes);
    let mut found = 0_u64;
    each_line(keys, |key| found += u64::from(filter.contains(key)))?;
    println!("{found}");
    Ok(())
}
