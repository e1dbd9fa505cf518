//! Encoding 1 as `docs/reference/format.md` states it, written down once more in the plainest way.

/// The bits of the whole payload of a raw file, one by one; those behind the last position too.
pub(crate) fn raw(m: u64, positions: &[u64]) -> Vec<u8> {
    let mut bytes = vec![0; (m.div_ceil(64) * 8) as usize];
    for position in positions {
        bytes[(position / 8) as usize] |= 1 << (position % 8);
    }
    bytes
}

const CHOOSE: [u128; 9] = [1, 8, 28, 56, 70, 56, 28, 8, 1];

/// F and, where bytes are escaped, G.
pub(crate) fn frequencies(m: u64, s: u64) -> (Vec<u64>, Option<Vec<u64>>) {
    let one = 1_u128 << 62;
    let a = (u128::from(s) << 62) / u128::from(m);
    let power = |base: u128, n: usize| (0..n).fold(one, |power, _| (power * base) >> 62);
    let w: Vec<u128> = (0..9).map(|c| (power(a, c) * power(one - a, 8 - c)) >> 62).collect();
    let above = |c: usize| (c..9).map(|j| CHOOSE[j] * w[j]).sum::<u128>();
    let unit = 1_u128 << 48;
    let t = (1..9).find(|c| w[*c] < 2 * unit).unwrap_or(9);
    let mut f = [0_u128; 9];
    let escape = if t < 9 { ((above(t) + unit / 2) / unit).max(1) } else { 0 };
    let mut given = escape;
    for c in (1..t).rev() {
        let n = CHOOSE[c];
        f[c] = (above(c) + n * unit / 2 - given * unit) / (n * unit);
        given += n * f[c];
    }
    f[0] = 16384 - given;
    let class = |byte: usize| byte.count_ones() as usize;
    let mut first: Vec<u64> = (0..256).map(|byte| f[class(byte)] as u64).collect();
    if t < 9 {
        first[255] = escape as u64;
    }
    if t >= 8 {
        return (first, None);
    }
    let many: u128 = CHOOSE[t..].iter().sum();
    let g = |c: usize| if c < t { 0 } else { 1 + (16384 - many) * w[c] / above(t) };
    let mut second: Vec<u64> = (0..256).map(|byte| g(class(byte)) as u64).collect();
    second[(1 << t) - 1] += 16384 - second.iter().sum::<u64>();
    (first, Some(second))
}

/// The largest byte whose predecessors have at most `part` of the frequencies; its start.
fn symbol(frequencies: &[u64], part: u64) -> (usize, u64) {
    let (mut byte, mut start) = (0, 0);
    while start + frequencies[byte] <= part {
        start += frequencies[byte];
        byte += 1;
    }
    (byte, start)
}

/// One chunk of encoding 1 to bytes, of which there are `length`.
fn read_chunk(stream: &[u8], length: usize, (f, g): &(Vec<u64>, Option<Vec<u64>>)) -> Vec<u8> {
    let number = |bytes: &[u8]| bytes.iter().rev().fold(0, |n, byte| n << 8 | u64::from(*byte));
    let mut x: Vec<u64> = stream[..32].chunks(4).map(number).collect();
    assert!(x.iter().all(|x| *x >= 1 << 16));
    let mut words = stream[32..].chunks(2).map(number);
    let mut bytes = Vec::new();
    let mut step = |x: &mut u64, table: &[u64]| {
        let (byte, start) = symbol(table, *x % 16384);
        *x = table[byte] * (*x / 16384) + *x % 16384 - start;
        if *x < 1 << 16 {
            *x = *x << 16 | words.next().expect("a word");
        }
        byte
    };
    for _ in 0..length / 8 {
        let mut eight: Vec<usize> = (0..8).map(|j| step(&mut x[j], f)).collect();
        if let Some(g) = g {
            for j in 0..8 {
                if eight[j] == 255 {
                    eight[j] = step(&mut x[j], g);
                }
            }
        }
        bytes.extend(eight.iter().map(|byte| *byte as u8));
    }
    assert!(words.next().is_none() && x.iter().all(|x| *x == 1 << 16));
    bytes
}

