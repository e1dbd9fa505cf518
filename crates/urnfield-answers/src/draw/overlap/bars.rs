//! A bar for the names that each combination shares, a mark for the expected number, and dots below
//! for the lists of the combination.

use crate::draw::chart::axis::round_step;
use crate::draw::overlap::colour::{MoreOrLess, Scale};
use crate::draw::overlap::columns::Column;
use crate::draw::overlap::dots::{Lists, ROW_HEIGHT};
use crate::draw::overlap::style::{MARGIN, MOST_COLUMNS, SMALL, TEXT};
use crate::draw::overlap::{caption, columns};
use crate::draw::svg::{Label, Point, Svg, centred, end, start, width};
use crate::{Look, OverlapAnswer, Picture};

const BARS_HEIGHT: f64 = 220.0;
const BAR_WIDTH: f64 = 16.0;

/// A logarithmic axis begins here: a bar of one name is seen, and one of none is not.
const LOG_FOOT: f64 = 0.5;

/// From this share of chance's p on, a mark on a bar needs a white edge.
const DARK_BAR: f64 = 0.3;

pub(crate) fn picture(table: &OverlapAnswer, look: &Look) -> Picture {
    let mut columns =
        if look.exclusive { columns::exclusive(table) } else { columns::inclusive(table) };
    let all = columns.len();
    columns.truncate(MOST_COLUMNS);
    let notes = (all > MOST_COLUMNS).then(|| {
        format!(
            "the picture shows the first {MOST_COLUMNS} of {all} combinations; choose them with \
             --degree or --sort"
        )
    });
    let svg = BarChart::of(table, &columns, look).draw();
    Picture { svg, notes: notes.into_iter().collect() }
}

/// The places of all parts of the picture.
struct BarChart<'a> {
    table: &'a OverlapAnswer,
    columns: &'a [Column],
    look: &'a Look,
    lists: Lists<'a>,
    scale: Scale,
    /// The left edge of the columns, and how far they are apart.
    left: f64,
    step: f64,
    /// The top and the foot of the bars, and the first row of dots.
    top: f64,
    foot: f64,
    dots: f64,
    /// The number of names at the top.
    most: f64,
}

