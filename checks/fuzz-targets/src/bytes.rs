//! Small numbers out of bytes: a fuzzer that changes one byte changes one number.

/// Takes numbers off the front; behind the end all are 0.
pub(crate) struct Bytes<'a>(pub(crate) &'a [u8]);

impl<'a> Bytes<'a> {
    pub(crate) fn byte(&mut self) -> u8 {
        let Some((first, rest)) = self.0.split_first() else { return 0 };
        self.0 = rest;
        *first
    }

    /// From `low` to `high`.
    pub(crate) fn between(&mut self, low: u64, high: u64) -> u64 {
        low + u64::from(self.byte()) % (high - low + 1)
    }

    pub(crate) fn flag(&mut self) -> bool {
        self.byte() & 1 == 1
    }

    pub(crate) fn rest(self) -> &'a [u8] {
        self.0
    }
}
