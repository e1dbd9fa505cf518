//! The programs that write Parquet files, as data: names, options, size rules and caps.
//!
//! [`ParquetRule`] computes the sizes. A program that sizes filters in several ways has a row for
//! each.

use urnfield::bloom::blocked::ParquetRule;

/// One way in which a program sizes the filters of Parquet files.
#[derive(Debug)]
#[non_exhaustive]
pub struct ParquetWriter {
    /// What the program is called.
    pub name: &'static str,
    /// What else uses it, or which of its settings this is.
    pub setting: &'static str,
    /// How `created_by` begins in its files.
    created_by: &'static [&'static str],
    /// How it sizes; `None` for a program that writes no filters.
    pub rule: Option<ParquetRule>,
    /// The most bytes of a filter where nothing else is set.
    pub cap: u64,
    /// The most bytes of a filter that can be set.
    pub highest_cap: u64,
    /// The option that sets the most bytes; `None` where there is none.
    pub cap_option: Option<&'static str>,
    /// The rate for which it sizes where none is set, as people write it.
    pub usual_fpr: &'static str,
    /// Why a file may have no filters although they were requested.
    pub why_none: &'static str,
    /// Options that request a filter for `{items}` values at the rate `{fpr}`. A program without
    /// options always sizes for its usual rate.
    pub options: &'static [(&'static str, &'static str)],
}

const MIB: u64 = 1 << 20;

const ENABLED: (&str, &str) = ("parquet.bloom.filter.enabled#COLUMN", "true");
const FPP: (&str, &str) = ("parquet.bloom.filter.fpp#COLUMN", "{fpr}");

/// parquet-mr where nothing is set.
const MR: ParquetWriter = ParquetWriter {
    name: "parquet-mr",
    setting: "Spark, Hive, Flink",
    created_by: &["parquet-mr version"],
    rule: Some(ParquetRule::Mr),
    cap: MIB,
    highest_cap: 128 * MIB,
    cap_option: Some("parquet.bloom.filter.max.bytes"),
    usual_fpr: "0.01",
    why_none: "",
    options: &[ENABLED, ("parquet.bloom.filter.expected.ndv#COLUMN", "{items}"), FPP],
};

