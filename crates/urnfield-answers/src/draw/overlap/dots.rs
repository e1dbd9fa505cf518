//! The lists below the bars: their sizes, and dots for the lists of each bar.

use crate::OverlapAnswer;
use crate::draw::overlap::style::{MARGIN, SMALL, TEXT, cut};
use crate::draw::svg::{Svg, end, start, width};

pub(crate) const ROW_HEIGHT: f64 = 24.0;

/// How long the bar of the longest list is.
const LONGEST_BAR: f64 = 80.0;

/// The lists, from the left edge to the dots.
pub(crate) struct Lists<'a> {
    table: &'a OverlapAnswer,
    names: Vec<String>,
    /// Where the bars of sizes begin, which grow to the left.
    foot: f64,
    /// Where the dots begin, at least.
    pub(crate) right: f64,
}

impl<'a> Lists<'a> {
    pub(crate) fn of(table: &'a OverlapAnswer) -> Lists<'a> {
        let names: Vec<String> = table.question.lists.iter().map(|list| cut(&list.name)).collect();
        let sizes = table.question.lists.iter().map(|list| width(&list.size.to_string(), SMALL));
        let foot = MARGIN + sizes.fold(0.0, f64::max) + 6.0 + LONGEST_BAR;
        let longest = names.iter().map(|name| width(name, TEXT)).fold(0.0, f64::max);
        Lists { table, names, foot, right: foot + 8.0 + longest + 10.0 }
    }

    /// Names, sizes and stripes from `top` on; the stripes end at `far`.
    pub(crate) fn draw(&self, svg: &mut Svg, shift: f64, top: f64, far: f64) {
        let longest =
            self.table.question.lists.iter().map(|list| list.size).max().unwrap_or(0).max(1);
        let foot = self.foot + shift;
        for (at, list) in self.table.question.lists.iter().enumerate() {
            let y = top + ROW_HEIGHT * at as f64;
            if at % 2 == 0 {
                let looks = r##"fill="#f0f0f0""##;
                svg.rectangle((foot + 2.0, y), (far - foot - 2.0, ROW_HEIGHT), looks);
            }
            let long = LONGEST_BAR * (list.size as f64 / longest as f64);
            let looks = r##"fill="#555""##;
            svg.rectangle((foot - long, y + 5.0), (long, ROW_HEIGHT - 10.0), looks);
            let base = y + ROW_HEIGHT / 2.0 + 4.0;
            svg.words((foot - long - 4.0, base), &end(&list.size.to_string(), SMALL));
            svg.words((foot + 8.0, base), &start(&self.names[at], TEXT));
        }
        let low = top + ROW_HEIGHT * self.table.question.lists.len() as f64;
        svg.line((foot, top), (foot, low), r##"stroke="#000""##);
        svg.words((foot, top - 6.0), &end("size of list", SMALL));
    }

    /// The dots of one column.
    pub(crate) fn members(&self, svg: &mut Svg, x: f64, top: f64, members: &[usize]) {
        let place = |list: usize| top + ROW_HEIGHT * (list as f64 + 0.5);
        for list in (0..self.table.question.lists.len()).filter(|list| !members.contains(list)) {
            svg.circle((x, place(list)), 5.0, r##"fill="#ccc""##);
        }
        if let (Some(&first), Some(&last)) = (members.first(), members.last()) {
            let style = r##"stroke="#000" stroke-width="3""##;
            svg.line((x, place(first)), (x, place(last)), style);
        }
        let black = r##"fill="#000""##;
        members.iter().for_each(|&list| svg.circle((x, place(list)), 6.0, black));
    }
}
