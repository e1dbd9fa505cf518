//! Whether the size of a filter is the cap of the program that wrote it.

use crate::{ParquetWriter, Value, object};
use urnfield::bloom::blocked::ParquetRule;
use urnfield::{Enclosure, Rational};

/// The cap of a writer, held against a filter.
#[derive(Debug, Clone)]
pub struct Cap {
    /// The program.
    pub writer: &'static ParquetWriter,
    /// Whether it has made the filter smaller.
    pub capped: Capped,
}

/// What a size says about a cap. What a writer was asked for, and whether its cap was set to another size,
/// is not in the file.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
#[non_exhaustive]
pub enum Capped {
    /// The size is not the usual cap.
    No,
    /// The size is the usual cap, and the filter has a higher rate than the writer sizes for where nothing
    /// is set.
    Probably,
    /// The size is the usual cap, but it is enough for that rate.
    Perhaps,
}

impl Cap {
    /// `None` for a program that has no cap.
    pub(super) fn of(writer: &'static ParquetWriter, bytes: u64, fpr: &Enclosure) -> Option<Cap> {
        if matches!(writer.rule, None | Some(ParquetRule::DuckDb)) {
            return None;
        }
        let usual: Option<Rational> = writer.usual_fpr.parse().ok();
        let is_worse = usual.is_some_and(|usual| fpr.certainly_gt(&usual));
        let capped = match (bytes == writer.cap, is_worse) {
            (false, _) => Capped::No,
            (true, true) => Capped::Probably,
            (true, false) => Capped::Perhaps,
        };
        Some(Cap { writer, capped })
    }

    /// For programs.
    pub(super) fn object(&self) -> Value {
        let capped = match self.capped {
            Capped::No => "no",
            Capped::Probably => "probably",
            Capped::Perhaps => "perhaps",
        };
        object! {
            "bytes" => self.writer.cap,
            "option" => self.writer.cap_option,
            "capped" => capped,
        }
    }

    /// For people; nothing where the size is another.
    pub(super) fn words(&self) -> Option<String> {
        let cap = match self.writer.cap_option {
            Some(option) => format!("{}  the usual {option}", self.writer.cap),
            None => format!("{}  the most that {} writes", self.writer.cap, self.writer.name),
        };
        match self.capped {
            Capped::No => None,
            Capped::Probably => Some(format!("{cap}: probably capped")),
            Capped::Perhaps if self.writer.rule == Some(ParquetRule::Mr) => {
                Some(format!("{cap}: perhaps capped, or written without expected.ndv"))
            }
            Capped::Perhaps => Some(format!("{cap}: perhaps capped")),
        }
    }
}
