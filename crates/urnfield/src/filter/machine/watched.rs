//! Shared words whose every access is watched, for `checks/loom`, which tries all orders of
//! threads: the library is built with them there and nowhere else.

use crate::filter::machine::words::Words;
pub(crate) use loom::sync::atomic::AtomicU64;
use std::ops::Deref;

pub(crate) struct SharedWords(Vec<AtomicU64>);

impl Deref for SharedWords {
    type Target = [AtomicU64];

    fn deref(&self) -> &[AtomicU64] {
        &self.0
    }
}

impl From<Words> for SharedWords {
    fn from(words: Words) -> SharedWords {
        SharedWords(words.iter().map(|word| AtomicU64::new(*word)).collect())
    }
}

impl From<SharedWords> for Words {
    fn from(shared: SharedWords) -> Words {
        let mut words = Words::zeroed(shared.len()).expect("a model is small");
        for (word, watched) in words.iter_mut().zip(shared.0) {
            *word = watched.into_inner();
        }
        words
    }
}
