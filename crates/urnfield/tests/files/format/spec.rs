//! The format as `docs/reference/format.md` states it, written down once more in the plainest way: whole
//! numbers, lists, no library of ours or of others.

use urnfield::Kind;

/// CRC-32C, one bit at a time.
pub(crate) fn crc32c(bytes: &[u8]) -> u32 {
    let mut sum = u32::MAX;
    for byte in bytes {
        sum ^= u32::from(*byte);
        for _ in 0..8 {
            sum = (sum >> 1) ^ if sum & 1 == 1 { 0x82F6_3B78 } else { 0 };
        }
    }
    !sum
}

/// Digest 1 of an integer.
pub(crate) fn xxh3_of_integer(x: u64, s: u64) -> (u64, u64) {
    let mut reversed = (s as u32).to_le_bytes();
    reversed.reverse();
    let s = s ^ (u64::from(u32::from_le_bytes(reversed)) << 32);
    let f = s.wrapping_add(0xc4f0_2334_4dc9_94ac);
    let product = u128::from(x ^ f) * 0x9e37_79b1_85eb_caa7;
    let (lo, hi) = (product as u64, (product >> 64) as u64);
    let hi = hi.wrapping_add(lo).wrapping_add(lo);
    let lo = lo ^ (hi >> 3);
    let lo = (lo ^ (lo >> 35)).wrapping_mul(0x9fb2_1c65_1e98_df25);
    let hi = (hi ^ (hi >> 37)).wrapping_mul(0x1656_6791_9e37_79f9);
    (lo ^ (lo >> 28), hi ^ (hi >> 32))
}

/// Digest 2: SipHash-2-4 with 128 bits, after its authors' paper and reference.
pub(crate) fn siphash(key: [u8; 16], item: &[u8]) -> (u64, u64) {
    let word = |bytes: &[u8]| bytes.iter().rev().fold(0, |word, byte| word << 8 | u64::from(*byte));
    let (k0, k1) = (word(&key[..8]), word(&key[8..]));
    let mut v = [
        k0 ^ 0x736f_6d65_7073_6575,
        k1 ^ 0x646f_7261_6e64_6f6d ^ 0xee,
        k0 ^ 0x6c79_6765_6e65_7261,
        k1 ^ 0x7465_6462_7974_6573,
    ];
    fn rounds(v: &mut [u64; 4], count: u32) {
        for _ in 0..count {
            for (a, b, r) in [(0, 1, 13), (2, 3, 16), (0, 3, 21), (2, 1, 17)] {
                v[a] = v[a].wrapping_add(v[b]);
                v[b] = v[b].rotate_left(r) ^ v[a];
                if b == 1 {
                    v[a] = v[a].rotate_left(32);
                }
            }
        }
    }
    let mut padded = item.to_vec();
    padded.resize(item.len() / 8 * 8 + 7, 0);
    padded.push(item.len() as u8);
    for block in padded.chunks(8) {
        v[3] ^= word(block);
        rounds(&mut v, 2);
        v[0] ^= word(block);
    }
    v[2] ^= 0xee;
    rounds(&mut v, 4);
    let first = v[0] ^ v[1] ^ v[2] ^ v[3];
    v[1] ^= 0xdd;
    rounds(&mut v, 4);
    (first, v[0] ^ v[1] ^ v[2] ^ v[3])
}

/// One part of a tuple.
pub(crate) fn part(tag: u8, content: &[u8]) -> Vec<u8> {
    let mut length = content.len();
    let mut part = vec![tag];
    for _ in 0..4 {
        part.push((length % 256) as u8);
        length /= 256;
    }
    part.extend(content);
    part
}

/// The first eight bytes of S(S(text)), as the number they make.
pub(crate) fn key_check(key: [u8; 16]) -> u64 {
    let (h1, h2) = siphash(key, b"urnfield key check 1");
    siphash(key, &[h1.to_le_bytes(), h2.to_le_bytes()].concat()).0
}

/// ⌊(high·2^64 + low)·m / 2^128⌋ in decimal-school fashion: 16 bits at a time.
fn scaled(high: u64, low: u64, m: u64) -> u64 {
    let mut carry = 0_u128;
    for digit in 0..8 {
        let word = if digit < 4 { low } else { high };
        let piece = (word >> (16 * (digit % 4))) & 0xffff;
        carry = (u128::from(piece) * u128::from(m) + carry) >> 16;
    }
    carry as u64
}

/// hi(x, m).
fn hi(x: u64, m: u64) -> u64 {
    scaled(x, 0, m)
}

/// The words y_0, …, y_{count-1}.
fn words(h1: u64, h2: u64, count: usize) -> Vec<u64> {
    let mut y = vec![h1, h2];
    while y.len() < count {
        let (a, b) = (y[y.len() - 2], y[y.len() - 1]);
        y.push(a.rotate_left(27).wrapping_add(b));
    }
    y
}