/// All known settings. The first setting of a program is the one that files are compared with.
pub static WRITERS: [ParquetWriter; 8] = [
    MR,
    ParquetWriter {
        setting: "adaptive.enabled",
        rule: Some(ParquetRule::MrAdaptive),
        options: &[ENABLED, ("parquet.bloom.filter.adaptive.enabled", "true"), FPP],
        ..MR
    },
    ParquetWriter {
        setting: "no expected.ndv",
        rule: Some(ParquetRule::MrUntold),
        options: &[ENABLED],
        ..MR
    },
    ParquetWriter {
        name: "Trino",
        setting: "its own writer",
        created_by: &["parquet-mr-trino version"],
        rule: Some(ParquetRule::MrAdaptive),
        cap: MIB,
        highest_cap: MIB,
        cap_option: None,
        usual_fpr: "0.05",
        why_none: "",
        options: &[],
    },
    ParquetWriter {
        name: "parquet-cpp",
        setting: "pyarrow",
        created_by: &["parquet-cpp-arrow version", "parquet-cpp version"],
        rule: Some(ParquetRule::ArrowCpp),
        cap: 128 * MIB,
        highest_cap: 128 * MIB,
        cap_option: None,
        usual_fpr: "0.05",
        why_none: "",
        options: &[("bloom_filter_options", r#"{"COLUMN": {"ndv": {items}, "fpp": {fpr}}}"#)],
    },
    ParquetWriter {
        name: "arrow-rs",
        setting: "DataFusion",
        created_by: &["parquet-rs version", "datafusion version"],
        rule: Some(ParquetRule::ArrowRs),
        cap: 128 * MIB,
        highest_cap: 128 * MIB,
        cap_option: None,
        usual_fpr: "0.05",
        why_none: "",
        options: &[
            ("format.bloom_filter_on_write", "true"),
            ("format.bloom_filter_ndv", "{items}"),
            ("format.bloom_filter_fpp", "{fpr}"),
        ],
    },
    ParquetWriter {
        name: "DuckDB",
        setting: "",
        created_by: &["DuckDB version"],
        rule: Some(ParquetRule::DuckDb),
        // It has no cap: the header has 31 bits for the bytes.
        cap: 1024 * MIB,
        highest_cap: 1024 * MIB,
        cap_option: None,
        usual_fpr: "0.01",
        why_none: "DuckDB writes them only for columns with a dictionary",
        options: &[
            ("bloom_filter_false_positive_ratio", "{fpr}"),
            ("dictionary_size_limit", "{items}"),
        ],
    },
    ParquetWriter {
        name: "Polars",
        setting: "2.1",
        created_by: &["Polars"],
        rule: None,
        cap: 0,
        highest_cap: 0,
        cap_option: None,
        usual_fpr: "",
        why_none: "Polars 2.1 writes none",
        options: &[],
    },
];

impl ParquetWriter {
    /// Returns the program that a file's `created_by` names, if it is a known one.
    pub fn of(created_by: &str) -> Option<&'static ParquetWriter> {
        WRITERS.iter().find(|writer| writer.created_by.iter().any(|s| created_by.starts_with(s)))
    }

    /// Returns its name with what else uses it, or which of its settings this is.
    pub fn title(&self) -> String {
        match self.setting {
            "" => self.name.into(),
            setting => format!("{} ({setting})", self.name),
        }
    }

    /// Returns the options for so many values at that rate, and for that cap where it is not the
    /// usual one.
    pub fn options_for(&self, items: u64, fpr: &str, cap: u64) -> Vec<(&'static str, String)> {
        let told = |(name, value): &(&'static str, &str)| {
            (*name, value.replace("{items}", &items.to_string()).replace("{fpr}", fpr))
        };
        let raised =
            self.cap_option.filter(|_| cap != self.cap).map(|name| (name, cap.to_string()));
        self.options.iter().map(told).chain(raised).collect()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn files_name_their_writers() {
        let named = |created_by| ParquetWriter::of(created_by).map(ParquetWriter::title);
        for (created_by, title) in [
            ("parquet-mr version 1.17.0 (build fac0c74)", "parquet-mr (Spark, Hive, Flink)"),
            ("parquet-mr-trino version 484 (build n/a)", "Trino (its own writer)"),
            ("parquet-cpp-arrow version 26.0.1", "parquet-cpp (pyarrow)"),
            ("parquet-rs version 60.1.0", "arrow-rs (DataFusion)"),
            ("datafusion version 55.2.0", "arrow-rs (DataFusion)"),
            ("DuckDB version v2.0.0 (build d54cbbe3df)", "DuckDB"),
            ("Polars (python) version 2.1.0", "Polars (2.1)"),
        ] {
            assert_eq!(named(created_by).as_deref(), Some(title));
        }
        assert_eq!(named("impala version 4.5.0"), None);
        assert_eq!(named(""), None);
    }

    #[test]
    fn only_a_cap_that_is_raised_is_an_option() {
        let names = |cap| {
            let options = WRITERS[0].options_for(7, "0.01", cap);
            options.into_iter().map(|(name, value)| format!("{name}={value}")).collect::<Vec<_>>()
        };
        assert_eq!(names(MIB).len(), 3);
        assert_eq!(names(MIB)[1], "parquet.bloom.filter.expected.ndv#COLUMN=7");
        assert_eq!(names(2 * MIB)[3], "parquet.bloom.filter.max.bytes=2097152");
        let pyarrow = WRITERS[4].options_for(7, "0.01", 128 * MIB);
        assert_eq!(pyarrow[0].1, r#"{"COLUMN": {"ndv": 7, "fpp": 0.01}}"#);
    }
}
