//! Options that take a few words: shells complete them, and one reader judges them.

use clap::builder::{PossibleValue, TypedValueParser};
use clap::{Arg, Command, Error};
use std::ffi::OsStr;

/// Reads a value by its own reader, and offers words to shells that complete it. The reader refuses
/// other words in its own sentence, and may take forms that are not offered.
///
/// ```
/// use clap::{Arg, Command};
/// use urnfield_terminal::Offering;
/// let kind = Arg::new("kind").value_parser(Offering::new(str::parse::<u64>, &["1", "2"]));
/// assert_eq!(kind.get_possible_values().len(), 2);
/// let typed = Command::new("p").arg(kind).try_get_matches_from(["p", "3"]);
/// assert_eq!(typed.expect("a number").get_one::<u64>("kind"), Some(&3));
/// ```
#[derive(Clone)]
pub struct Offering<R> {
    read: R,
    words: &'static [&'static str],
}

impl<R: TypedValueParser> Offering<R> {
    /// A reader, and the words to offer: none where a value may be anything.
    pub fn new(read: R, words: &'static [&'static str]) -> Offering<R> {
        Offering { read, words }
    }
}

impl<R: TypedValueParser> TypedValueParser for Offering<R> {
    type Value = R::Value;

    fn parse_ref(
        &self,
        command: &Command,
        arg: Option<&Arg>,
        value: &OsStr,
    ) -> Result<R::Value, Error> {
        self.read.parse_ref(command, arg, value)
    }

    fn possible_values(&self) -> Option<Box<dyn Iterator<Item = PossibleValue> + '_>> {
        if self.words.is_empty() {
            return None;
        }
        Some(Box::new(self.words.iter().map(PossibleValue::new)))
    }
}
