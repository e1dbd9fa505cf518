//! All questions by the words of their commands, for addresses and other languages. Errors have the
//! same sentences as those of the command line.

use crate::ask::typed::{FromTyped, Need, ReadFields, ReadValue, Typed, TypedOption};
use crate::draw::figure::{
    AnyLaw, Figure, OneFilter, OverHashes, OverItems, OverLoads, OverPeaks, TextbookGap,
};
use crate::{
    About, Balls, BallsQuestion, BirthdayQuestion, CommitteesQuestion, CriticalQuestion, Form,
    Intersection, LawOptions, ParquetPlanQuestion, PeakQuestion, PlanQuestion, PopulationQuestion,
    PowerQuestion, Question, RateQuestion, Report, SampleOptions, Unanswered, Union,
    WaitingQuestion, read,
};
use urnfield::Kind;

/// A question that has a name.
pub struct Named {
    /// The words of its command, `law balls`.
    pub words: &'static str,
    /// Everything that can be typed behind it.
    pub options: fn() -> Vec<TypedOption>,
    /// Exactly one of these must be typed.
    pub one_of: &'static [&'static str],
    ask: Ask,
}

enum Ask {
    Report(fn(&ReadFields, Form) -> Result<Report, Unanswered>),
    Figure(fn(&ReadFields, Form) -> Result<Figure, Unanswered>),
}

const fn asks<Q: FromTyped + Question>(words: &'static str) -> Named {
    let report = |read: &ReadFields, form| Q::from_read(read)?.report(form);
    Named { words, options: Q::options, one_of: Q::ONE_OF, ask: Ask::Report(report) }
}

// `FigureQuestion` would link all figures into a program that draws a few.
macro_rules! draws {
    ($words:literal, $question:ident.$figure:ident($($kind:expr)?)) => {
        Named {
            words: $words,
            options: $question::options,
            one_of: $question::ONE_OF,
            ask: Ask::Figure(|read, form| {
                Ok($question::from_read(read)?.$figure($($kind,)? form)?)
            }),
        }
    };
}

/// The questions of the page's tabs. The WebAssembly build has only these to stay small.
pub const OF_THE_PAGE: &[Named] = &[
    asks::<PlanQuestion>("plan"),
    asks::<RateQuestion>("rate"),
    asks::<About<Balls, LawOptions>>("law balls"),
    asks::<About<Union, LawOptions>>("law union"),
    asks::<About<Intersection, LawOptions>>("law intersection"),
    asks::<WaitingQuestion>("law waiting"),
    asks::<CommitteesQuestion>("estimate committees"),
    asks::<BallsQuestion>("estimate balls"),
    asks::<PopulationQuestion>("estimate population"),
    asks::<BirthdayQuestion>("birthday"),
    asks::<CriticalQuestion>("critical"),
    draws!("figure fp-vs-k", OverHashes.rates()),
    draws!("figure spread", OneFilter.spread()),
    draws!("figure pmf", AnyLaw.pmf()),
];

/// All others that take nothing but words and values.
pub const OTHERS: &[Named] = &[
    asks::<PeakQuestion>("peak"),
    asks::<About<Balls, SampleOptions>>("sample balls"),
    asks::<About<Union, SampleOptions>>("sample union"),
    asks::<About<Intersection, SampleOptions>>("sample intersection"),
    asks::<PowerQuestion>("power"),
    asks::<ParquetPlanQuestion>("parquet plan"),
    draws!("figure fp-bounds", OverHashes.among_bounds()),
    draws!("figure optimal-k", OverItems.best()),
    draws!("figure standard-efficiency", OverLoads.efficiency(Kind::Standard)),
    draws!("figure classic-efficiency", OverLoads.efficiency(Kind::Classic)),
    draws!("figure standard-peak-efficiency", OverPeaks.peaks(Kind::Standard)),
    draws!("figure classic-peak-efficiency", OverPeaks.peaks(Kind::Classic)),
    draws!("figure textbook-gap", TextbookGap.gap()),
];

/// A named question with the values that were read.
pub struct Asked {
    named: &'static Named,
    read: ReadFields,
    digits: Option<usize>,
}

/// What an answer is written as.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Written {
    /// One JSON object.
    Json,
    /// A page of text.
    Text,
    /// The data of a figure.
    Csv,
    /// A figure as a picture.
    Svg,
}

impl Asked {
    /// A question as it stands in an address, `law/balls?urns=365&balls=23`.
    pub fn from_address(address: &str) -> Result<Asked, Unanswered> {
        let (words, typed) = Typed::from_address(address)?;
        Asked::among(&[OF_THE_PAGE, OTHERS], &words, typed)
    }

