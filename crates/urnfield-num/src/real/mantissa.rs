//! [`Mantissa`]: the words of a real, as many as were asked for at run time.
//!
//! Short ones lie inside the number and need no allocation; long ones lie in a vector. One type for
//! all lengths means that every computation is compiled once. What that would cost in speed is won
//! back by `at_length`: the few loops everything is made of exist once for each common length.

/// Mantissas of up to so many words are kept inside the number.
pub(crate) const INLINE: usize = 8;

/// Little-endian words; at least two.
#[derive(Debug)]
pub(crate) struct Mantissa {
    len: usize,
    /// The words of a short mantissa; those from `len` on are zero, and all of a long one's.
    short: [u64; INLINE],
    /// The words of a long one; empty for a short one.
    long: Vec<u64>,
}

impl Clone for Mantissa {
    // A derived clone would ask the vector each time.
    #[inline(always)]
    fn clone(&self) -> Mantissa {
        let long = if self.len <= INLINE { Vec::new() } else { self.long.clone() };
        Mantissa { len: self.len, short: self.short, long }
    }
}

impl Mantissa {
    /// So many words of zeros; no fewer than two.
    #[inline(always)]
    pub(crate) fn zeroed(words: usize) -> Mantissa {
        let len = words.max(2);
        let long = if len <= INLINE { Vec::new() } else { vec![0; len] };
        Mantissa { len, short: [0; INLINE], long }
    }

    /// These words, lowest first.
    pub(crate) fn of(words: &[u64]) -> Mantissa {
        let mut mantissa = Mantissa::zeroed(words.len());
        mantissa.words_mut()[..words.len()].copy_from_slice(words);
        mantissa
    }

    /// How many words.
    #[inline(always)]
    pub(crate) fn len(&self) -> usize {
        self.len
    }

    /// The words, lowest first.
    #[inline(always)]
    pub(crate) fn words(&self) -> &[u64] {
        self.first(self.len)
    }

    /// The words, lowest first.
    #[inline(always)]
    pub(crate) fn words_mut(&mut self) -> &mut [u64] {
        self.first_mut(self.len)
    }

    /// The words, for callers who know their number as a constant.
    #[inline(always)]
    pub(crate) fn first(&self, len: usize) -> &[u64] {
        if len <= INLINE { &self.short[..len] } else { &self.long[..len] }
    }

    /// The words, for callers who know their number as a constant.
    #[inline(always)]
    pub(crate) fn first_mut(&mut self, len: usize) -> &mut [u64] {
        if len <= INLINE { &mut self.short[..len] } else { &mut self.long[..len] }
    }

    /// Sets the highest word.
    #[inline(always)]
    pub(crate) fn set_top(&mut self, word: u64) {
        let len = self.len;
        self.first_mut(len)[len - 1] = word;
    }

    /// The highest word.
    #[inline(always)]
    pub(crate) fn top(&self) -> u64 {
        if self.len <= INLINE {
            // A length below one never occurs; the mask saves the check.
            self.short[(self.len - 1) % INLINE]
        } else {
            self.long[self.len - 1]
        }
    }
}

/// Words to work on before they become a mantissa: an array, which lives in registers, or a vector.
pub(crate) trait Working {
    /// These words.
    fn load(words: &[u64]) -> Self;
    /// So many zeros; an array knows its own length.
    fn zeros(len: usize) -> Self;
    /// The words, lowest first.
    fn words_mut(&mut self) -> &mut [u64];
    /// The finished mantissa.
    fn store(self) -> Mantissa;
}

impl<const L: usize> Working for [u64; L] {
    #[inline(always)]
    fn load(words: &[u64]) -> Self {
        std::array::from_fn(|i| words[i])
    }
    #[inline(always)]
    fn zeros(_: usize) -> Self {
        [0; L]
    }
    #[inline(always)]
    fn words_mut(&mut self) -> &mut [u64] {
        self
    }
    #[inline(always)]
    fn store(self) -> Mantissa {
        let short = std::array::from_fn(|i| if i < L { self[i] } else { 0 });
        Mantissa { len: L, short, long: Vec::new() }
    }
}

impl Working for Mantissa {
    fn load(words: &[u64]) -> Self {
        Mantissa::of(words)
    }
    fn zeros(len: usize) -> Self {
        Mantissa::zeroed(len)
    }
    fn words_mut(&mut self) -> &mut [u64] {
        Mantissa::words_mut(self)
    }
    fn store(self) -> Mantissa {
        self
    }
}

/// Works with the length and with words of that length: as a constant and an array for the lengths
/// everybody asks for, so that the loops inside are unrolled and nothing leaves the registers. A
/// macro, as a closure called five times would not be inlined.
macro_rules! at_length {
    ($len:expr, |$l:ident: $words:ident| $work:expr) => {
        match $len {
            2 => {
                type $words = [u64; 2];
                let $l = 2usize;
                $work
            }
            3 => {
                type $words = [u64; 3];
                let $l = 3usize;
                $work
            }
            #[cfg(not(target_arch = "wasm32"))]
            4 => {
                type $words = [u64; 4];
                let $l = 4usize;
                $work
            }
            // A page is asked for few digits, and travels.
            #[cfg(not(target_arch = "wasm32"))]
            8 => {
                type $words = [u64; 8];
                let $l = 8usize;
                $work
            }
            $l => {
                type $words = Mantissa;
                $work
            }
        }
    };
}
pub(crate) use at_length;
