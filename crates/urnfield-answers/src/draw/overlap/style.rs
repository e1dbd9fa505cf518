//! What the pictures of overlaps have in common: their options, margins, stars and labels.

use crate::report::value::shown;
use crate::{OverlapAnswer, OverlapRow};
use urnfield::{Enclosure, Error, Rational};

/// The most columns of a picture.
pub(crate) const MOST_COLUMNS: usize = 60;

/// Names longer than this are cut: the picture is about numbers.
pub(crate) const LONGEST_NAME: usize = 40;

pub(crate) const MARGIN: f64 = 14.0;
pub(crate) const TEXT: f64 = 12.0;
pub(crate) const SMALL: f64 = 11.0;

/// What a picture looks like.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub struct Look {
    /// Bars, or a heat map of pairs; `None`: bars for up to six lists.
    pub style: Option<PictureStyle>,
    /// Bars of names in exactly these lists.
    pub exclusive: bool,
    /// Heights are logarithms.
    pub log_scale: bool,
    /// Only the drawing, without sentences below it.
    pub no_caption: bool,
}

/// How overlaps are drawn.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum PictureStyle {
    /// A bar for each combination.
    Bars,
    /// A cell for each pair.
    Heat,
}

impl std::str::FromStr for PictureStyle {
    type Err = Error;

    fn from_str(text: &str) -> Result<PictureStyle, Error> {
        match text {
            "bars" => Ok(PictureStyle::Bars),
            "heat" => Ok(PictureStyle::Heat),
            _ => Err(Error::Domain {
                rule: "a picture is of bars or heat",
                got: format!("{text:?}"),
            }),
        }
    }
}

/// An answer as a drawing.
#[derive(Debug, Clone)]
pub struct Picture {
    /// A whole SVG document.
    pub svg: String,
    /// What is not in it.
    pub notes: Vec<String>,
}

/// Returns the text that a browser shows when the pointer is over a combination.
pub(crate) fn hover(table: &OverlapAnswer, row: &OverlapRow) -> String {
    let combination = &row.combination;
    let value =
        |found: &Option<Enclosure>| found.as_ref().map_or("-".into(), |value| shown(value, 3));
    format!(
        "{}: observed {}, expected {}, P(>=) {}, Holm {}",
        table.names(&combination.lists).join(" & "),
        combination.observed,
        value(&row.expected),
        value(&row.at_least),
        value(&row.holm)
    )
}

/// The levels that stars stand for: as a fraction, and as they are written.
const LEVELS: [((i64, u64), &str); 3] = [((1, 1000), "***"), ((1, 100), "**"), ((1, 20), "*")];

/// Stars for a level that the adjusted value certainly keeps.
pub(crate) fn stars(holm: &Enclosure) -> Option<&'static str> {
    LEVELS.iter().find_map(|&((a, b), stars)| {
        let level = Rational::new(a, b).ok()?;
        holm.certainly_le(&level).then_some(stars)
    })
}

/// Returns the expected number as a double, because only the height of a mark depends on it.
pub(crate) fn expected(row: &OverlapRow) -> f64 {
    row.expected.as_ref().map_or(0.0, Enclosure::hi_f64)
}

pub(crate) fn cut(name: &str) -> String {
    if name.chars().count() <= LONGEST_NAME {
        return name.to_owned();
    }
    name.chars().take(LONGEST_NAME - 1).chain("…".chars()).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn stars_are_certain() {
        let holm = |n, d| Enclosure::from_rational(&Rational::new(n, d).expect("p"), 60);
        assert_eq!(stars(&holm(1, 1000)), Some("***"));
        assert_eq!(stars(&holm(11, 10_000)), Some("**"));
        assert_eq!(stars(&holm(1, 20)), Some("*"));
        assert_eq!(stars(&holm(51, 1000)), None);
    }

    #[test]
    fn long_names_are_cut() {
        assert_eq!(cut("heart"), "heart");
        assert_eq!(cut(&"é".repeat(41)).chars().count(), LONGEST_NAME);
    }
}
