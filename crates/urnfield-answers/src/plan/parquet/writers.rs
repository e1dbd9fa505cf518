//! The filter that each Parquet writer makes for a plan, and the options that keep the rate.

use crate::ask::reach::{Missed, in_reach};
use crate::{AnyLoad, Form, ParquetWriter, Value, WRITERS, object, words};
use urnfield::bloom::blocked::{ParquetRule, WrittenFilter};
use urnfield::{Blocked, Enclosure, Error, Rate, Rational};

/// Digits of the rates in options.
const DIGITS: usize = 4;

/// Percentages of the rate that are tried in order. A writer that may fold a filter in half needs
/// a lower rate.
const SHARES: [u64; 6] = [100, 90, 75, 50, 25, 10];

/// What one program makes.
#[derive(Debug, Clone)]
pub struct WriterPlan {
    /// The program, and which of its ways.
    pub writer: &'static ParquetWriter,
    /// Its filter where it is asked for the values and the rate of the plan, and nothing else is
    /// set.
    pub asked: Option<Made>,
    /// Whether that would be more bytes than a file can hold.
    pub too_large: bool,
    /// Options that keep the rate, and the filter that results; `None` where no options do.
    pub advice: Option<(Vec<(&'static str, String)>, Made)>,
}

/// A filter that a program makes.
#[derive(Debug, Clone)]
pub struct Made {
    /// Its bytes.
    pub bytes: u64,
    /// Its rate with so many values.
    pub fpr: Option<Enclosure>,
    /// Half its bytes and their rate, where chance decides whether it has those.
    pub or_half: Option<(u64, Option<Enclosure>)>,
    /// Whether the cap made it smaller.
    pub capped: bool,
    /// Whether the rate is kept, whatever chance decides.
    pub keeps_promise: bool,
}

/// What all programs are asked for.
pub(crate) struct Wish {
    items: u64,
    /// The fewest blocks that keep the rate.
    least: Blocked,
    /// The rate as a decimal, and those to ask for so that it is kept.
    rates: Vec<String>,
    form: Form,
}

impl Wish {
    /// `ask_for` is the rate that writers keep the other one for.
    pub(crate) fn new(
        (items, fpr): (u64, &Rate),
        least: Blocked,
        ask_for: Option<&Enclosure>,
        form: Form,
    ) -> Wish {
        // Rounded down: less is on the safe side.
        let lower = |rate: &Enclosure| rate.decimal_bounds(DIGITS).0;
        let short = fpr.value().brief();
        // Writers take decimals, and `brief` may give a fraction or the first digits.
        let is_decimal = !short.contains('/')
            && short.parse::<Rational>().is_ok_and(|read| read == *fpr.value());
        let fpr = if is_decimal { short } else { lower(&Enclosure::from(fpr.value())) };
        let mut rates = vec![fpr];
        for percent in ask_for.iter().flat_map(|_| SHARES) {
            let share = Enclosure::from(percent).checked_div(&Enclosure::from(100));
            rates.extend(share.zip(ask_for).map(|(share, rate)| lower(&(rate * &share))));
        }
        Wish { items, least, rates, form }
    }

    /// Returns a row for each setting of each program. A size that doubles cannot decide is left
    /// out, with a note.
    pub(crate) fn rows(&self, missed: &mut Missed) -> Result<Vec<WriterPlan>, Error> {
        WRITERS.iter().map(|writer| self.row(writer, missed)).collect()
    }

    fn row(
        &self,
        writer: &'static ParquetWriter,
        missed: &mut Missed,
    ) -> Result<WriterPlan, Error> {
        let Some(rule) = writer.rule else {
            return Ok(WriterPlan { writer, asked: None, too_large: false, advice: None });
        };
        let is_told = !writer.options.is_empty();
        let first = if is_told { &self.rates[0] } else { writer.usual_fpr };
        let what = format!("filter of {}", writer.title());
        let asked = missed.take(&what, self.size(rule, first, writer.cap))?;
        let too_large = asked.is_some_and(|size| size.is_none());
        let asked = asked.flatten();
        let caps = std::iter::successors(Some(writer.cap), |cap| Some(2 * cap))
            .take_while(|cap| *cap <= writer.highest_cap);
        let mut advised = None;
        if !is_told {
            advised = asked.filter(|size| self.is_kept(size)).map(|size| (Vec::new(), size));
        }
        // The least cap at which some rate will do.
        let ways = caps.flat_map(|cap| self.rates.iter().map(move |fpr| (cap, fpr)));
        for (cap, fpr) in ways.filter(|_| is_told) {
            // What cannot be decided for one rate is for the next.
            let size = in_reach(self.size(rule, fpr, cap))?.ok().flatten();
            if let Some(size) = size.filter(|size| self.is_kept(size)) {
                advised = Some((writer.options_for(self.items, fpr, cap), size));
                break;
            }
        }
        let mut made = |size: WrittenFilter| self.made(size, &what, missed);
        let asked = asked.map(&mut made).transpose()?;
        let advice = match advised {
            Some((options, size)) => Some((options, made(size)?)),
            None => None,
        };
        Ok(WriterPlan { writer, asked, too_large, advice })
    }

    /// `None` for more bytes than a file can have.
    fn size(&self, rule: ParquetRule, fpr: &str, cap: u64) -> Result<Option<WrittenFilter>, Error> {
        let size = rule.filter(self.items, &fpr.parse()?, cap)?;
        Ok((rule != ParquetRule::DuckDb || !size.capped).then_some(size))
    }

    /// The rate falls with the size, so sizes are compared and not rates.
    fn is_kept(&self, size: &WrittenFilter) -> bool {
        let halved = u64::from(size.may_be_half);
        size.design.blocks() >> halved >= self.least.blocks()
    }

    fn made(&self, size: WrittenFilter, what: &str, missed: &mut Missed) -> Result<Made, Error> {
        let mut rate = |design: Blocked| {
            let found = AnyLoad::Blocked(design.holding(self.items)).fpr(self.form);
            missed.take(&format!("fpr of the {what}"), found)
        };
        let fpr = rate(size.design)?;
        let mut or_half = None;
        if size.may_be_half {
            let half = Blocked::parquet(size.design.blocks() / 2)?;
            or_half = Some((half.bits() / 8, rate(half)?));
        }
        let keeps_promise = self.is_kept(&size);
        Ok(Made { bytes: size.design.bits() / 8, fpr, or_half, capped: size.capped, keeps_promise })
    }
}

impl WriterPlan {
    /// For programs.
    pub(crate) fn object(&self) -> Value {
        let options = self.advice.as_ref().map(|(options, _)| -> Value {
            let each = |(name, value): &(&'static str, String)| object! { "name" => *name, "value" => value };
            options.iter().map(each).collect()
        });
        let cap = self.writer.rule.map(|_| {
            object! { "bytes" => self.writer.cap, "option" => self.writer.cap_option }
        });
        object! {
            "writer" => self.writer.name,
            "setting" => self.writer.setting,
            "cap" => cap,
            "asked" => self.asked.as_ref().map(Made::object),
            "options" => options,
            "with_options" => self.advice.as_ref().map(|(_, made)| made.object()),
        }
    }

    /// What people read of the filter that is asked for as it is.
    pub(crate) fn cells(&self) -> [Value; 3] {
        let writer = self.writer;
        let Some(made) = &self.asked else {
            let why = match writer.rule {
                None => "writes no filters",
                Some(_) if self.too_large => "more than a file can hold",
                Some(_) => "no size that is certain",
            };
            return [Value::Null, Value::Null, why.into()];
        };
        let cap = match writer.cap_option {
            Some(option) => format!(": at the cap, {option}"),
            None => ": at the cap, which no option raises".into(),
        };
        let verdict = match (made.keeps_promise, made.capped) {
            (true, _) => "kept".into(),
            (false, true) => format!("missed{cap}"),
            // Told nothing, it takes the cap.
            (false, false) if made.bytes == writer.cap => format!("missed{cap}"),
            (false, false) => "missed".to_string(),
        };
        let [bytes, rate] = made.cells();
        [bytes, rate, verdict.into()]
    }

    /// The options that keep the rate, and what results.
    pub(crate) fn advice_cells(&self) -> Option<[Value; 3]> {
        self.writer.rule?;
        Some(match &self.advice {
            None => [Value::Null, Value::Null, "no options keep it".into()],
            Some((options, made)) if options.is_empty() => {
                let [bytes, rate] = made.cells();
                [bytes, rate, "none needed".into()]
            }
            Some((options, made)) => {
                let each = options.iter().map(|(name, value)| format!("{name}={value}"));
                let [bytes, rate] = made.cells();
                [bytes, rate, each.collect::<Vec<_>>().join(" ").into()]
            }
        })
    }
}

impl Made {
    fn object(&self) -> Value {
        object! {
            "bytes" => self.bytes,
            "fpr" => &self.fpr,
            "or_half" => self.or_half.as_ref().map(|(bytes, fpr)| object! { "bytes" => *bytes, "fpr" => fpr }),
            "capped" => self.capped,
            "keeps_promise" => self.keeps_promise,
        }
    }

    fn cells(&self) -> [Value; 2] {
        let or = |value: Value, other: Option<Value>| match other {
            Some(other) => words![value, " or ", other],
            None => value,
        };
        let (bytes, rate) = match &self.or_half {
            Some((bytes, rate)) => (Some(Value::from(*bytes)), Some(Value::from(rate))),
            None => (None, None),
        };
        [or(self.bytes.into(), bytes), or((&self.fpr).into(), rate)]
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use urnfield::bloom::blocked::BlockSizing;

    fn rows(items: u64, fpr: &str) -> (Rate, Vec<WriterPlan>) {
        let rate: Rate = fpr.parse().expect("a rate");
        let least = BlockSizing::parquet().smallest(items, &rate).expect("a plan");
        let ask_for = least.ask_writer_for().expect("a rate");
        let wish = Wish::new((items, &rate), least.design, Some(&ask_for), Form::Text(7));
        let mut missed = Missed::default();
        let rows = wish.rows(&mut missed).expect("rows");
        assert_eq!(missed.notes, Vec::<String>::new());
        (rate, rows)
    }

    /// The rates themselves are compared here; above it is sizes.
    #[test]
    fn a_promise_is_kept_exactly_where_the_rate_is() {
        for (items, fpr) in [
            (1, "1%"),
            (100, "0.1%"),
            (1_000, "1/3"),
            (100_000, "1%"),
            (1_000_000, "1%"),
            (50_000_000, "1e-4"),
            (1_000, "0.000012345678901234567"),
        ] {
            let (target, rows) = rows(items, fpr);
            for row in rows {
                let is_kept = |made: &Made| {
                    let half = made.or_half.iter().filter_map(|(_, fpr)| fpr.as_ref());
                    made.fpr.iter().chain(half).all(|fpr| fpr.certainly_le(target.value()))
                };
                let what = format!("{items} at {fpr}: {}", row.writer.title());
                for made in row.asked.iter() {
                    assert_eq!(made.keeps_promise, is_kept(made), "{what}");
                }
                for (options, made) in row.advice.iter() {
                    assert!(made.keeps_promise && is_kept(made), "{what}: {options:?}");
                }
            }
        }
    }

    #[test]
    fn every_writer_with_options_keeps_one_percent() {
        for items in [1, 60, 1_000, 100_000, 131_000, 1_000_000, 10_000_000] {
            for row in rows(items, "1%").1 {
                let can = !row.writer.options.is_empty();
                assert!(!can || row.advice.is_some(), "{items}: {}", row.writer.title());
            }
        }
    }

    #[test]
    fn more_than_the_highest_cap_is_out_of_reach() {
        let (_, rows) = rows(150_000_000, "0.01%");
        for row in rows {
            let unlimited = row.writer.rule == Some(ParquetRule::DuckDb);
            assert_eq!(row.advice.is_some(), unlimited, "{}", row.writer.title());
        }
    }
}
