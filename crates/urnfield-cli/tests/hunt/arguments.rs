//! Random arguments for questions: which options go together is written down here, their values are drawn by what
//! reads them.

use std::fmt::Write;
use urnfield_answers::typed::{Need, TypedOption};
use urnfield_paper::draws::Draws;

/// A question, the sets of options of which it needs one, and options that any of them may have.
pub(super) struct Curated {
    pub(super) words: &'static str,
    together: &'static [&'static str],
    more: &'static str,
}

const fn curated(
    words: &'static str,
    together: &'static [&'static str],
    more: &'static str,
) -> Curated {
    Curated { words, together, more }
}

const OF_A_LAW: &str = "pmf at_least at_most quantile moments pgf bounds table+ above+ digits";

/// `a+` goes with the others that have a plus: `--above` is refused without `--table`.
pub(super) const CURATED: &[Curated] = &[
    curated(
        "plan",
        &["items fpr", "items fpr", "bits items", "bits fpr", "bits items fpr"],
        "hashes max_hashes kind confidence no_per_filter digits",
    ),
    curated("rate", &["bits items hashes", "bits items"], "kind spread digits"),
    curated("peak", &["bits", "bits hashes"], "kind digits"),
    curated("law balls", &["urns balls"], OF_A_LAW),
    curated("law union", &["urns department"], OF_A_LAW),
    curated(
        "law intersection",
        &["urns sizes", "urns department", "urns department department"],
        OF_A_LAW,
    ),
    curated("law waiting", &["urns occupied"], "pmf at_least at_most quantile digits"),
    curated("estimate committees", &["urns size occupied"], "confidence digits"),
    curated("estimate balls", &["urns occupied"], "confidence digits"),
    curated(
        "estimate population",
        &["marked caught recaptured", "sizes distinct", "department distinct", "balls distinct"],
        "confidence digits",
    ),
    curated("birthday", &["urns balls", "urns probability"], "digits"),
    curated("critical", &["population sizes level"], "digits"),
    curated("power", &["population sizes level odds_ratio"], "digits"),
    curated("parquet plan", &["items fpr", "bits items", "bits fpr"], "confidence digits"),
    curated("sample balls", &["urns balls"], "count seed"),
    curated("sample union", &["urns department"], "count seed"),
    curated("sample intersection", &["urns department", "urns sizes"], "count seed"),
    curated("figure fp-vs-k", &[""], "bits items hashes"),
    curated("figure fp-bounds", &[""], "bits items hashes"),
    curated("figure optimal-k", &[""], "bits items"),
    curated("figure standard-efficiency", &[""], "bits hashes items"),
    curated("figure classic-efficiency", &[""], "bits hashes items"),
    curated("figure standard-peak-efficiency", &[""], "bits hashes"),
    curated("figure classic-peak-efficiency", &[""], "bits hashes"),
    curated("figure spread", &[""], "bits items hashes kind"),
    curated("figure textbook-gap", &[""], "fpr up_to"),
    curated(
        "figure pmf",
        &["urns balls", "urns department", "urns department every", "urns sizes"],
        "observed above",
    ),
    curated("overlap", &["population sizes observed", "population sizes"], "digits"),
];

/// The words of a command with its arguments.
pub(super) struct Arguments(Vec<String>);

impl Arguments {
    pub(super) fn of(one: &Curated, draws: &mut Draws) -> Arguments {
        let mut words: Vec<String> = one.words.split(' ').map(String::from).collect();
        let mut values = Values { draws, whole: None };
        let set = values.draws.below(one.together.len() as u64) as usize;
        let plus = values.draws.below(4) == 0;
        let mut names: Vec<&str> = one.together[set].split_whitespace().collect();
        for name in one.more.split(' ') {
            let chosen = match name.strip_suffix('+') {
                Some(_) => plus,
                None => values.draws.below(4) == 0,
            };
            if chosen {
                names.push(name.trim_end_matches('+'));
            }
        }
        // Figures have all their options behind them, and more often.
        if one.together == [""] {
            names = one.more.split(' ').filter(|_| values.draws.below(4) > 0).collect();
        }
        for name in names {
            words.push(format!("--{}", name.replace('_', "-")));
            words.extend(values.of(name, reader(one.words, name)));
        }
        let figure = one.words.starts_with("figure ");
        match (figure, values.draws.below(3)) {
            (true, 0) => words.extend(["-o", "figure.svg", "--force"].map(String::from)),
            (false, 0) => words.push("--json".into()),
            _ => {}
        }
        Arguments(words)
    }

    pub(super) fn words(self) -> Vec<String> {
        self.0
    }
}

/// What reads the value of an option.
fn reader(words: &str, name: &str) -> &'static str {
    let all = urnfield_answers::OF_THE_PAGE.iter().chain(urnfield_answers::OTHERS);
    let named = all.into_iter().find(|named| named.words == words);
    let options: Vec<TypedOption> = named.map_or_else(Vec::new, |named| (named.options)());
    match (options.iter().find(|option| option.name == name), name) {
        (Some(option), _) if option.need == Need::Flag => "flag",
        (Some(option), _) => option.reader,
        (None, "digits") => "digits",
        (None, "sizes") => "sizes",
        (None, _) => "count",
    }
}

