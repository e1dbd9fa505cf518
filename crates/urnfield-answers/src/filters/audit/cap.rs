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

/// Whether the cap of a writer made a filter smaller. The request and the cap are not in the file.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
#[non_exhaustive]
pub enum Capped {
    /// The size is not the usual cap.
    No,
    /// The size is the usual cap, and the rate is above the writer's default rate.
    Probably,
    /// The size is the usual cap, but it is enough for that rate.
    Perhaps,
}

impl Cap {
    /// `None` for a program that has no cap.
    pub(crate) fn of(writer: &'static ParquetWriter, bytes: u64, fpr: &Enclosure) -> Option<Cap> {
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
    pub(crate) fn object(&self) -> Value {
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
    pub(crate) fn words(&self) -> Option<String> {
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

#[cfg(test)]
mod tests {
    use super::*;

    fn said(created_by: &str, bytes: u64, fpr: &str) -> Option<Capped> {
        let writer = ParquetWriter::of(created_by).expect("a known writer");
        let fpr: Rational = fpr.parse().expect("a number");
        Cap::of(writer, bytes, &Enclosure::from(&fpr)).map(|cap| cap.capped)
    }

    #[test]
    fn only_the_size_of_the_cap_is_suspicious() {
        let mr = "parquet-mr version 1.17.0";
        assert_eq!(said(mr, 1 << 20, "0.0272"), Some(Capped::Probably));
        assert_eq!(said(mr, 1 << 20, "0.0001"), Some(Capped::Perhaps));
        assert_eq!(said(mr, 1 << 21, "0.9"), Some(Capped::No));
        assert_eq!(said(mr, 1 << 19, "0.9"), Some(Capped::No));
        assert_eq!(said("parquet-mr-trino version 484", 1 << 20, "0.04"), Some(Capped::Perhaps));
        assert_eq!(said("datafusion version 55.2.0", 1 << 20, "0.9"), Some(Capped::No));
        assert_eq!(
            said("parquet-cpp-arrow version 26.0.1", 1 << 27, "0.9"),
            Some(Capped::Probably)
        );
        // Neither has a cap.
        assert_eq!(said("DuckDB version v2.0.0", 1 << 20, "0.9"), None);
        assert_eq!(said("Polars", 1 << 20, "0.9"), None);
    }

    #[test]
    fn what_was_asked_for_is_never_said() {
        let words = |bytes, fpr: &str| {
            let fpr: Rational = fpr.parse().expect("a number");
            Cap::of(&crate::WRITERS[0], bytes, &Enclosure::from(&fpr)).and_then(|cap| cap.words())
        };
        let option = "1048576  the usual parquet.bloom.filter.max.bytes";
        assert_eq!(words(1 << 20, "0.03"), Some(format!("{option}: probably capped")));
        let untold = format!("{option}: perhaps capped, or written without expected.ndv");
        assert_eq!(words(1 << 20, "0.003"), Some(untold));
        assert_eq!(words(1 << 18, "0.03"), None);
    }
}
