//! Memory for names. Each name is small, so their sum is compared with the memory that is left.

use urnfield::filter::{SPARE_MEMORY, memory_is_left};

/// What a name takes beside its bytes, in a table and by itself.
const EACH: usize = 64;

/// The system is asked again after so many bytes of names.
const STEP: usize = 1 << 20;

/// How much names take, and whether there is room for more.
#[derive(Debug, Default)]
pub(crate) struct Room {
    names: u64,
    held: usize,
    asked: usize,
    full: bool,
}

impl Room {
    /// Returns whether one more name may be kept. As much again must be left for a larger table,
    /// and for the copies that are made when all names have come.
    pub(crate) fn has(&mut self, name: &[u8]) -> bool {
        if self.full {
            return false;
        }
        self.held += name.len() + EACH;
        if self.held > self.asked {
            self.asked = self.held + STEP;
            self.full = !memory_is_left(SPARE_MEMORY + 2 * self.asked);
        }
        self.names += u64::from(!self.full);
        !self.full
    }

    /// Says that there is no room, if that is so.
    pub(crate) fn fault(&self) -> Option<String> {
        let names = self.names;
        self.full.then(|| {
            format!(
                "there is no memory for more than {names} names of these files; end other programs, \
                 or raise the limit (ulimit -v)"
            )
        })
    }
}