    /// Finds a question by the words of its command, and reads its values.
    pub fn among(
        lists: &[&'static [Named]],
        words: &str,
        typed: Typed,
    ) -> Result<Asked, Unanswered> {
        let all = || lists.iter().copied().flatten();
        let Some(named) = all().find(|named| named.words == words) else {
            return Err(Unanswered::Unclear(unknown(words, all())));
        };
        let mut options = (named.options)();
        if matches!(named.ask, Ask::Report(_)) {
            options.push(DIGITS);
        }
        let read = typed.read(named.words, &options, named.one_of)?;
        let digits = read.field(DIGITS.name, read::digits)?;
        Ok(Asked { named, read, digits })
    }

    /// Returns the answer as text.
    pub fn answer(&self, written: Written) -> Result<String, Unanswered> {
        let ask = match (&self.named.ask, written) {
            (Ask::Figure(ask), _) => return self.figure(*ask, written),
            (Ask::Report(_), Written::Csv | Written::Svg) => {
                return Err(Unanswered::Unclear(format!(
                    "only figures are written as CSV or SVG, got `{}`; ask for JSON or text",
                    self.named.words
                )));
            }
            (Ask::Report(ask), _) => ask,
        };
        let form = Form::new(written == Written::Json, self.digits);
        ask(&self.read, form)?.into_text(form)
    }

    fn figure(
        &self,
        ask: fn(&ReadFields, Form) -> Result<Figure, Unanswered>,
        written: Written,
    ) -> Result<String, Unanswered> {
        const FEW: usize = Figure::DIGITS_OF_A_PICTURE;
        let figure = |form| ask(&self.read, form);
        Ok(match written {
            Written::Svg => figure(Form::Text(FEW))?.to_svg(),
            Written::Csv | Written::Text => figure(Form::Text(Figure::DIGITS))?.to_csv(),
            Written::Json => {
                let form = Form::Json(FEW);
                Report::from(figure(form)?).into_text(form)?
            }
        })
    }
}

/// Behind every question but a figure's.
pub const DIGITS: TypedOption = TypedOption {
    name: "digits",
    value: Some("D"),
    help: "Significant digits, 1 to 1000 [default: 7, in JSON 15]",
    need: Need::Optional,
    reader: "digits",
    read: |text| read::digits(text).map(ReadValue::of),
};

/// Returns the error for words that are no command, or only the beginning of one.
fn unknown(words: &str, all: impl Iterator<Item = &'static Named>) -> String {
    let longer = |named: &'static Named| named.words.strip_prefix(words)?.strip_prefix(' ');
    let choices: Vec<&str> = all.filter_map(longer).collect();
    if choices.is_empty() || words.is_empty() {
        format!("unrecognized subcommand '{words}'; see `urnfield --help`")
    } else {
        format!(
            "`urnfield {words}` needs {} after it; see `urnfield {words} --help`",
            choices.join(" or ")
        )
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn said(address: &str) -> String {
        let asked = Asked::from_address(address).and_then(|asked| asked.answer(Written::Json));
        asked.unwrap_or_else(|no| no.to_string())
    }

    #[test]
    fn an_address_is_answered_as_the_shell_answers() {
        let json = said("rate?bits=64&items=4&hashes=10&digits=5");
        assert!(json.starts_with(r#"{"kind":"standard","bits":64,"items":4,"hashes":10,"fpr""#));
        let svg = Asked::from_address("figure/pmf?urns=365&balls=23")
            .and_then(|asked| asked.answer(Written::Svg));
        assert!(svg.expect("a picture").starts_with("<svg "));
        assert!(
            said("figure/pmf?urns=5&balls=2")
                .starts_with(r#"{"title":"Urns occupied by 2 balls in 5 urns""#)
        );
    }

    #[test]
    fn capture_histories_are_asked_by_their_text() {
        let json = said("estimate/population?histories=fox,may,june%0Aa,1,0%0Ab,1,1%0Ac,0,1");
        assert!(
            json.starts_with(r#"{"animals":3,"occasions":2,"sizes":[2,2],"moments""#),
            "{json}"
        );
        assert!(json.contains(r#""schnabel":{"value":"4","label":"estimate"}"#), "{json}");
        assert_eq!(
            said("estimate/population?histories=10%0A12"),
            "--histories: a history is noughts and ones, one an occasion, got \"12\" in line 2"
        );
        assert_eq!(
            said("estimate/population?histories=10%0A11&distinct=3"),
            "capture histories say who was caught and how often; give --histories without \
             --distinct, --caught and --recaptured"
        );
    }

    #[test]
    fn refusals_are_those_of_the_shell() {
        let each = [
            ("plan?items=ten", "--items: a count is written like 1000,"),
            ("law/balls?urns=3", "`urnfield law balls` needs --balls <N> as well; see `urnfield"),
            (
                "birthday",
                "`urnfield birthday` needs --urns <M> and <--balls <N>|--probability <P>> as well",
            ),
            ("plan?items=3&items=4", "the argument '--items <N>' cannot be used multiple times;"),
            ("plan?fruit=3", "unexpected argument '--fruit' found; see `urnfield plan --help`"),
            ("plan?no-per-filter=3", "unexpected value '3' for '--no-per-filter' found; no more"),
            ("plan?digits=0", "--digits: a number is shown to 1 to 1000 significant digits, got 0"),
            ("birthday?urns=9&balls=2&probability=1%25", "the argument '--balls <N>' cannot be"),
            ("figure/pmf?urns=5&balls=2&digits=3", "unexpected argument '--digits' found; see"),
            ("law", "`urnfield law` needs balls or union or intersection or waiting after it; see"),
            ("", "unrecognized subcommand ''; see"),
        ];
        for (address, sentence) in each {
            let said = said(address);
            assert!(said.starts_with(sentence), "{address}: {said}");
        }
    }
}
