//! The question of over-representation analysis, and one exact test for each set. Sets of one size
//! that share as many names are one question.

use crate::ask::reach::Missed;
use crate::lists::test::case::Case;
use crate::lists::test::p_value::Adjusting;
use crate::lists::test::shared_out::{each_once, shared_out};
use crate::{Alternative, Asking, Form, NamedList, Note, Question, Unanswered};
use urnfield::occupancy::{PairOfLists, Range};
use urnfield::{Enclosure, Error, Rate, Rational};

/// One set; `None` where something is out of reach or has no meaning.
#[derive(Debug, Clone)]
pub struct EnrichRow {
    /// The set, and what it shares with the list.
    pub set: NameSet,
    /// How many names a random list would share with it on average.
    pub expected: Option<Enclosure>,
    /// What is shared for each that is expected.
    pub fold: Option<Enclosure>,
    /// The fold, with the confidence asked for.
    pub fold_interval: Option<Range>,
    /// The p-value, in the direction that is tested.
    pub p: Option<Enclosure>,
    /// log10 of that.
    pub log10_p: Option<Enclosure>,
    /// The p-value adjusted for all sets by Holm.
    pub holm: Option<Enclosure>,
    /// The p-value adjusted for all sets by Benjamini and Hochberg.
    pub bh: Option<Enclosure>,
}

/// What a list has of many sets, the most surprising first.
#[derive(Debug, Clone)]
pub struct EnrichAnswer {
    /// The question, with notes about what is out of reach; its sets are in the rows.
    pub question: EnrichQuestion,
    /// Every set.
    pub rows: Vec<EnrichRow>,
}

/// The test of a set; errors are what is out of reach.
struct TestedSet {
    expected: Result<Enclosure, Error>,
    fold: Option<Result<Enclosure, Error>>,
    fold_interval: Result<Option<Range>, Error>,
    p: Result<Enclosure, Error>,
    log10_p: Result<Enclosure, Error>,
}

impl EnrichQuestion {
    /// Answers the question. `watch` receives the number of sets tested so far and of all sets.
    pub fn answer_watched(
        mut self,
        form: Form,
        watch: impl FnMut(u64, u64),
    ) -> Result<EnrichAnswer, Unanswered> {
        let sets = std::mem::take(&mut self.sets);
        let EnrichQuestion { population, ref list, alternative, .. } = self;
        let asking = Asking { confidence: self.confidence.clone(), ..Asking::default() };
        let confidence = asking.sure()?;
        let (cases, which) = each_once(sets.iter().map(|set| (set.size, set.shared.len() as u64)));
        let ask = |&(size, observed): &(u64, u64)| {
            found((population, list.size, size, observed), alternative, &confidence, form)
        };
        let answers = shared_out(&cases, ask, watch)?;
        let mut missed = Missed::default();
        let adjusted = || {
            let p = answers.iter().map(|answer| answer.p.clone()).collect::<Result<Vec<_>, _>>()?;
            let again = |case: usize, bits| {
                let (size, observed) = cases[case];
                let case = Case::new(vec![list.size, size], observed);
                case.ask(&case.law(population)?, alternative.tail(), bits)
            };
            Adjusting { p, which: &which, form, again }.adjusted()
        };
        let adjusted = missed.take("holm and bh", adjusted())?;
        let mut rows = Vec::new();
        for (set, &at) in sets.into_iter().zip(&which) {
            let answer = &answers[at];
            let name = set.name.clone();
            let mut take = |what: &str, found: &Result<Enclosure, Error>| {
                missed.take(&format!("{what} of {name}"), found.clone())
            };
            let row = EnrichRow {
                expected: take("expected", &answer.expected)?,
                fold: match &answer.fold {
                    Some(fold) => take("fold", fold)?,
                    None => None,
                },
                p: take("p", &answer.p)?,
                log10_p: take("log10_p", &answer.log10_p)?,
                fold_interval: {
                    let what = format!("fold_interval of {name}");
                    missed.take(&what, answer.fold_interval.clone())?.flatten()
                },
                holm: adjusted.as_ref().map(|[holm, _]| holm[at].clone()),
                bh: adjusted.as_ref().map(|[_, bh]| bh[at].clone()),
                set,
            };
            rows.push(row);
        }
        missed.fail_if(rows.iter().all(|row| row.p.is_none()))?;
        // By lower ends, which is right where the order can be told; what is unknown is last.
        rows.sort_by_cached_key(|row| {
            let lower = row.p.as_ref().map(Enclosure::lo);
            (lower.is_none(), lower)
        });
        self.notes.extend(missed.notes.into_iter().map(Note::from));
        Ok(EnrichAnswer { question: self, rows })
    }
}

impl Question for EnrichQuestion {
    type Answer = EnrichAnswer;

    fn answer(&self, form: Form) -> Result<EnrichAnswer, Unanswered> {
        self.clone().answer_watched(form, |_, _| {})
    }
}

fn found(
    (population, list, size, observed): (u64, u64, u64, u64),
    alternative: Alternative,
    confidence: &Rate,
    form: Form,
) -> Result<TestedSet, Error> {
    let case = Case::new(vec![list, size], observed);
    let rational = |value: Rational| {
        form.enclose("the expected overlap", |bits| Ok(Enclosure::from_rational(&value, bits)))
    };
    let mean = case.expected(population);
    let (p, log10_p) = case.tested(population, alternative.tail(), form)?;
    let pair = PairOfLists::new(population, [list, size])?.precision(form.bits_of_ends());
    Ok(TestedSet {
        fold: Rational::from(observed).checked_div(&mean).map(rational),
        expected: rational(mean),
        fold_interval: pair.intervals(observed, confidence).map(|effect| effect.fold),
        p,
        log10_p,
    })
}

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

/// A list and many sets of one population, tested for over-representation. [`EnrichNames`] makes
/// this of names.
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
    /// The confidence of intervals; 95 % by default.
    pub confidence: Option<Rate>,
    /// Names of the list that were dropped, as they are not in the universe.
    pub dropped: Vec<String>,
    /// What may be wrong with the names.
    pub notes: Vec<Note>,
}
