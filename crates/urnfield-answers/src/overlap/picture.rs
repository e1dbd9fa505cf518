//! The table as a picture: a bar for what each combination shares, a mark for what chance alone
//! would share, and dots below that say which lists are meant. Black and white.

use super::rows::{OverlapAnswer, OverlapRow};
use crate::chart::round_step;
use crate::svg::{Pair, Svg, Words, centred, end, start, width};
use crate::value::shown;
use urnfield::{Enclosure, Rational};

/// More columns than this are not read by anybody.
const MOST_COLUMNS: usize = 60;
/// Names longer than this are cut: the picture is about numbers.
const LONGEST_NAME: usize = 40;

const BARS_HEIGHT: f64 = 220.0;
const ROW_HEIGHT: f64 = 24.0;
const BAR_WIDTH: f64 = 16.0;
const MARGIN: f64 = 14.0;
const TEXT: f64 = 12.0;
const SMALL: f64 = 11.0;

/// The levels that stars stand for: as a fraction, and as they are written.
const LEVELS: [((i64, u64), &str); 3] = [((1, 1000), "***"), ((1, 100), "**"), ((1, 20), "*")];

/// An answer as a drawing.
#[derive(Debug, Clone)]
pub struct Picture {
    /// A whole SVG document.
    pub svg: String,
    /// What is not in it.
    pub notes: Vec<String>,
}

impl OverlapAnswer {
    /// The first rows as a picture.
    pub fn picture(&self) -> Picture {
        let shown = &self.rows[..self.rows.len().min(MOST_COLUMNS)];
        let rest = self.rows.len() - shown.len();
        let notes = (rest > 0).then(|| {
            format!(
                "the picture shows the first {MOST_COLUMNS} of {} combinations; choose them with \
                 --degree or --sort",
                self.rows.len()
            )
        });
        let notes: Vec<String> = notes.into_iter().collect();
        Picture { svg: Layout::of(self, shown).draw(&notes), notes }
    }
}

/// Where everything is.
struct Layout<'a> {
    table: &'a OverlapAnswer,
    rows: &'a [OverlapRow],
    names: Vec<String>,
    /// The left edge of the columns, and how far they are apart.
    left: f64,
    step: f64,
    /// The top and the foot of the bars, and the first row of dots.
    top: f64,
    foot: f64,
    dots: f64,
    /// The number of names at the top.
    most: f64,
    tick: u64,
}

