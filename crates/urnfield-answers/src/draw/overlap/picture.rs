//! [`OverlapAnswer::picture`] chooses bars or a heat map.

use crate::draw::overlap::{bars, heat};
use crate::{Look, OverlapAnswer, Picture, PictureStyle};

/// Combinations of more lists than this are seen better pair by pair.
const MOST_LISTS_OF_BARS: usize = 6;

impl OverlapAnswer {
    /// The rows as a picture.
    pub fn picture(&self, look: &Look) -> Picture {
        let pairs = self.rows.iter().any(|row| row.combination.lists.len() == 2);
        let many =
            self.question.lists.len() > MOST_LISTS_OF_BARS && !look.exclusive && !look.log_scale;
        let usual = if many && pairs { PictureStyle::Heat } else { PictureStyle::Bars };
        match look.style.unwrap_or(usual) {
            PictureStyle::Bars => bars::picture(self, look),
            PictureStyle::Heat => heat::picture(self, look),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{Combination, Form, NamedList, OverlapQuestion, Question};

    /// Lists of 300 names out of 1000; each pair shares what it is told to.
    fn answer(lists: usize, observed: impl Fn(usize, usize) -> u64) -> OverlapAnswer {
        let list = |at| NamedList { name: format!("list {at}"), size: 300 };
        let pairs = (0..lists).flat_map(|a| (a + 1..lists).map(move |b| (a, b)));
        let combinations = pairs.map(|(a, b)| {
            let observed = observed(a, b);
            Combination { lists: vec![a, b], observed, exclusive: observed }
        });
        let question = OverlapQuestion {
            population: 1000,
            lists: (0..lists).map(list).collect(),
            combinations: combinations.collect(),
            ..Default::default()
        };
        question.answer(Form::Text(7)).expect("small laws")
    }

    /// The height of the words and of the bar that stand for so many names.
    fn heights(svg: &str, words: &str) -> (f64, f64) {
        let number = |line: &str, name: &str| -> f64 {
            let rest = line.split(&format!(" {name}=\"")).nth(1).expect("an attribute");
            rest.split('"').next().and_then(|text| text.parse().ok()).expect("a number")
        };
        let columns = svg.split("<g>").skip(1);
        let group = { columns }.find(|group| group.contains(&format!(">{words}</text>")));
        let group = group.expect("a column");
        let line = |part: &str| group.lines().find(|line| line.contains(part)).expect("a line");
        (number(line(&format!(">{words}</text>")), "y"), number(line("stroke=\"#000\""), "y"))
    }

    #[test]
    fn a_label_sits_on_its_bar_however_far_the_mark_is() {
        // 90 are expected: far above, just above and far below what is observed.
        for observed in [10, 85, 200] {
            let svg = answer(2, |_, _| observed).picture(&Look::default()).svg;
            let (words, bar) = heights(&svg, &observed.to_string());
            assert!(bar - 30.0 < words && words < bar, "{observed}: {words} {bar}");
        }
    }

    #[test]
    fn bars_say_what_they_are_of_and_depletion_has_a_colour() {
        let picture =
            answer(3, |a, b| if (a, b) == (0, 1) { 20 } else { 140 }).picture(&Look::default());
        assert!(picture.svg.contains(">names shared (inclusive)<"));
        assert!(
            picture.svg.contains("fewer than expected") && picture.svg.contains("Holm above 0.05")
        );
        assert!(!picture.svg.contains("no evidence") && !picture.svg.contains("--"));
        let more = answer(3, |_, _| 140).picture(&Look::default());
        assert!(!more.svg.contains("fewer than expected"));
        let look = Look { exclusive: true, ..Look::default() };
        let exclusive = answer(2, |_, _| 57).picture(&look).svg;
        assert!(exclusive.contains(">names in exactly these (exclusive)<"));
        // What only one list has is drawn as well.
        assert_eq!(exclusive.matches(">243</text>").count(), 2);
        let look = Look { no_caption: true, ..Look::default() };
        assert!(!answer(3, |_, _| 140).picture(&look).svg.contains("Stars:"));
    }

    #[test]
    fn many_lists_are_drawn_pair_by_pair_unless_bars_are_asked_for() {
        let look = Look::default();
        assert!(answer(6, |_, _| 100).picture(&look).svg.contains("(inclusive)"));
        let many = answer(7, |a, b| (a * b) as u64);
        assert!(many.picture(&look).svg.contains("pair by pair"));
        let bars = Look { style: Some(PictureStyle::Bars), ..look };
        assert!(many.picture(&bars).svg.contains("(inclusive)"));
        let most = answer(12, |_, _| 100).picture(&bars);
        assert_eq!(most.notes.len(), 1, "{:?}", most.notes);
        assert!(!most.svg.contains("--degree"), "hints are no part of a picture");
    }

    #[test]
    fn every_look_is_whole() {
        for lists in [2, 3, 9] {
            let answer = answer(lists, |a, b| (a * b * 7 % 300) as u64);
            for bits in 0..16 {
                let on = |bit: u32| bits >> bit & 1 == 1;
                let style = on(0).then_some(PictureStyle::Heat);
                let look = Look { style, exclusive: on(1), log_scale: on(2), no_caption: on(3) };
                let svg = answer.picture(&look).svg;
                assert!(svg.starts_with("<svg ") && svg.ends_with("</svg>\n"));
                assert!(!svg.contains("NaN") && !svg.contains("inf\""), "{look:?}");
                assert_eq!(svg.matches("<g>").count(), svg.matches("</g>").count());
            }
        }
    }
}
