//! What may be done with a chain.

use std::io;
use std::path::Path;
use urnfield::Error;
use urnfield::chain::{Chain, ChainUpdate, Day};
use urnfield::filter::{Flags, KeyKinds};

/// A chain, and where its keys go.
pub(super) enum State {
    /// It is in memory alone, and goes by a day, or by the clock.
    Memory { chain: Chain, day: Option<Day> },
    /// It was read from a folder. A key that went in would be lost.
    Read(Chain),
    /// It is a folder's, inside a with block.
    Update(Box<ChainUpdate>),
    /// A with block raised, and nothing was saved.
    Dropped,
}

const TO_BE_READ: &str = "it was opened to be read, and what was added would be lost; add keys in a \
                          with block of urnfield.update_chain";
const DROPPED: &str = "its with block raised an error, so nothing was saved; open the chain again";
const DAY_OF_BLOCK: &str = "a with block goes by one date; add date= to urnfield.update_chain";

fn refused(action: &'static str, name: &Path, why: &str) -> Error {
    Error::file(action, name, io::Error::other(why))
}

impl State {
    /// Returns the chain, to ask it.
    pub(super) fn chain(&self, name: &Path) -> Result<&Chain, Error> {
        match self {
            State::Memory { chain, .. } | State::Read(chain) => Ok(chain),
            State::Update(update) => Ok(update),
            State::Dropped => Err(refused("read", name, DROPPED)),
        }
    }

    /// Refuses what takes no keys before any are read.
    pub(super) fn check_takes_keys(&self, name: &Path) -> Result<(), Error> {
        match self {
            State::Memory { .. } | State::Update(_) => Ok(()),
            State::Read(_) => Err(refused("write", name, TO_BE_READ)),
            State::Dropped => Err(refused("write", name, DROPPED)),
        }
    }

    /// Inserts keys of a kind, and reports which were new.
    pub(super) fn insert<T: AsRef<[u8]>>(
        &mut self,
        name: &Path,
        kind: KeyKinds,
        count: usize,
        item: impl Fn(usize) -> T,
    ) -> Result<Flags, Error> {
        self.check_takes_keys(name)?;
        match self {
            State::Memory { chain, day } => {
                chain.turn_to(day.unwrap_or_else(Day::today))?;
                chain.new_among_kind(kind, count, item)
            }
            State::Update(update) => {
                let new = update.new_among_kind(kind, count, item)?;
                // Before anything is made of what is new, there is room for it on the disk.
                update.reserve()?;
                Ok(new)
            }
            State::Read(_) | State::Dropped => Err(refused("write", name, TO_BE_READ)),
        }
    }

    /// Goes by this day, or by the clock.
    pub(super) fn turn_to(&mut self, name: &Path, to: Option<Day>) -> Result<(), Error> {
        match self {
            State::Memory { chain, day } => {
                *day = to;
                chain.turn_to(to.unwrap_or_else(Day::today))
            }
            State::Update(_) => Err(refused("write", name, DAY_OF_BLOCK)),
            State::Read(_) => Err(refused("write", name, TO_BE_READ)),
            State::Dropped => Err(refused("write", name, DROPPED)),
        }
    }
}
