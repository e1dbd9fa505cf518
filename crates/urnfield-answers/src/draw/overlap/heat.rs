//! A heat map of all pairs of lists: the fold above the diagonal, the p-value below it.

use crate::draw::overlap::caption;
use crate::draw::overlap::colour::{DARK, MoreOrLess, Scale, distance};
use crate::draw::overlap::style::{MARGIN, SMALL, TEXT, cut, hover, stars};
use crate::draw::svg::{Point, Svg, centred, end, start, width};
use crate::report::value::shown;
use crate::{Look, OverlapAnswer, OverlapRow, Picture};
use urnfield::Enclosure;

const CELL: Point = (62.0, 38.0);

pub(crate) fn picture(table: &OverlapAnswer, look: &Look) -> Picture {
    let pairs: Vec<&OverlapRow> =
        table.rows.iter().filter(|row| row.combination.lists.len() == 2).collect();
    let lists = table.question.lists.len();
    let all = lists * (lists - 1) / 2;
    let mut notes = Vec::new();
    if table.rows.len() > pairs.len() {
        let rest = table.rows.len() - pairs.len();
        notes.push(format!(
            "the picture shows the pairs, and not {rest} combinations of more lists; --style bars \
             draws those"
        ));
    }
    if pairs.len() < all {
        notes.push("a heat map is of pairs, and not all are in the table; add --degree 2".into());
    }
    Picture { svg: HeatMap::of(table, pairs, look).draw(), notes }
}

struct HeatMap<'a> {
    table: &'a OverlapAnswer,
    pairs: Vec<&'a OverlapRow>,
    look: &'a Look,
    names: Vec<String>,
    /// The upper left corner of the cells.
    corner: Point,
    p: Scale,
    fold: Scale,
}