impl<'a> Layout<'a> {
    fn of(table: &'a OverlapAnswer, rows: &'a [OverlapRow]) -> Layout<'a> {
        let names: Vec<String> = table.lists.iter().map(|list| cut(&list.name)).collect();
        let size_width = |size: u64| width(&size.to_string(), TEXT);
        let sizes = table.lists.iter().map(|list| size_width(list.size)).fold(0.0, f64::max);
        let longest = names.iter().map(|name| width(name, TEXT)).fold(0.0, f64::max);
        let observed = |row: &OverlapRow| row.combination.observed;
        let labels = rows.iter().map(|row| width(&observed(row).to_string(), SMALL));
        let largest = rows.iter().map(|row| (observed(row) as f64).max(expected(row)));
        let largest = largest.fold(1.0, f64::max);
        // What is too large for an integer ends the axis.
        let tick = round_step((largest / 5.0).max(1.0)) as u64;
        let top = MARGIN + 2.6 * TEXT;
        let foot = top + BARS_HEIGHT;
        Layout {
            table,
            rows,
            left: MARGIN + (longest + sizes + 34.0).max(axis_width(largest) + 32.0),
            step: labels.fold(BAR_WIDTH + 8.0, |widest, label| f64::max(widest, label + 6.0)),
            names,
            top,
            foot,
            dots: foot + 26.0,
            most: largest,
            tick,
        }
    }

    fn draw(&self, notes: &[String]) -> String {
        let mut svg = Svg::default();
        let right = self.left + self.step * self.rows.len() as f64;
        self.axis(&mut svg, right);
        self.lists(&mut svg, right);
        for (at, row) in self.rows.iter().enumerate() {
            let middle = self.left + self.step * (at as f64 + 0.5);
            svg.titled(&self.hover(row), |svg| self.column(svg, middle, row));
        }
        let (far, low) = self.legend(&mut svg, notes);
        let title = format!("Overlaps of {} lists", self.table.lists.len());
        svg.finish((right.max(far) + MARGIN, low + MARGIN), &title)
    }

    fn height(&self, names: f64) -> f64 {
        self.foot - BARS_HEIGHT * names / self.most
    }

    fn axis(&self, svg: &mut Svg, right: f64) {
        let mut names = 0u64;
        while names as f64 <= self.most {
            let y = self.height(names as f64);
            let style = if names == 0 { STROKE } else { FAINT };
            svg.line((self.left, y), (right, y), style);
            let text = names.to_string();
            svg.words((self.left - 6.0, y + 4.0), &end(&text, SMALL));
            names = match names.checked_add(self.tick) {
                Some(next) => next,
                None => break,
            };
        }
        let middle = (self.left - axis_width(self.most) - 16.0, (self.top + self.foot) / 2.0);
        svg.rising_words(middle, &centred("names shared", TEXT));
    }

    fn lists(&self, svg: &mut Svg, right: f64) {
        for (at, list) in self.table.lists.iter().enumerate() {
            let y = self.dots + ROW_HEIGHT * at as f64;
            if at % 2 == 0 {
                svg.rectangle((MARGIN, y), (right - MARGIN, ROW_HEIGHT), r##"fill="#eee""##);
            }
            let base = y + ROW_HEIGHT / 2.0 + 4.0;
            let size = list.size.to_string();
            svg.words((self.left - 12.0, base), &end(&size, TEXT));
            svg.words((MARGIN + 4.0, base), &start(&self.names[at], TEXT));
        }
        svg.words((self.left - 12.0, self.dots - 5.0), &end("size", SMALL));
    }

    fn column(&self, svg: &mut Svg, x: f64, row: &OverlapRow) {
        let observed = row.combination.observed;
        let y = self.height(observed as f64);
        let stars = row.holm.as_ref().and_then(stars);
        let looks = if stars.is_some() { DARK } else { LIGHT };
        svg.rectangle((x - BAR_WIDTH / 2.0, y), (BAR_WIDTH, self.foot - y), looks);
        let mark = self.height(expected(row));
        self.mark(svg, x, mark, stars.is_some());
        // The number stands above both.
        let above = y.min(mark) - 6.0;
        let number = observed.to_string();
        self.label(svg, (x, above), &centred(&number, SMALL));
        if let Some(stars) = stars {
            self.label(svg, (x, above - SMALL - 1.0), &centred(stars, TEXT + 1.0));
        }
        self.members(svg, x, row);
    }

    /// Words that lines behind them do not run through.
    fn label(&self, svg: &mut Svg, (x, y): Pair, words: &Words<'_>) {
        let (wide, high) = (width(words.text, words.size), 0.8 * words.size);
        svg.rectangle((x - wide / 2.0, y - high), (wide, high), r##"fill="#fff""##);
        svg.words((x, y), words);
    }

    /// On a dark bar the mark has a white edge, or nobody would see it.
    fn mark(&self, svg: &mut Svg, x: f64, y: f64, dark: bool) {
        let (from, to) = (x - BAR_WIDTH / 2.0 - 2.0, x + BAR_WIDTH / 2.0 + 2.0);
        if dark {
            svg.line((from, y), (to, y), r##"stroke="#fff" stroke-width="5""##);
        }
        svg.line((from, y), (to, y), r##"stroke="#000" stroke-width="2.5""##);
    }

    fn members(&self, svg: &mut Svg, x: f64, row: &OverlapRow) {
        let members = &row.combination.lists;
        let place = |list: usize| self.dots + ROW_HEIGHT * (list as f64 + 0.5);
        for list in (0..self.table.lists.len()).filter(|list| !members.contains(list)) {
            svg.circle((x, place(list)), 5.0, r##"fill="#ccc""##);
        }
        if let (Some(&first), Some(&last)) = (members.first(), members.last()) {
            let style = r##"stroke="#000" stroke-width="3""##;
            svg.line((x, place(first)), (x, place(last)), style);
        }
        let black = r##"fill="#000""##;
        members.iter().for_each(|&list| svg.circle((x, place(list)), 6.0, black));
    }

    /// What the marks mean; returns how far to the right and down it goes.
    fn legend(&self, svg: &mut Svg, notes: &[String]) -> (f64, f64) {
        let line = TEXT + 6.0;
        let mut y = self.dots + ROW_HEIGHT * self.table.lists.len() as f64 + 1.5 * line;
        let mut far = 0f64;
        let x = MARGIN + 30.0;
        let mut say = |svg: &mut Svg, y: f64, text: &str| {
            svg.words((x, y), &start(text, TEXT));
            far = far.max(x + width(text, TEXT));
        };
        let population = self.table.population;
        let middle = MARGIN + 12.0;
        self.mark(svg, middle, y - 4.0, false);
        say(svg, y, &format!("expected by chance (population {population})"));
        y += line;
        svg.rectangle((middle - 7.0, y - 11.0), (14.0, 13.0), DARK);
        say(svg, y, "more than chance: P(≥) adjusted by Holm is");
        y += line;
        say(svg, y, "* at most 0.05, ** at most 0.01, *** at most 0.001");
        y += line;
        svg.rectangle((middle - 7.0, y - 11.0), (14.0, 13.0), LIGHT);
        say(svg, y, "no evidence of more than chance");
        for note in notes {
            y += line;
            say(svg, y, note);
        }
        (far, y)
    }

    fn hover(&self, row: &OverlapRow) -> String {
        let combination = &row.combination;
        let value = |found: &Option<Enclosure>| found.as_ref().map_or("-".into(), |v| shown(v, 3));
        format!(
            "{}: observed {}, expected {}, P(>=) {}, Holm {}",
            self.table.names(&combination.lists).join(" & "),
            combination.observed,
            value(&row.expected),
            value(&row.at_least),
            value(&row.holm)
        )
    }
}

/// Bars.
const DARK: &str = r##"fill="#555" stroke="#000""##;
const LIGHT: &str = r##"fill="#fff" stroke="#000""##;

const STROKE: &str = r##"stroke="#000""##;
const FAINT: &str = r##"stroke="#ccc""##;

/// Doubles do: only the height of a mark depends on them.
fn expected(row: &OverlapRow) -> f64 {
    row.expected.as_ref().map_or(0.0, Enclosure::hi_f64)
}

/// How wide the numbers beside the bars are.
fn axis_width(most: f64) -> f64 {
    width(&format!("{most:.0}"), SMALL)
}

/// Stars for a level that the adjusted value certainly keeps.
fn stars(holm: &Enclosure) -> Option<&'static str> {
    LEVELS.iter().find_map(|&((a, b), stars)| {
        let level = Rational::new(a, b).ok()?;
        holm.certainly_le(&level).then_some(stars)
    })
}

fn cut(name: &str) -> String {
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
