//! One list against many sets: which of them it has more of than chance gives.

use crate::{Alternative, NamedList, Note};

use urnfield::Rate;

/// A set, and what a list shares with it.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct NameSet {
    /// What it is called.
    pub name: String,
    /// How many different names it has, of those that count.
    pub size: u64,
    /// Those that are on the list.
    pub shared: Vec<String>,
}

/// A list and many sets of one population: what of each is on the list, and how surprising is that?
/// [`EnrichNames`] makes this of names.
#[derive(Debug, Clone)]
pub struct EnrichQuestion {
    /// How many names there are altogether.
    pub population: u64,
    /// The list.
    pub list: NamedList,
    /// The sets, in the order of their file.
    pub sets: Vec<NameSet>,
    /// In which direction is tested.
    pub alternative: Alternative,
    /// How sure intervals are to be; 95 % where nobody says.
    pub confidence: Option<Rate>,
    /// Names of the list that were dropped, as they are not in the universe.
    pub dropped: Vec<String>,
    /// What may be wrong with the names.
    pub notes: Vec<Note>,
}
