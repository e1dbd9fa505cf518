//! How keys are read: how an input is cut into records, and what is done with each key.

use crate::blocks::block::Block;
use crate::blocks::column::Column;
use crate::blocks::cutter::Most;
use crate::blocks::{column, line_ends};
use crate::input::opened::Manner;
use crate::key::fold::Fold;
use crate::key::parts::Integers;
use crate::key::{json, parts};
use std::path::Path;
use std::sync::Arc;
use urnfield::filter::KeyKinds;
use urnfield_answers::Aside;
use urnfield_terminal::{Bad, KeyOptions, Refusal};

/// How an input is cut into records, and where in a record its key is.
#[derive(Clone)]
pub(crate) enum Cut {
    /// Lines. With `crlf` a carriage return before the newline is not part of the key.
    Lines { crlf: bool },
    /// Records that end in NUL.
    Nul,
    /// Columns of rows.
    Column(Column),
    /// Fields of lines of JSON.
    Fields(Arc<[json::Path]>),
}

/// How keys are read from any input.
#[derive(Clone)]
pub(crate) struct Ways {
    pub(crate) cut: Cut,
    pub(crate) manner: Manner,
    pub(crate) most: Most,
    pub(crate) fold: Fold,
    /// Which parts of a key are the integers that they spell.
    pub(crate) integers: Integers,
    pub(crate) bad: Bad,
}

impl Ways {
    /// Reads what was typed.
    pub(crate) fn typed(typed: &KeyOptions, rows: Rows) -> Result<Ways, Refusal> {
        if typed.bad == Bad::Keep && rows == Rows::Taken {
            let sentence = "--bad keep passes records without a key on to the output, and no records \
                            are printed here; use --bad skip";
            return Err(Refusal::Typed(sentence.into()));
        }
        let integers = typed.integers.as_deref();
        let (cut, integers) = match (&typed.column, &typed.field) {
            (Some(text), _) => {
                let parts = column::split(text);
                let integers = Integers::typed(integers, "--column", &parts, column::split)?;
                let one_table = rows == Rows::Printed;
                let column = Column::typed(&parts, typed.header, typed.delimiter, one_table)?;
                (Cut::Column(column.of_keys(typed.bad, integers.differ())), integers)
            }
            (None, Some(text)) => {
                let parts = json::split(text);
                let integers = Integers::typed(integers, "--field", &parts, json::split)?;
                parts::refuse_twice("--field", &parts)?;
                let paths = parts.into_iter().map(json::Path::typed);
                (Cut::Fields(paths.collect::<Result<_, _>>()?), integers)
            }
            (None, None) if integers.is_some_and(|names| !names.is_empty()) => {
                let sentence = "--integers=A,B names columns of --column or fields of --field; \
                                leave out the names";
                return Err(Refusal::Typed(sentence.into()));
            }
            (None, None) => {
                let cut = if typed.null { Cut::Nul } else { Cut::Lines { crlf: typed.crlf } };
                (cut, Integers::of_one(integers.is_some()))
            }
        };
        let manner = Manner { raw: typed.raw_bytes, nul: typed.null, may_be_raw: true };
        // What no memory could hold is refused where it is met.
        let bytes = typed.max_record.map(|bytes| usize::try_from(bytes).unwrap_or(usize::MAX));
        let most = Most { bytes: bytes.unwrap_or(Most::USUAL.bytes), may_be_raised: true };
        let fold = Fold { trim: typed.trim, ignore_case: typed.ignore_case };
        Ok(Ways { cut, manner, most, fold, integers, bad: typed.bad })
    }

    /// Returns the kind of all keys. Where only the first row of a table tells how many parts a key
    /// has, it is not known before that.
    pub(crate) fn kind(&self) -> Option<KeyKinds> {
        let parts = match &self.cut {
            Cut::Column(column) => column.parts()?,
            Cut::Fields(paths) => paths.len(),
            Cut::Lines { .. } | Cut::Nul => 1,
        };
        Some(match parts {
            1 if self.integers.all() => KeyKinds::INTEGERS,
            1 => KeyKinds::TEXTS,
            _ => KeyKinds::TUPLES,
        })
    }

    /// Returns the noun for a record in messages.
    pub(crate) fn noun(&self) -> &'static str {
        if matches!(self.cut, Cut::Nul) { "record" } else { "line" }
    }

    /// Whether a carriage return at the end of a line would be part of its key.
    pub(crate) fn watches_ends(&self) -> bool {
        let kept = matches!(self.cut, Cut::Lines { crlf: false });
        kept && !self.manner.raw && !self.fold.trim
    }

    /// Refuses lines that end in CR alone, by the first block of an input.
    pub(crate) fn refuse_bare_cr(&self, file: &Path, first_block: &Block) -> Result<(), Refusal> {
        let Cut::Lines { crlf } = self.cut else { return Ok(()) };
        if self.manner.raw {
            return Ok(());
        }
        line_ends::refuse_bare_cr(file, first_block, crlf || self.fold.trim)
    }

    /// Reports how many keys are empty. One empty line may end a file.
    pub(crate) fn empty_keys(&self, empty: u64) -> Option<Aside> {
        let are_lines = matches!(self.cut, Cut::Lines { .. });
        let said = match empty {
            0 => return None,
            1 if are_lines => return None,
            1 => "1 key is empty, and an empty key is a key too".to_owned(),
            _ if are_lines => format!(
                "{empty} lines are empty, and an empty line is a key; `grep .` leaves them out"
            ),
            _ => format!("{empty} keys are empty, and all of them are one key"),
        };
        Some(Aside::Talk(said))
    }
}

/// Whether rows will be printed: then those of several files must be of one table.
#[derive(Clone, Copy, PartialEq, Eq)]
pub enum Rows {
    /// As they are, under one header.
    Printed,
    /// For their keys alone.
    Taken,
}