impl<'a> HeatMap<'a> {
    fn of(table: &'a OverlapAnswer, pairs: Vec<&'a OverlapRow>, look: &'a Look) -> HeatMap<'a> {
        let names: Vec<String> = table.question.lists.iter().map(|list| cut(&list.name)).collect();
        let longest = names.iter().map(|name| width(name, TEXT)).fold(0.0, f64::max);
        let corner = (MARGIN + longest + 8.0, MARGIN + longest + 8.0);
        let p = Scale::of(pairs.iter().map(|row| distance(row)), 3.0);
        let fold = Scale::of(pairs.iter().filter_map(|row| doublings(row)).map(f64::abs), 1.0);
        HeatMap { table, pairs, look, names, corner, p, fold }
    }

    fn draw(&self) -> String {
        let mut svg = Svg::default();
        let lists = self.names.len() as f64;
        let far = self.corner.0 + CELL.0 * lists;
        let low = self.corner.1 + CELL.1 * lists;
        for (at, name) in self.names.iter().enumerate() {
            let (x, y) = self.place(at, at);
            svg.words((self.corner.0 - 7.0, y + CELL.1 / 2.0 + 4.0), &end(name, TEXT));
            let above = (x + CELL.0 / 2.0 + 4.0, self.corner.1 - 7.0);
            svg.rising_words(above, &start(name, TEXT));
            let size = self.table.question.lists[at].size.to_string();
            self.cell(&mut svg, (x, y), "#f0f0f0", false, &[&size]);
        }
        for row in &self.pairs {
            svg.titled(&hover(self.table, row), |svg| self.pair(svg, row));
        }
        let (mut wide, mut low) = self.legend(&mut svg, low + 16.0);
        wide = wide.max(far);
        if !self.look.no_caption {
            (wide, low) = caption::write(&mut svg, &self.caption(), (wide, low));
        }
        let title = format!("Overlaps of {} lists, pair by pair", self.names.len());
        svg.finish((wide + MARGIN, low + MARGIN), &title)
    }

    /// The upper left corner of a cell.
    fn place(&self, row: usize, column: usize) -> Point {
        (self.corner.0 + CELL.0 * column as f64, self.corner.1 + CELL.1 * row as f64)
    }

    fn pair(&self, svg: &mut Svg, row: &OverlapRow) {
        let [a, b] = row.combination.lists[..] else { return };
        let first = a.min(b);
        let second = a.max(b);
        let share = doublings(row).map_or(0.0, |doublings| self.fold.share(doublings.abs()));
        let text = row.fold.as_ref().map_or("-".into(), |fold| format!("{}×", shown(fold, 2)));
        let names = format!("{} shared", row.combination.observed);
        let colour = MoreOrLess::of(row).colour(share);
        self.cell(svg, self.place(first, second), &colour, share > DARK, &[&text, &names]);
        let share = self.p.share(distance(row));
        let p = match MoreOrLess::of(row) {
            MoreOrLess::More => &row.at_least,
            MoreOrLess::Less => &row.at_most,
        };
        let text = p.as_ref().map_or("-".into(), |p| shown(p, 2));
        let stars = row.holm.as_ref().and_then(stars).unwrap_or_default();
        let colour = MoreOrLess::of(row).colour(share);
        self.cell(svg, self.place(second, first), &colour, share > DARK, &[&text, stars]);
    }

    fn cell(&self, svg: &mut Svg, (x, y): Point, fill: &str, dark: bool, lines: &[&str]) {
        let looks = format!(r##"fill="{fill}" stroke="#fff" stroke-width="1.5""##);
        svg.rectangle((x, y), CELL, &looks);
        let colour = if dark { "#fff" } else { "#000" };
        let lines: Vec<&&str> = lines.iter().filter(|line| !line.is_empty()).collect();
        let top = y + CELL.1 / 2.0 + 4.0 - 7.0 * (lines.len() as f64 - 1.0);
        for (at, line) in lines.iter().enumerate() {
            let place = (x + CELL.0 / 2.0, top + 14.0 * at as f64);
            let size = if at == 0 { SMALL } else { SMALL - 1.0 };
            svg.coloured_words(place, &centred(line, size), colour);
        }
    }

    fn legend(&self, svg: &mut Svg, y: f64) -> Point {
        let less = self.pairs.iter().any(|row| MoreOrLess::of(row) == MoreOrLess::Less);
        let sides = if less { 2 } else { 1 };
        let ramps = [
            (MoreOrLess::More, "below the diagonal, −log10 p: more than expected, P(≥)"),
            (MoreOrLess::Less, "below the diagonal, −log10 p: fewer than expected, P(≤)"),
        ];
        let at = (MARGIN + 4.0, y);
        let (far, low) = self.p.draw(svg, at, &ramps[..sides], self.p.numbers());
        let ramps = [
            (MoreOrLess::More, "above the diagonal: so many times as many as expected"),
            (MoreOrLess::Less, "above the diagonal: one in so many of those expected"),
        ];
        let ends = [0.0, 0.5, 1.0].map(|share| {
            let times = (share * self.fold.most).exp2();
            if times < 10.0 { format!("{times:.1}") } else { format!("{times:.0}") }
        });
        let at = (MARGIN + 4.0, low + 14.0);
        let (wide, low) = self.fold.draw(svg, at, &ramps[..sides], ends);
        (far.max(wide), low)
    }

    fn caption(&self) -> String {
        format!(
            "Above the diagonal: how many times as many names two lists share as lists drawn at \
             random from {} names on average, and how many that are. Below it: the chance that \
             random lists share as many or more (where they share more than expected), or as many \
             or fewer. Stars: {} adjusted by Holm over all rows of the table at most 0.05 (*), 0.01 \
             (**), 0.001 (***); no star: Holm above 0.05. On the diagonal: how many names a list has.",
            self.table.question.population,
            self.table.question.asking.alternative.symbol()
        )
    }
}

/// Returns log2 of the fold, at least -10 where nothing is shared.
fn doublings(row: &OverlapRow) -> Option<f64> {
    let fold = row.fold.as_ref().map(Enclosure::lo_f64)?;
    Some(fold.log2().clamp(-10.0, 60.0))
}
