//! The answer as lines of a name and a value, and the table as TSV.

use crate::report::value::place;
use crate::{ENDS, Found, LawAnswer, Report, Value, object, words};
use urnfield::{Enclosure, Interval, MomentBounds};

/// What a table has in its columns.
const COLUMNS: &[&str] = &["i", "pmf"];

impl From<LawAnswer> for Report {
    fn from(answer: LawAnswer) -> Report {
        let mut report = Report::default();
        answer.statement.tell(&mut report);
        let others =
            answer.list.iter().any(|(key, _)| !matches!(*key, "mean" | "variance" | "table"));
        let is_table =
            |found: &Option<Found>| matches!(found, Some(Found::Table(_) | Found::Stream(_)));
        let alone = !others && answer.list.iter().any(|(_, found)| is_table(found));
        let mut list = answer.list.into_iter().peekable();
        while let Some((key, found)) = list.next() {
            // What was asked several times stands in one array.
            let mut same = vec![found];
            while let Some((_, found)) = list.next_if(|(next, _)| *next == key) {
                same.push(found);
            }
            let at: Vec<Value> = same
                .into_iter()
                .filter_map(|found| match found {
                    Some(found) => found.tell(key, alone, &mut report),
                    None => Some(Value::Null),
                })
                .collect();
            report.one_or_many(key, at);
            if key == "variance" {
                let (lo, hi) = answer.law.support();
                report.both("support", Interval::Closed { lo, hi });
            }
        }
        if alone {
            report.leave_out_all_but_data();
        }
        if answer.summary {
            report.later(move |out| crate::draw::law::write(&answer.law, out));
        }
        report.notes(answer.notes);
        report
    }
}

impl Found {
    /// Says it, and returns what programs read where it may be asked several times.
    /// A table may stand alone.
    fn tell(self, key: &'static str, alone: bool, report: &mut Report) -> Option<Value> {
        match self {
            Found::Value(value) => report.both(key, value),
            Found::At(i, value) => {
                report.line(place(key, i), &value);
                return Some(object! { "i" => i, ENDS => value });
            }
            Found::AtMost(i, value) => {
                report.line(place(key, i), words!["at most ", Value::Upper(value.clone())]);
                return Some(
                    object! { "i" => i, ENDS => value, "label" => "bound", "is" => "upper" },
                );
            }
            Found::Quantile(p, i) => {
                report.line(place(key, &p), i);
                return Some(object! { "p" => p, "i" => i });
            }
            Found::Pgf(z, value) => {
                report.line(place(key, &z), &value);
                return Some(object! { "z" => z, ENDS => value });
            }
            Found::Mode(ties) => report.both(key, ties),
            Found::Orders(values) => {
                for (r, value) in values.iter().enumerate() {
                    report.line(place(key, r), value);
                }
                report.json(key, values);
            }
            Found::Bounds(bounds) => {
                bounds.iter().flatten().for_each(|found| bound_lines(found, report));
                let each = bounds.into_iter().enumerate();
                report.json(
                    key,
                    each.map(|(r, found)| bounds_of(r as u64, found)).collect::<Value>(),
                );
            }
            Found::Table(rows) => {
                let row = |(i, pmf): (u64, Enclosure)| vec![i.into(), pmf.into()];
                report.rows(key, COLUMNS, rows.into_iter().map(row).collect());
            }
            // It is for people only, and the last part of their page.
            Found::Stream(stream) => report.later(move |out| {
                if !alone {
                    writeln!(out)?;
                }
                writeln!(out, "{}", COLUMNS.join("\t"))?;
                stream.write(out)
            }),
        }
        None
    }
}

/// A certified value that is known to lie on one side of the quantity asked for.
fn bound(value: Enclosure, is: &str) -> Value {
    object! { ENDS => value, "label" => "bound", "is" => is }
}

fn bounds_of(r: u64, found: Option<MomentBounds>) -> Value {
    let Some(found) = found else {
        let null = || Value::Null;
        return object! {
            "r" => r, "joint" => null(), "upper" => null(), "jensen" => null(), "balls" => null()
        };
    };
    let lower = |value: Option<Enclosure>| value.map(|value| bound(value, "lower"));
    object! {
        "r" => found.order,
        "joint" => found.joint,
        "upper" => bound(found.upper, "upper"),
        "jensen" => lower(found.jensen),
        "balls" => lower(found.balls),
    }
}

/// From below to above, so that the reader sees the joint probability between its bounds.
fn bound_lines(found: &MomentBounds, report: &mut Report) {
    report.line(place("balls", found.order), &found.balls);
    report.line(place("jensen", found.order), &found.jensen);
    report.line(place("joint", found.order), &found.joint);
    report.line(place("upper", found.order), &found.upper);
}
