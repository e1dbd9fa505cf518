//! Makes new inputs from old ones, as fuzzers do, but without coverage and on any compiler.

use urnfield_paper::draws::Draws;

/// No input becomes longer.
const MOST: usize = 4096;

/// Numbers that readers trip over, as they are written and as they lie in memory.
const WORDS: &[&[u8]] = &[
    b"0",
    b"-1",
    b"1e9",
    b"2^63",
    b"2^64",
    b"18446744073709551615",
    b"18446744073709551616",
    b"1/3",
    b"1 in ",
    b"64Ki",
    b"%",
    b"x",
    b"+",
    b"..",
    b",",
    b"\"",
    b"\"\"",
    b"\\u0000",
    b"\\ud800",
    b"\r\n",
    b"\0",
    b"\xEF\xBB\xBF",
    b"{\"a\":",
    b"[[[[",
    b"\xff\xff\xff\xff\xff\xff\xff\xff",
    b"\0\0\0\0\0\0\0\x80",
    b"\x1f\x8b\x08",
    b"\x28\xb5\x2f\xfd",
    b"\xfd7zXZ\0",
    b"BZh9",
];

/// Some seed, changed in one to eight ways.
pub fn mutate(seeds: &[Vec<u8>], draws: &mut Draws) -> Vec<u8> {
    let pick = |draws: &mut Draws| &seeds[draws.below(seeds.len() as u64) as usize];
    let mut input = pick(draws).clone();
    for _ in 0..1 + draws.below(8) {
        let length = input.len() as u64;
        let at = draws.below(length + 1) as usize;
        let other = draws.below(length + 1) as usize;
        let from = at.min(other);
        let to = at.max(other);
        match draws.below(9) {
            0 if from < input.len() => input[from] ^= 1 << draws.below(8),
            1 if from < input.len() => input[from] = draws.word() as u8,
            2 => drop(input.drain(from..to)),
            3 => drop(input.splice(from..from, input[from..to].to_vec())),
            4 => {
                let word = WORDS[draws.below(WORDS.len() as u64) as usize];
                input.splice(from..from, word.iter().copied());
            }
            5 => {
                let end = to.min(from + WORDS.len());
                let word = WORDS[draws.below(WORDS.len() as u64) as usize];
                input.splice(from..end, word.iter().copied());
            }
            6 => {
                let second = pick(draws);
                let cut = draws.below(second.len() as u64 + 1) as usize;
                input.truncate(from);
                input.extend_from_slice(&second[cut..]);
            }
            7 if input.len() >= 8 => {
                let at = from.min(input.len() - 8);
                let corner = [0, 1, 63, 64, 65, 1 << 32, u64::MAX, 1 << 63, u64::MAX - 63];
                input[at..at + 8].copy_from_slice(&draws.one_of(&corner).to_le_bytes());
            }
            _ => input.push(draws.word() as u8),
        }
        input.truncate(MOST);
    }
    input
}
