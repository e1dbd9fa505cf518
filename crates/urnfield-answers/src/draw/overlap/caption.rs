//! The sentences below a picture, wrapped to its width.

use crate::draw::overlap::style::{MARGIN, TEXT};
use crate::draw::svg::{Point, Svg, start, width};

/// The least width of a caption.
const NARROWEST: f64 = 430.0;

const LINE: f64 = TEXT + 5.0;

/// Writes the caption below `low`; returns its right and lower end.
pub(crate) fn write(svg: &mut Svg, text: &str, (far, low): Point) -> Point {
    let most = (far - MARGIN).max(NARROWEST);
    let (mut widest, mut y) = (far, low + 4.0);
    for line in wrapped(text, most) {
        y += LINE;
        svg.words((MARGIN, y), &start(&line, TEXT));
        widest = widest.max(MARGIN + width(&line, TEXT));
    }
    (widest, y)
}

/// Lines that are no wider than `most`, as long as no word is.
fn wrapped(text: &str, most: f64) -> Vec<String> {
    let mut lines: Vec<String> = Vec::new();
    for word in text.split(' ') {
        match lines.last_mut() {
            Some(line) if width(&format!("{line} {word}"), TEXT) <= most => {
                line.push(' ');
                line.push_str(word);
            }
            _ => lines.push(word.to_owned()),
        }
    }
    lines
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn lines_are_no_wider_than_the_picture() {
        let lines = wrapped("one two three four", width("one two", TEXT));
        assert_eq!(lines, ["one two", "three", "four"]);
        assert_eq!(wrapped("antidisestablishment", 10.0).len(), 1);
    }
}
