//! All keys of a command: where they are, how they are read, and which filters they are for.

use crate::input::sources::Sources;
use crate::ways::{Rows, Ways};
use std::sync::Arc;
use urnfield::filter::KeyKinds;
use urnfield_answers::other_kind_of_keys;
use urnfield_terminal::{KeyOptions, Progress, Refusal, talk};

/// All keys of a command.
pub struct Keys {
    pub(crate) sources: Arc<Sources>,
    pub(crate) ways: Ways,
    /// The filters that the keys are for, by name, and the kinds of the keys in them.
    pub(crate) held: Vec<(String, KeyKinds)>,
    /// How many threads hash. `None` means one per core.
    pub(crate) threads: Option<usize>,
}

impl Keys {
    /// Checks all inputs, so that a wrong name is refused before anything is read.
    pub fn typed(typed: &KeyOptions, rows: Rows) -> Result<Keys, Refusal> {
        let ways = Ways::typed(typed, rows)?;
        let sources = Arc::new(Sources::typed(&typed.files)?);
        Ok(Keys { sources, ways, held: Vec::new(), threads: typed.threads })
    }

    /// Reports options that a filter does not record, such as --trim.
    pub fn mention_what_is_not_recorded(&self) {
        if let Some(sentence) = self.ways.fold.notice() {
            talk(&[sentence.to_owned()]);
        }
    }

    /// Returns the kind of all keys: texts, integers or tuples. It is certain once there is a key.
    pub fn kind(&self) -> KeyKinds {
        self.ways.kind().unwrap_or(KeyKinds::TEXTS)
    }

    /// Names a filter that the keys are for. Keys of a kind that it certainly does not hold are
    /// refused, here or with the first of them.
    pub fn for_filter(
        mut self,
        name: impl std::fmt::Display,
        held: KeyKinds,
    ) -> Result<Keys, Refusal> {
        self.held.push((name.to_string(), held));
        self.refuse_other_kind()?;
        Ok(self)
    }

    pub(crate) fn refuse_other_kind(&self) -> Result<(), Refusal> {
        let Some(kind) = self.ways.kind() else { return Ok(()) };
        let mut refused =
            self.held.iter().filter_map(|(name, held)| other_kind_of_keys(name, *held, kind));
        refused.next().map_or(Ok(()), |sentence| Err(Refusal::Typed(sentence)))
    }

    /// Returns the name of an input that can be read only once, so that keys cannot be counted
    /// first.
    pub fn read_once(&self) -> Option<String> {
        self.sources.read_once()
    }

    /// Creates a progress bar for reading all inputs.
    pub fn progress(&self, doing: &'static str) -> Progress {
        Progress::new(doing, self.sources.bytes())
    }
}