/// One chunk of encoding 1 from bytes: what `read_chunk` does, backwards.
fn write_chunk(bytes: &[u8], (f, g): &(Vec<u64>, Option<Vec<u64>>)) -> Vec<u8> {
    let mut x = [1_u64 << 16; 8];
    let mut words: Vec<u64> = Vec::new();
    let mut step = |x: &mut u64, table: &[u64], byte: usize| {
        if *x >= table[byte] << 18 {
            words.push(*x & 0xffff);
            *x >>= 16;
        }
        let start: u64 = table[..byte].iter().sum();
        *x = *x / table[byte] * 16384 + *x % table[byte] + start;
    };
    for eight in bytes.chunks(8).rev() {
        let is_escaped = |byte: u8| g.as_ref().is_some_and(|g| g[usize::from(byte)] > 0);
        for j in (0..8).rev().filter(|j| is_escaped(eight[*j])) {
            step(&mut x[j], g.as_ref().expect("escapes"), eight[j].into());
        }
        for j in (0..8).rev() {
            step(&mut x[j], f, if is_escaped(eight[j]) { 255 } else { eight[j].into() });
        }
    }
    let states = x.iter().flat_map(|x| (*x as u32).to_le_bytes());
    states.chain(words.iter().rev().flat_map(|word| (*word as u16).to_le_bytes())).collect()
}

/// How many bits are coded, and whether these are the clear ones.
fn minority(m: u64, ones: u64) -> (u64, bool) {
    if m - ones < ones { (m - ones, true) } else { (ones, false) }
}

fn flipped(m: u64, mut bytes: Vec<u8>) -> Vec<u8> {
    for p in 0..m {
        bytes[(p / 8) as usize] ^= 1 << (p % 8);
    }
    bytes
}

/// The payload of encoding 1 for these raw bytes; `None` where gaps are coded.
pub(crate) fn entropy(m: u64, bytes: &[u8]) -> Option<Vec<u8>> {
    let ones = bytes.iter().map(|byte| u64::from(byte.count_ones())).sum();
    let (s, flip) = minority(m, ones);
    if s * 1024 < m {
        return None;
    }
    let bytes = if flip { flipped(m, bytes.to_vec()) } else { bytes.to_vec() };
    let tables = frequencies(m, s);
    let chunks: Vec<Vec<u8>> =
        bytes.chunks(1 << 20).map(|chunk| write_chunk(chunk, &tables)).collect();
    let lengths = chunks.iter().flat_map(|chunk| (chunk.len() as u32).to_le_bytes());
    Some(lengths.chain(chunks.concat()).collect())
}

/// The raw bytes of a payload of encoding 1.
pub(crate) fn from_entropy(m: u64, ones: u64, payload: &[u8]) -> Vec<u8> {
    let (s, flip) = minority(m, ones);
    let bytes = if s * 1024 < m { gaps(m, s, payload) } else { chunks(m, s, payload) };
    if flip { flipped(m, bytes) } else { bytes }
}

fn chunks(m: u64, s: u64, payload: &[u8]) -> Vec<u8> {
    let raw = (m.div_ceil(64) * 8) as usize;
    let tables = frequencies(m, s);
    let count = raw.div_ceil(1 << 20);
    let (mut at, mut bytes) = (4 * count, Vec::new());
    for i in 0..count {
        let length = u32::from_le_bytes(payload[4 * i..4 * i + 4].try_into().expect("four"));
        let stream = &payload[at..at + length as usize];
        bytes.extend(read_chunk(stream, (raw - bytes.len()).min(1 << 20), &tables));
        at += length as usize;
    }
    assert_eq!(at, payload.len());
    bytes
}

fn gaps(m: u64, s: u64, payload: &[u8]) -> Vec<u8> {
    let mut at = 0;
    let mut bit = || {
        at += 1;
        u64::from(payload[(at - 1) / 8] >> ((at - 1) % 8) & 1)
    };
    let mut positions = Vec::new();
    let mut next = 0;
    for _ in 0..s {
        let d = ((u128::from(m) * 45_426 / (u128::from(s) * 65_536)) as u64).max(1);
        let b = (0..).find(|b| d < 2 << b).expect("a power of two is larger");
        let short = (2 << b) - d;
        let mut quotient = 0;
        while bit() == 1 {
            quotient += 1;
        }
        let first: u64 = (0..b).map(|i| bit() << i).sum();
        let rest = if first < short { first } else { 2 * first + bit() - short };
        positions.push(next + quotient * d + rest);
        next += quotient * d + rest + 1;
    }
    let least = ((m.div_ceil(64) * 8).div_ceil(4096)).saturating_sub(128);
    assert_eq!(payload.len() as u64, (at as u64).div_ceil(8).max(least));
    assert!((at..payload.len() * 8).all(|at| payload[at / 8] >> (at % 8) & 1 == 0));
    raw(m, &positions)
}