impl<'a> BarChart<'a> {
    fn of(table: &'a OverlapAnswer, columns: &'a [Column], look: &'a Look) -> BarChart<'a> {
        let lists = Lists::of(table);
        let labels = columns.iter().map(|column| width(&column.names.to_string(), SMALL));
        let largest = columns.iter().map(|column| (column.names as f64).max(column.expected));
        let largest = largest.fold(1.0, f64::max);
        let distances = columns.iter().filter_map(|column| Some(column.surprise?.1));
        let top = MARGIN + 2.6 * TEXT;
        let foot = top + BARS_HEIGHT;
        let axis = MARGIN + axis_width(largest) + 32.0;
        BarChart {
            table,
            columns,
            look,
            scale: Scale::of(distances, 3.0),
            left: lists.right.max(axis),
            lists,
            step: labels.fold(BAR_WIDTH + 8.0, |widest, label| f64::max(widest, label + 6.0)),
            top,
            foot,
            dots: foot + 26.0,
            most: if look.log_scale { log_end(largest) } else { axis_end(largest) },
        }
    }

    fn draw(&self) -> String {
        let mut svg = Svg::default();
        let right = self.left + self.step * self.columns.len().max(1) as f64;
        self.axis(&mut svg, right);
        self.lists.draw(&mut svg, self.left - self.lists.right, self.dots, right);
        for (at, column) in self.columns.iter().enumerate() {
            let middle = self.left + self.step * (at as f64 + 0.5);
            svg.titled(&column.hover, |svg| self.column(svg, middle, column));
        }
        let (mut far, mut low) = self.legend(&mut svg);
        far = far.max(right);
        if !self.look.no_caption {
            (far, low) = caption::write(&mut svg, &self.caption(), (far, low));
        }
        let title = format!("Overlaps of {} lists", self.table.question.lists.len());
        svg.finish((far + MARGIN, low + MARGIN), &title)
    }

    fn height(&self, names: f64) -> f64 {
        let share = if self.look.log_scale {
            (names.max(LOG_FOOT) / LOG_FOOT).ln() / (self.most / LOG_FOOT).ln()
        } else {
            names / self.most
        };
        self.foot - BARS_HEIGHT * share
    }

    /// Returns the numbers of the axis.
    fn ticks(&self) -> Vec<u64> {
        if self.look.log_scale {
            // With many powers of ten the numbers between them have no room.
            let few = self.most <= 1000.0;
            let between = |power: u64| {
                if few { vec![1, 2, 5] } else { vec![1] }
                    .into_iter()
                    .filter_map(move |part: u64| part.checked_mul(power))
            };
            let all = (0..20).flat_map(|power| between(10u64.pow(power)));
            return all.take_while(|names| *names as f64 <= self.most).collect();
        }
        // What is too large for an integer ends the axis.
        let tick = axis_step(self.most) as u64;
        let next = |names: &u64| names.checked_add(tick).filter(|names| *names as f64 <= self.most);
        std::iter::successors(Some(0), next).collect()
    }

    fn axis(&self, svg: &mut Svg, right: f64) {
        for names in self.ticks() {
            let y = self.height(names as f64);
            svg.line((self.left, y), (right, y), FAINT);
            svg.words((self.left - 6.0, y + 4.0), &end(&names.to_string(), SMALL));
        }
        svg.line((self.left, self.foot), (right, self.foot), STROKE);
        let middle = (self.left - axis_width(self.most) - 16.0, (self.top + self.foot) / 2.0);
        let name = if self.look.exclusive {
            "names in exactly these (exclusive)"
        } else {
            "names shared (inclusive)"
        };
        svg.rising_words(middle, &centred(name, TEXT));
    }

    fn column(&self, svg: &mut Svg, x: f64, column: &Column) {
        let y = self.height(column.names as f64);
        let (fill, dark) = match column.surprise {
            Some((side, distance)) => {
                let share = self.scale.share(distance);
                (side.colour(share), share > DARK_BAR)
            }
            None => ("#555".into(), true),
        };
        let looks = format!(r##"fill="{fill}" stroke="#000""##);
        svg.rectangle((x - BAR_WIDTH / 2.0, y), (BAR_WIDTH, self.foot - y), &looks);
        if self.is_below(column) {
            // Far below what the axis shows: an arrow, as a mark on the axis would say a half.
            arrow(svg, (x, self.foot));
        }
        let mark = self.height(column.expected);
        // A white edge on a low bar would hide it, or the axis.
        let room = mark > y && self.foot - mark > 4.0 && mark - y > 4.0;
        if !self.is_below(column) {
            self.mark(svg, x, mark, dark && room);
        }
        // The number sits on its bar, and above the mark only where that would run through it.
        let tall = 5.0 + SMALL + if column.stars.is_some() { TEXT + 2.0 } else { 0.0 };
        let base = if mark <= y && mark > y - tall { mark } else { y } - 5.0;
        let number = column.names.to_string();
        self.label(svg, (x, base), &centred(&number, SMALL));
        if let Some(stars) = column.stars {
            self.label(svg, (x, base - SMALL - 1.0), &centred(stars, TEXT + 1.0));
        }
        self.lists.members(svg, x, self.dots, &column.lists);
    }

    /// Returns whether the expected number lies below the foot of a logarithmic axis.
    fn is_below(&self, column: &Column) -> bool {
        self.look.log_scale && column.expected < LOG_FOOT
    }

    /// Writes words on a white box, so that no line runs through them.
    fn label(&self, svg: &mut Svg, (x, y): Point, words: &Label<'_>) {
        let (wide, high) = (width(words.text, words.size), 0.8 * words.size);
        svg.rectangle((x - wide / 2.0, y - high), (wide, high), r##"fill="#fff""##);
        svg.words((x, y), words);
    }

    /// Draws a mark. On a dark bar it has a white edge, because black on black is invisible.
    fn mark(&self, svg: &mut Svg, x: f64, y: f64, dark: bool) {
        let (from, to) = (x - BAR_WIDTH / 2.0 - 2.0, x + BAR_WIDTH / 2.0 + 2.0);
        if dark {
            svg.line((from, y), (to, y), r##"stroke="#fff" stroke-width="5""##);
        }
        svg.line((from, y), (to, y), r##"stroke="#000" stroke-width="2.5""##);
    }

    /// Draws the legend of marks and colours; returns its right and lower end.
    fn legend(&self, svg: &mut Svg) -> Point {
        let mut y = self.dots + ROW_HEIGHT * self.table.question.lists.len() as f64 + 2.0 * TEXT;
        self.mark(svg, MARGIN + 12.0, y - 4.0, false);
        let name = "expected by chance";
        svg.words((MARGIN + 30.0, y), &start(name, TEXT));
        let mut far = MARGIN + 30.0 + width(name, TEXT);
        if self.columns.iter().any(|column| self.is_below(column)) {
            arrow(svg, (far + 24.0, y));
            let name = "less than 0.5 expected";
            svg.words((far + 36.0, y), &start(name, TEXT));
            far += 36.0 + width(name, TEXT);
        }
        if self.look.exclusive {
            return (far, y);
        }
        y += 10.0;
        let there = |side| {
            self.columns.iter().any(|column| column.surprise.is_some_and(|(of, _)| of == side))
        };
        let mut ramps = vec![
            (MoreOrLess::More, "more than expected: −log10 P(≥)"),
            (MoreOrLess::Less, "fewer than expected: −log10 P(≤)"),
        ];
        ramps.retain(|(side, _)| there(*side));
        let (wide, low) = self.scale.draw(svg, (MARGIN + 4.0, y), &ramps, self.scale.numbers());
        (far.max(wide), low)
    }

    fn caption(&self) -> String {
        let population = self.table.question.population;
        let log = if self.look.log_scale { " Heights are logarithms." } else { "" };
        let tested = self.table.question.asking.alternative.symbol();
        if self.look.exclusive {
            format!(
                "Bars: names in the lists with a dot and in no other (exclusive); combinations of \
                 none are left out. Marks: the mean for lists drawn at random from {population} \
                 names. Tests are of inclusive overlaps, so bars have no p-value here.{log}"
            )
        } else {
            format!(
                "Bars: names in all lists with a dot, in others or not (inclusive). Marks: the mean \
                 for lists drawn at random from {population} names. Stars: {tested} adjusted by \
                 Holm at most 0.05 (*), 0.01 (**), 0.001 (***); no star: Holm above 0.05.{log}"
            )
        }
    }
}

const STROKE: &str = r##"stroke="#000""##;
const FAINT: &str = r##"stroke="#ccc""##;

/// Returns the distance between the numbers of a plain axis.
fn axis_step(most: f64) -> f64 {
    round_step((most / 5.0).max(1.0))
}

/// Returns the end of a plain axis, which is one of its numbers.
fn axis_end(largest: f64) -> f64 {
    let step = axis_step(largest);
    (largest / step).ceil() * step
}

/// Returns the end of a logarithmic axis: 1, 2 or 5 times a power of ten.
fn log_end(largest: f64) -> f64 {
    let power = 10f64.powf(largest.max(1.0).log10().floor());
    let ends = [1.0, 2.0, 5.0, 10.0].map(|part| part * power);
    ends.into_iter().find(|end| *end >= largest).unwrap_or(largest)
}

/// A small arrow that points down to a line.
fn arrow(svg: &mut Svg, (x, y): Point) {
    let looks = r##"fill="#000" stroke="#fff" stroke-width="0.8""##;
    svg.path((x - 4.5, y - 8.0), "h9l-4.5 7z", looks);
}

/// Returns the width of the numbers beside the bars.
fn axis_width(most: f64) -> f64 {
    width(&format!("{most:.0}"), SMALL)
}
