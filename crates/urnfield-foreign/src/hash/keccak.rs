//! Keccak-256 as Ethereum uses it, with the padding from before SHA-3 was a standard.

const ROUNDS: [u64; 24] = [
    0x0000_0000_0000_0001,
    0x0000_0000_0000_8082,
    0x8000_0000_0000_808a,
    0x8000_0000_8000_8000,
    0x0000_0000_0000_808b,
    0x0000_0000_8000_0001,
    0x8000_0000_8000_8081,
    0x8000_0000_0000_8009,
    0x0000_0000_0000_008a,
    0x0000_0000_0000_0088,
    0x0000_0000_8000_8009,
    0x0000_0000_8000_000a,
    0x0000_0000_8000_808b,
    0x8000_0000_0000_008b,
    0x8000_0000_0000_8089,
    0x8000_0000_0000_8003,
    0x8000_0000_0000_8002,
    0x8000_0000_0000_0080,
    0x0000_0000_0000_800a,
    0x8000_0000_8000_000a,
    0x8000_0000_8000_8081,
    0x8000_0000_0000_8080,
    0x0000_0000_8000_0001,
    0x8000_0000_8000_8008,
];

/// Bytes of a block: 1600 bits less twice 256.
const RATE: usize = 136;

/// The permutation Keccak-f[1600]; lane (x, y) is at x + 5y.
fn permute(a: &mut [u64; 25]) {
    for constant in ROUNDS {
        let column = |x: usize| a[x] ^ a[x + 5] ^ a[x + 10] ^ a[x + 15] ^ a[x + 20];
        let parity: [u64; 5] = std::array::from_fn(column);
        for (i, lane) in a.iter_mut().enumerate() {
            *lane ^= parity[(i + 4) % 5] ^ parity[(i + 1) % 5].rotate_left(1);
        }
        // Lanes move along one cycle, and the t-th of it is rotated by t(t + 1)/2.
        let (mut x, mut y, mut moved) = (1, 0, a[1]);
        for t in 1..=24 {
            (x, y) = (y, (2 * x + 3 * y) % 5);
            let rotated = moved.rotate_left(t * (t + 1) / 2 % 64);
            moved = std::mem::replace(&mut a[x + 5 * y], rotated);
        }
        for row in a.as_chunks_mut::<5>().0 {
            let old = *row;
            for x in 0..5 {
                row[x] ^= !old[(x + 1) % 5] & old[(x + 2) % 5];
            }
        }
        a[0] ^= constant;
    }
}

/// Keccak-256 of some bytes.
pub(crate) fn keccak256(bytes: &[u8]) -> [u8; 32] {
    let mut state = [0; 25];
    let mut absorb = |block: &[u8]| {
        for (lane, word) in state.iter_mut().zip(block.as_chunks::<8>().0) {
            *lane ^= u64::from_le_bytes(*word);
        }
        permute(&mut state);
    };
    let (blocks, rest) = bytes.as_chunks::<RATE>();
    blocks.iter().for_each(|block| absorb(block));
    let mut last = [0; RATE];
    last[..rest.len()].copy_from_slice(rest);
    last[rest.len()] ^= 0x01;
    last[RATE - 1] ^= 0x80;
    absorb(&last);
    let mut digest = [0; 32];
    for (bytes, lane) in digest.as_chunks_mut::<8>().0.iter_mut().zip(state) {
        *bytes = lane.to_le_bytes();
    }
    digest
}

#[cfg(test)]
mod tests {
    use super::*;

    fn hex(bytes: &[u8]) -> String {
        bytes.iter().map(|byte| format!("{byte:02x}")).collect()
    }

    /// The empty text is in Ethereum's Yellow Paper; "Transfer(…)" is the topic of every transfer
    /// of ERC-20.
    #[test]
    fn keccak_has_the_known_digests() {
        assert_eq!(
            hex(&keccak256(b"")),
            "c5d2460186f7233c927e7db2dcc703c0e500b653ca82273b7bfad8045d85a470"
        );
        assert_eq!(
            hex(&keccak256(b"abc")),
            "4e03657aea45a94fc7d47ba826c8d667c0d1e6e33a64a036ec44f58fa12d6c45"
        );
        assert_eq!(
            hex(&keccak256(b"Transfer(address,address,uint256)")),
            "ddf252ad1be2c89b69c2b068fc378daa952ba7f163c4a11628f55a4df523b3ef"
        );
    }
}