/// Adds values of the replacement sequence that are not there yet until there are `count`.
fn extend(list: &mut Vec<u64>, count: u64, m: u64, mut z: u64, c: u64) {
    let mut held: std::collections::BTreeSet<u64> = list.iter().copied().collect();
    while (list.len() as u64) < count {
        if held.insert(hi(z, m)) {
            list.push(hi(z, m));
        }
        z = z.wrapping_mul(0xd134_2543_de82_ef95).wrapping_add(c | 1);
    }
}

/// The positions of an item.
pub(crate) fn positions(kind: Kind, m: u64, k: u64, (h1, h2): (u64, u64)) -> Vec<u64> {
    if kind == Kind::Classic && u128::from(k) * 2 > u128::from(m) {
        let mut out = Vec::new();
        extend(&mut out, m - k, m, h1, h2);
        out.sort_unstable();
        return (0..m).filter(|position| out.binary_search(position).is_err()).collect();
    }
    let y = words(h1, h2, k as usize + 2);
    let narrow = |j: usize| hi(y[j / 2].rotate_left(32 * (j as u32 % 2)), m);
    let draws = (0..k as usize).map(|j| match m {
        0..0x100_0000_0000 => narrow(j),
        _ => scaled(y[j], y[j + 1], m),
    });
    if kind == Kind::Standard {
        return draws.collect();
    }
    let mut seen = std::collections::BTreeSet::new();
    let mut list: Vec<u64> = draws.filter(|position| seen.insert(*position)).collect();
    let q = if m < 1 << 40 { k.div_ceil(2) } else { k } as usize;
    extend(&mut list, k, m, y[q], y[q + 1]);
    list
}

/// What a header says, field by field; written whether or not it makes sense.
#[derive(Clone, Debug)]
pub(crate) struct Fields {
    pub(crate) kind: u8,
    pub(crate) digest: u8,
    pub(crate) k: u64,
    pub(crate) m: u64,
    pub(crate) seed: u64,
    pub(crate) key_check: u64,
    pub(crate) bits_set: u64,
    pub(crate) planned: u64,
    pub(crate) payload: u64,
    pub(crate) key_kinds: u8,
    /// Of an intersection, which is version 2.
    pub(crate) made_of: Option<[u64; 6]>,
}

impl Fields {
    /// A seeded filter with nothing in it.
    pub(crate) fn empty(kind: Kind, m: u64, k: u64, seed: u64) -> Fields {
        let kind = if kind == Kind::Classic { 1 } else { 2 };
        let payload = m.div_ceil(64).saturating_mul(8);
        Fields {
            kind,
            digest: 1,
            k,
            m,
            seed,
            key_check: 0,
            bits_set: 0,
            planned: 0,
            payload,
            key_kinds: 0,
            made_of: None,
        }
    }

    /// The header in front of a payload.
    pub(crate) fn file(&self, payload: &[u8]) -> Vec<u8> {
        let mut file = b"\x89URN\r\n\x1a\n".to_vec();
        file.extend([1 + u8::from(self.made_of.is_some()), 0]);
        file.extend([self.kind, 1, self.digest, 0, self.key_kinds, 0]);
        let Fields { k, m, seed, key_check, bits_set, planned, payload: length, .. } = *self;
        for field in [k, m, seed, key_check, bits_set, planned, length] {
            file.extend(field.to_le_bytes());
        }
        for field in self.made_of.unwrap_or([0; 6]) {
            file.extend(field.to_le_bytes());
        }
        file.extend([0; 8]);
        file.extend(payload);
        mended(file)
    }
}

/// The same bytes with both checksums as they should be, where there is room for them.
pub(crate) fn mended(mut file: Vec<u8>) -> Vec<u8> {
    if file.len() >= 128 {
        let sum = crc32c(&file[128..]);
        file[120..124].copy_from_slice(&sum.to_le_bytes());
        let sum = crc32c(&file[..124]);
        file[124..128].copy_from_slice(&sum.to_le_bytes());
    }
    file
}

/// The file of a seeded or keyed filter that holds the items of these digests.
pub(crate) fn file(mut fields: Fields, digests: &[(u64, u64)]) -> Vec<u8> {
    let kind = if fields.kind == 1 { Kind::Classic } else { Kind::Standard };
    let mut payload = vec![0_u8; fields.payload as usize];
    for digest in digests {
        for position in positions(kind, fields.m, fields.k, *digest) {
            payload[(position / 8) as usize] |= 1 << (position % 8);
        }
    }
    fields.bits_set = payload.iter().map(|byte| u64::from(byte.count_ones())).sum();
    fields.file(&payload)
}
