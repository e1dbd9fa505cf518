//! XXPH3: the preview of XXH3 in xxHash 0.7.2 that RocksDB has frozen. It is not today's XXH3.
//! `tests/golden/rocksdb-keys.sst` was made by RocksDB with keys of 1 to 300 bytes.

/// The secret of XXH3, which has not changed since.
const SECRET: [u8; 192] = *b"\
\xb8\xfe\x6c\x39\x23\xa4\x4b\xbe\x7c\x01\x81\x2c\xf7\x21\xad\x1c\
\xde\xd4\x6d\xe9\x83\x90\x97\xdb\x72\x40\xa4\xa4\xb7\xb3\x67\x1f\
\xcb\x79\xe6\x4e\xcc\xc0\xe5\x78\x82\x5a\xd0\x7d\xcc\xff\x72\x21\
\xb8\x08\x46\x74\xf7\x43\x24\x8e\xe0\x35\x90\xe6\x81\x3a\x26\x4c\
\x3c\x28\x52\xbb\x91\xc3\x00\xcb\x88\xd0\x65\x8b\x1b\x53\x2e\xa3\
\x71\x64\x48\x97\xa2\x0d\xf9\x4e\x38\x19\xef\x46\xa9\xde\xac\xd8\
\xa8\xfa\x76\x3f\xe3\x9c\x34\x3f\xf9\xdc\xbb\xc7\xc7\x0b\x4f\x1d\
\x8a\x51\xe0\x4b\xcd\xb4\x59\x31\xc8\x9f\x7e\xc9\xd9\x78\x73\x64\
\xea\xc5\xac\x83\x34\xd3\xeb\xc3\xc5\x81\xa0\xff\xfa\x13\x63\xeb\
\x17\x0d\xdd\x51\xb7\xf0\xda\x49\xd3\x16\x55\x26\x29\xd4\x68\x9e\
\x2b\x16\xbe\x58\x7d\x47\xa1\xfc\x8f\xf8\xb8\xd1\x7a\xd0\x31\xce\
\x45\xcb\x3a\x8f\x95\x16\x04\x28\xaf\xd7\xfb\xca\xbb\x4b\x40\x7e";

const P32_1: u64 = 0x9e37_79b1;
const P32_2: u64 = 0x85eb_ca77;
const P32_3: u64 = 0xc2b2_ae3d;
const P1: u64 = 0x9e37_79b1_85eb_ca87;
const P2: u64 = 0xc2b2_ae3d_27d4_eb4f;
const P3: u64 = 0x1656_67b1_9e37_79f9;
const P4: u64 = 0x85eb_ca77_c2b2_ae63;
const P5: u64 = 0x27d4_eb2f_1656_67c5;

/// Bytes that are hashed together.
const STRIPE: usize = 64;
/// Stripes between two scrambles: the secret moves on by 8 bytes a stripe.
const STRIPES: usize = (SECRET.len() - STRIPE) / 8;

fn read32(bytes: &[u8], at: usize) -> u64 {
    let word = bytes[at..at + 4].iter().rev();
    word.fold(0, |word, byte| word << 8 | u64::from(*byte))
}

fn read64(bytes: &[u8], at: usize) -> u64 {
    read32(bytes, at) | read32(bytes, at + 4) << 32
}

/// The two halves of the product of 128 bits, folded into one.
fn fold(a: u64, b: u64) -> u64 {
    let product = u128::from(a) * u128::from(b);
    product as u64 ^ (product >> 64) as u64
}

fn avalanche(mut h: u64) -> u64 {
    h = (h ^ h >> 37).wrapping_mul(P3);
    h ^ h >> 32
}

fn mix16(bytes: &[u8], at: usize, secret: usize) -> u64 {
    let low = read64(bytes, at) ^ read64(&SECRET, secret);
    fold(low, read64(bytes, at + 8) ^ read64(&SECRET, secret + 8))
}

/// The hash of 64 bits, without a seed.
pub(crate) fn hash(bytes: &[u8]) -> u64 {
    let len = bytes.len();
    let length = len as u64;
    match len {
        // RocksDB's own: the preview has 0 here.
        0 => fold(read64(&SECRET, 0), P2),
        1..=3 => {
            let ends = u64::from(bytes[0]) | u64::from(bytes[len / 2]) << 8;
            let word = ends | u64::from(bytes[len - 1]) << 16 | length << 24;
            avalanche((word ^ read32(&SECRET, 0)).wrapping_mul(P1))
        }
        4..=8 => {
            let word = read32(bytes, 0) | read32(bytes, len - 4) << 32;
            let keyed = word ^ read64(&SECRET, 0);
            let mixed = length.wrapping_add((keyed ^ keyed >> 51).wrapping_mul(P32_1));
            avalanche((mixed ^ mixed >> 47).wrapping_mul(P2))
        }
        9..=16 => {
            let low = read64(bytes, 0) ^ read64(&SECRET, 0);
            let high = read64(bytes, len - 8) ^ read64(&SECRET, 8);
            let sum = length.wrapping_add(low.wrapping_add(high));
            avalanche(sum.wrapping_add(fold(low, high)))
        }
        17..=128 => {
            let mut sum = length.wrapping_mul(P1);
            for pair in 0..(len - 1) / 32 + 1 {
                sum = sum.wrapping_add(mix16(bytes, 16 * pair, 32 * pair));
                sum = sum.wrapping_add(mix16(bytes, len - 16 * (pair + 1), 32 * pair + 16));
            }
            avalanche(sum)
        }
        129..=240 => {
            let mut sum = length.wrapping_mul(P1);
            for round in 0..8 {
                sum = sum.wrapping_add(mix16(bytes, 16 * round, 16 * round));
            }
            sum = avalanche(sum);
            for round in 8..len / 16 {
                sum = sum.wrapping_add(mix16(bytes, 16 * round, 16 * (round - 8) + 3));
            }
            avalanche(sum.wrapping_add(mix16(bytes, len - 16, 136 - 17)))
        }
        _ => long(bytes),
    }
}

fn long(bytes: &[u8]) -> u64 {
    let mut sums = [P32_3, P1, P2, P3, P4, P32_2, P5, P32_1];
    let mut stripe = |at: usize, secret: usize, is_last_of_block: bool| {
        for (i, sum) in sums.iter_mut().enumerate() {
            let data = read64(bytes, at + 8 * i);
            let keyed = data ^ read64(&SECRET, secret + 8 * i);
            *sum = sum.wrapping_add(data);
            *sum = sum.wrapping_add((keyed & 0xffff_ffff).wrapping_mul(keyed >> 32));
            if is_last_of_block {
                let key = read64(&SECRET, SECRET.len() - STRIPE + 8 * i);
                *sum = (*sum ^ *sum >> 47 ^ key).wrapping_mul(P32_1);
            }
        }
    };
    for number in 0..bytes.len() / STRIPE {
        let in_block = number % STRIPES;
        stripe(STRIPE * number, 8 * in_block, in_block == STRIPES - 1);
    }
    if !bytes.len().is_multiple_of(STRIPE) {
        stripe(bytes.len() - STRIPE, SECRET.len() - STRIPE - 7, false);
    }
    let mut hash = (bytes.len() as u64).wrapping_mul(P1);
    for pair in 0..4 {
        let keyed = |i: usize| sums[i] ^ read64(&SECRET, 11 + 8 * i);
        hash = hash.wrapping_add(fold(keyed(2 * pair), keyed(2 * pair + 1)));
    }
    avalanche(hash)
}
