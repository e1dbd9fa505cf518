//! The table of `docs/reference/limits.md` as data: what is asked for, how far that goes, and questions at and beyond the end.
//! `tests/sizes/limits.rs` asks them and reads the table, `benches/limits.rs` measures them and writes it.

use urnfield::bloom::{Peak, Sizing};
use urnfield::occupancy::{PairOfLists, Waiting};
use urnfield::{Committees, Design, Error, Kind, Occupancy, Plan, Rate};

type Answer = Result<(), Error>;

/// What becomes of a question.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Fate {
    Answered,
    /// Answered, but not within a second on every machine; `./test` does not wait for it.
    Slowly,
    /// Refused, and at once.
    Refused,
}
use Fate::{Answered, Refused, Slowly};

/// A question, as the table says it.
pub(crate) type Asked = (&'static str, Fate, fn() -> Answer);

/// A row of the table.
pub(crate) struct Row {
    pub(crate) what: &'static str,
    pub(crate) limit: &'static str,
    pub(crate) asked: &'static [Asked],
}

pub(crate) const ROWS: [Row; 10] = [
    Row {
        what: "moments, mean, variance, bounds",
        limit: "any size; order up to about 14000 (at the shell, lists of orders up to 200)",
        asked: &[
            ("variance, 10^18 balls in 10^18 urns", Answered, || {
                balls(E18, E18)?.variance().map(drop)
            }),
            ("E X^10, 10^12 balls in 10^12 urns", Answered, || {
                balls(E12, E12)?.raw_moment(10).map(drop)
            }),
            ("E X^20000", Refused, || balls(E12, E12)?.raw_moment(20_000).map(drop)),
        ],
    },
    Row {
        what: "one probability, quantile or mode of balls, a union or lists",
        limit: "any size; some hundred digits anywhere, thousands where the numbers are small",
        asked: &[
            ("P(X ≥ mean), 6.9·10^11 balls in 10^12 urns", Answered, || {
                balls(E12, 690_000_000_000)?.at_least(498_423_930_935).map(drop)
            }),
            ("… in 100 digits", Answered, || {
                balls(E12, 690_000_000_000)?.precision(340).at_least(498_423_930_935).map(drop)
            }),
            ("median, 1.5·10^11 balls in 10^10 urns", Answered, || {
                balls(10_000_000_000, 150_000_000_000)?.quantile(&rate("1/2")).map(drop)
            }),
            ("median, 336519333965 balls in 22619115251 urns", Answered, || {
                balls(22_619_115_251, 336_519_333_965)?.quantile(&rate("1/2")).map(drop)
            }),
            ("median, 40905986 balls in 775940990220200 urns", Answered, || {
                balls(775_940_990_220_200, 40_905_986)?.quantile(&rate("1/2")).map(drop)
            }),
            ("mode, 2^64 − 1 balls in as many urns", Answered, || {
                balls(u64::MAX, u64::MAX)?.mode().map(drop)
            }),
            ("tail of two lists of half of 2^64 − 2 urns", Answered, || {
                Occupancy::lists(u64::MAX - 1, &[u64::MAX / 2; 2])?
                    .at_least((1 << 62) + (1 << 33))
                    .map(drop)
            }),
            ("1000 digits of P(X ≥ 6321), 10^4 balls in 10^4 urns", Answered, || {
                balls(10_000, 10_000)?.precision(3400).at_least(6321).map(drop)
            }),
            ("… of P(X ≥ 9000)", Slowly, || {
                balls(10_000, 10_000)?.precision(3400).at_least(9000).map(drop)
            }),
        ],
    },
    Row {
        what: "a window or table of those",
        limit: "any size; 10^7 rows (at the shell 10^6), some microseconds each, but 0.1 ms far below the mean; \
                estimated beforehand, up to some ten seconds",
        asked: &[
            ("5255 rows about the mean, 69315 balls in 10^5 urns", Answered, || {
                balls(100_000, 69_315)?.pmf_window(47_373, 52_627).map(drop)
            }),
            ("all of 10^4 balls in 10^4 urns", Answered, || {
                balls(10_000, 10_000)?.pmf_window(0, 10_000).map(drop)
            }),
            ("all of 3·10^4 in 3·10^4", Slowly, || {
                balls(30_000, 30_000)?.pmf_window(0, 30_000).map(drop)
            }),
            ("all of 10^5 in 10^5", Slowly, || {
                balls(100_000, 100_000)?.pmf_window(0, 100_000).map(drop)
            }),
            ("all of 10^6 in 10^6", Refused, || {
                balls(1_000_000, 1_000_000)?.pmf_window(0, 1_000_000).map(drop)
            }),
        ],
    },
    Row {
        what: "several committees in two or more departments",
        limit: "windows of the departments of some 10^6 values together, estimated beforehand, at any depth; within \
                four dozen values of the upper edge a sum of a few moments; beyond, a tail has a bound and is \
                labelled as one",
        asked: &[
            ("P(X ≥ 3500), 50x100, 30x200, 20x300 of 20000 urns", Answered, || {
                departments()?.at_least(3500).map(drop)
            }),
            ("… P(X ≥ 4990)", Answered, || departments()?.at_least(4990).map(drop)),
            ("… P(X ≥ 3500) in 17 digits", Answered, || {
                departments()?.precision(60).at_least(3500).map(drop)
            }),
            ("… in 36 digits", Slowly, || departments()?.precision(124).at_least(3500).map(drop)),
            ("… in 100 digits", Refused, || {
                departments()?.precision(340).at_least(3500).map(drop)
            }),
        ],
    },
    Row {
        what: "odds ratios of two lists, their intervals, power",
        limit: "3·10^6 terms; their p-values have no limit",
        asked: &[
            ("interval, lists that share 10^7 names by chance", Answered, || {
                let pair = PairOfLists::new(1_000_000_000, [100_000_000; 2])?;
                pair.intervals(10_001_000, &rate("0.95")).map(drop)
            }),
            ("… that share 10^10", Slowly, || {
                let pair = PairOfLists::new(E12, [100_000_000_000; 2])?;
                pair.intervals(10_000_010_000, &rate("0.95")).map(drop)
            }),
            ("… that share 10^15", Refused, || {
                let pair = PairOfLists::new(100_000_000_000_000_000, [10_000_000_000_000_000; 2])?;
                pair.intervals(1_000_000_000_000_000, &rate("0.95")).map(drop)
            }),
        ],
    },
    Row {
        what: "waiting times, birthdays",
        limit: "any size; birthdays in up to 2^1024 urns",
        asked: &[
            ("median of the balls that occupy all of 10^9 urns", Answered, || {
                Waiting::new(1_000_000_000, 1_000_000_000)?.quantile(&rate("1/2")).map(drop)
            }),
            ("balls that meet in 2^63 urns with probability 1e-6", Answered, || {
                Occupancy::balls_to_collide(1 << 63, &rate("1e-6")).map(drop)
            }),
        ],
    },
    Row {
        what: "exact fractions, generating function",
        limit: "2·10^9 word operations; 200000 terms, or about 14000 where only the moments' table gives it",
        asked: &[
            ("P(X = 632) of 1000 balls in 1000 urns as a fraction", Answered, || {
                balls(1000, 1000)?.pmf_exact(632).map(drop)
            }),
            ("… of 10^6 in 10^6", Refused, || {
                balls(1_000_000, 1_000_000)?.pmf_exact(632_000).map(drop)
            }),
            ("E (1/2)^X of 10^4 balls in 10^4 urns", Answered, || {
                balls(10_000, 10_000)?.pgf(rate("1/2").value()).map(drop)
            }),
            ("… of 10^9 in 10^9", Refused, || {
                balls(1_000_000_000, 1_000_000_000)?.pgf(rate("1/2").value()).map(drop)
            }),
        ],
    },
    Row {
        what: "rate of a filter, its spread, efficiency",
        limit: "any number of bits, items and hashes; a few classic filters with more than 10^10 hashes are refused",
        asked: &[
            ("10^9 bits, 7 hashes", Answered, || {
                filter(Kind::Standard, 1_000_000_000, 99_021_025, 7)
            }),
            ("10^5 bits, 10^4 hashes", Answered, || filter(Kind::Standard, 100_000, 7, 10_000)),
            ("2^63 bits, 2^62 hashes, one item", Answered, || {
                filter(Kind::Standard, 1 << 63, 1, 1 << 62)
            }),
            ("… two items", Answered, || filter(Kind::Standard, 1 << 63, 2, 1 << 62)),
            ("… classic", Answered, || filter(Kind::Classic, 1 << 63, 2, 1 << 62)),
            ("… classic, of 2^64 − 1 bits", Refused, || {
                filter(Kind::Classic, u64::MAX, 2, 1 << 62)
            }),
        ],
    },
    Row {
        what: "plan",
        limit: "filters of up to 2^63 bits; up to about 5000 hashes that no bound excludes: a few items below some \
                1e-800 need `--max-hashes`; one or two items below 1e-100 take the shell some seconds, as it also says \
                what a filter costs that keeps the rate by itself",
        asked: &[
            ("10^9 items at 1e-9", Answered, || smallest(Kind::Standard, 1_000_000_000, "1e-9")),
            ("… each by itself, but one in a million", Answered, || {
                let sizing = Sizing::of_items(Kind::Standard, 1_000_000_000, &rate("1e-9"));
                Plan::find(&sizing.with_confidence(&rate("0.999999"))).map(drop)
            }),
            ("most items in 2^62 bits at 0.7", Answered, || {
                Plan::most_items(Kind::Standard, 1 << 62, &rate("0.7")).map(drop)
            }),
            ("best hashes of 100 items in 10^6 bits", Answered, || {
                Plan::best_hashes(Kind::Standard, 1_000_000, 100).map(drop)
            }),
            ("1 item at 1e-100", Answered, || smallest(Kind::Standard, 1, "1e-100")),
            ("2 items at 1e-100", Answered, || smallest(Kind::Standard, 2, "1e-100")),
            ("1 item at 1e-300", Slowly, || smallest(Kind::Standard, 1, "1e-300")),
            ("2 items at 1e-300", Slowly, || smallest(Kind::Standard, 2, "1e-300")),
            ("2 items at 1e-3000", Refused, || smallest(Kind::Standard, 2, "1e-3000")),
        ],
    },
    Row {
        what: "peak",
        limit: "100000 loads that no bound excludes",
        asked: &[("10^6 bits, 7 hashes", Answered, || {
            Peak::of(Design::new(Kind::Standard, 1_000_000, 7)?).map(drop)
        })],
    },
];

const E12: u64 = 1_000_000_000_000;
const E18: u64 = 1_000_000_000_000_000_000;

fn rate(text: &str) -> Rate {
    text.parse().expect("a rate")
}

fn balls(urns: u64, balls: u64) -> Result<Occupancy, Error> {
    Occupancy::balls(urns, balls)
}

fn departments() -> Result<Occupancy, Error> {
    let [a, b, c] =
        [(50, 100), (30, 200), (20, 300)].map(|(count, size)| [Committees { count, size }]);
    Occupancy::intersection(20_000, &[&a, &b, &c])
}

fn filter(kind: Kind, bits: u64, items: u64, hashes: u64) -> Answer {
    Design::new(kind, bits, hashes)?.holding(items)?.fpr().map(drop)
}

fn smallest(kind: Kind, items: u64, fpr: &str) -> Answer {
    Plan::smallest(kind, items, &rate(fpr)).map(drop)
}

const BEGIN: &str = "<!-- limits: cargo bench -p urnfield --bench limits -->\n";
const END: &str = "<!-- limits end -->";

pub(crate) fn page_of_limits() -> std::path::PathBuf {
    std::path::Path::new(env!("CARGO_MANIFEST_DIR")).join("../../docs/reference/limits.md")
}

/// What stands before, in and after the table.
pub(crate) fn parts(text: &str) -> [&str; 3] {
    let start = text.find(BEGIN).expect("the table begins") + BEGIN.len();
    let end = text.find(END).expect("the table ends");
    [&text[..start], &text[start..end], &text[end..]]
}
