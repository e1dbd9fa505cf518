//! xoshiro256++ by Blackman and Vigna (2019), seeded with splitmix64 as its authors advise: small,
//! fast, and the same everywhere.

use std::convert::Infallible;

pub(crate) struct Xoshiro([u64; 4]);

impl Xoshiro {
    pub(crate) fn seeded(seed: u64) -> Xoshiro {
        let mut state = seed;
        Xoshiro([0; 4].map(|_: u64| splitmix(&mut state)))
    }

    fn next(&mut self) -> u64 {
        let s = &mut self.0;
        let result = s[0].wrapping_add(s[3]).rotate_left(23).wrapping_add(s[0]);
        let t = s[1] << 17;
        s[2] ^= s[0];
        s[3] ^= s[1];
        s[1] ^= s[2];
        s[0] ^= s[3];
        s[2] ^= t;
        s[3] = s[3].rotate_left(45);
        result
    }
}

fn splitmix(state: &mut u64) -> u64 {
    *state = state.wrapping_add(0x9E37_79B9_7F4A_7C15);
    let z = (*state ^ (*state >> 30)).wrapping_mul(0xBF58_476D_1CE4_E5B9);
    let z = (z ^ (z >> 27)).wrapping_mul(0x94D0_49BB_1331_11EB);
    z ^ (z >> 31)
}

impl rand_core::TryRng for Xoshiro {
    type Error = Infallible;

    fn try_next_u32(&mut self) -> Result<u32, Infallible> {
        // The upper bits are the better ones.
        Ok((self.next() >> 32) as u32)
    }

    fn try_next_u64(&mut self) -> Result<u64, Infallible> {
        Ok(self.next())
    }

    fn try_fill_bytes(&mut self, bytes: &mut [u8]) -> Result<(), Infallible> {
        for chunk in bytes.chunks_mut(8) {
            let word = self.next().to_le_bytes();
            chunk.copy_from_slice(&word[..chunk.len()]);
        }
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The first numbers of the authors' own program, from the state 1, 2, 3, 4.
    #[test]
    fn the_numbers_are_those_of_its_authors() {
        let mut generator = Xoshiro([1, 2, 3, 4]);
        let numbers: Vec<u64> = (0..5).map(|_| generator.next()).collect();
        let expected =
            [41943041, 58720359, 3588806011781223, 3591011842654386, 9228616714210784205];
        assert_eq!(numbers, expected);
        // And of splitmix64 from 1234567.
        let mut state = 1234567;
        assert_eq!(splitmix(&mut state), 6457827717110365317);
        assert_eq!(splitmix(&mut state), 3203168211198807973);
    }
}