/// Values that go with each other: the first number says how large everything is.
pub(super) struct Values<'a> {
    pub(super) draws: &'a mut Draws,
    pub(super) whole: Option<u64>,
}

impl Values<'_> {
    /// The value of an option, nothing for a flag.
    fn of(&mut self, name: &str, reader: &str) -> Option<String> {
        Some(match reader {
            "flag" => return None,
            "count" => match name {
                // So many of something.
                "moments" | "bounds" => self.up_to(9).to_string(),
                "count" => self.up_to(25).to_string(),
                "hashes" | "max_hashes" => self.hashes().to_string(),
                _ => self.count().to_string(),
            },
            "large_count" => match self.draws.below(3) {
                0 => format!("2^{}", self.draws.below(1025)),
                _ => self.count().to_string(),
            },
            "size_in_bits" => self.count().to_string(),
            "rate" => self.rate(),
            "threshold" => self.rate(),
            "number" => {
                let value = self.rate();
                self.draws.one_of(&["2", "1", "1/500", "-3", "1e9", &value]).to_owned()
            }
            "sizes" => {
                let lists = 2 + self.draws.below(2) * self.draws.below(4);
                let sizes: Vec<String> = (0..lists).map(|_| self.part().to_string()).collect();
                sizes.join(",")
            }
            "span" => self.span(name),
            "department" => self.department(),
            "kind" => self.draws.one_of(&["standard", "classic"]).into(),
            "kinds" => {
                self.draws.one_of(&["standard", "classic", "line", "parquet", "both"]).into()
            }
            "filter_kind" => self
                .draws
                .one_of(&["standard", "classic", "line", "line-classic", "parquet"])
                .into(),
            "rate_kind" => self
                .draws
                .one_of(&["standard", "classic", "line", "parquet", "double", "partitioned"])
                .into(),
            "steps" => self.draws.one_of(&["all", "nonzero", "unit"]).into(),
            "digits" => match self.draws.below(4) {
                0 => (1 + self.draws.below(1000)).to_string(),
                _ => (1 + self.draws.below(40)).to_string(),
            },
            other => panic!("no values for the reader {other}"),
        })
    }

    /// A number of at most so many bits; every length is as likely.
    pub(super) fn up_to(&mut self, bits: u64) -> u64 {
        let length = self.draws.below(bits + 1);
        match (length, self.draws.below(8)) {
            (0, _) => self.draws.below(2),
            (_, 0) => 1 << (length - 1),
            (_, 1) => (1 << (length - 1)) - 1,
            (64, _) => self.draws.word() | 1 << 63,
            _ => (1 << (length - 1)) + self.draws.below(1 << (length - 1)),
        }
    }

    /// The first is anything, the others are often about as large or a part.
    fn count(&mut self) -> u64 {
        let Some(whole) = self.whole else {
            // Sizes that people have are likelier.
            let most = self.draws.one_of(&[10, 20, 30, 40, 50, 64]);
            let first = self.up_to(most).max(1);
            self.whole = Some(first);
            return first;
        };
        match self.draws.below(4) {
            0 => self.up_to(64),
            1 => whole.saturating_mul(1 + self.draws.below(3)) / (1 + self.draws.below(20)),
            _ => self.part(),
        }
    }

    /// At most the whole.
    fn part(&mut self) -> u64 {
        let Some(whole) = self.whole else { return self.count() };
        match self.draws.below(3) {
            0 => self.draws.corner(whole.min(u64::MAX - 1)),
            _ => self.up_to(u64::from(64 - whole.leading_zeros())).min(whole),
        }
    }

    fn hashes(&mut self) -> u64 {
        match self.draws.below(4) {
            0 => self.count(),
            1 => self.up_to(20),
            _ => 1 + self.draws.below(40),
        }
    }

    /// Points of a figure: a few from anywhere.
    fn span(&mut self, name: &str) -> String {
        let first = if name == "hashes" { self.hashes() } else { self.count() }.max(1);
        let more = self.up_to(12);
        format!("{first}-{}", first.saturating_add(more))
    }

    fn department(&mut self) -> String {
        let mut text = String::new();
        for i in 0..1 + self.draws.below(3) / 2 {
            let (count, size) = match self.draws.below(3) {
                0 => (1 + self.draws.below(9), self.part()),
                1 => (self.count(), 1 + self.draws.below(9)),
                _ => (self.up_to(20), self.part()),
            };
            let plus = if i > 0 { "+" } else { "" };
            let _ = write!(text, "{plus}{count}x{size}");
        }
        text
    }

    pub(super) fn rate(&mut self) -> String {
        match self.draws.below(8) {
            0 => self.draws.one_of(&["1/2", "1%", "5%", "95%", "1e-9", "0.999999"]).into(),
            1 => format!("1e-{}", self.up_to(10)),
            2 => format!("1e-{}", self.up_to(20)),
            3 => format!("0.{}", "9".repeat(1 + self.draws.below(40) as usize)),
            4 => {
                let below = self.up_to(62).max(2);
                format!("{}/{below}", 1 + self.draws.below(below - 1))
            }
            _ => format!("{}e-{}", 1 + self.draws.below(9), 1 + self.draws.below(30)),
        }
    }
}
