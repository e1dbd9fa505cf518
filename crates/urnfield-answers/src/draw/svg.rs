//! Just enough SVG: boxes, lines, dots and words, black on white. How a shape looks is said by its
//! attributes, `fill="#eee"`.

use std::fmt::Write;

/// A drawing; places are in pixels from the upper left corner.
#[derive(Default)]
pub(crate) struct Svg {
    body: String,
}

/// A place, or a width and a height.
pub(crate) type Point = (f64, f64);

/// Where words are relative to their place.
#[derive(Clone, Copy)]
pub(crate) enum Anchor {
    Start,
    Middle,
    End,
}

pub(crate) struct Label<'a> {
    pub(crate) anchor: Anchor,
    pub(crate) size: f64,
    pub(crate) text: &'a str,
}

pub(crate) fn start(text: &str, size: f64) -> Label<'_> {
    Label { anchor: Anchor::Start, size, text }
}

pub(crate) fn centred(text: &str, size: f64) -> Label<'_> {
    Label { anchor: Anchor::Middle, size, text }
}

pub(crate) fn end(text: &str, size: f64) -> Label<'_> {
    Label { anchor: Anchor::End, size, text }
}

impl Svg {
    // Writing to a string cannot fail.
    fn line_of_body(&mut self, line: std::fmt::Arguments<'_>) {
        let _ = writeln!(self.body, "  {line}");
    }

    pub(crate) fn rectangle(&mut self, (x, y): Point, (width, height): Point, looks: &str) {
        let x = place(x);
        let y = place(y);
        let width = place(width);
        let height = place(height);
        self.line_of_body(format_args!(
            r#"<rect x="{x}" y="{y}" width="{width}" height="{height}" {looks}/>"#
        ));
    }

    pub(crate) fn line(&mut self, from: Point, to: Point, looks: &str) {
        let a = place(from.0);
        let b = place(from.1);
        let c = place(to.0);
        let d = place(to.1);
        self.line_of_body(format_args!(r#"<line x1="{a}" y1="{b}" x2="{c}" y2="{d}" {looks}/>"#));
    }

    pub(crate) fn polyline(&mut self, points: &[Point], looks: &str) {
        let points: Vec<String> =
            points.iter().map(|&(x, y)| format!("{},{}", place(x), place(y))).collect();
        self.line_of_body(format_args!(r#"<polyline points="{}" {looks}/>"#, points.join(" ")));
    }

    pub(crate) fn circle(&mut self, (x, y): Point, radius: f64, looks: &str) {
        let x = place(x);
        let y = place(y);
        let radius = place(radius);
        self.line_of_body(format_args!(r#"<circle cx="{x}" cy="{y}" r="{radius}" {looks}/>"#));
    }

    /// Draws strokes from a place on; `strokes` are the attribute `d` of a path.
    pub(crate) fn path(&mut self, (x, y): Point, strokes: &str, looks: &str) {
        let x = place(x);
        let y = place(y);
        self.line_of_body(format_args!(r#"<path d="M{x} {y}{strokes}" {looks}/>"#));
    }

    pub(crate) fn words(&mut self, (x, y): Point, words: &Label<'_>) {
        self.turned_words((x, y), words, "");
    }

    /// Writes words from bottom to top.
    pub(crate) fn rising_words(&mut self, (x, y): Point, words: &Label<'_>) {
        let turn = format!(r#" transform="rotate(-90 {} {})""#, place(x), place(y));
        self.turned_words((x, y), words, &turn);
    }

    /// Writes words in a colour, for a dark background.
    pub(crate) fn coloured_words(&mut self, at: Point, words: &Label<'_>, colour: &str) {
        self.turned_words(at, words, &format!(r#" fill="{colour}""#));
    }

    fn turned_words(&mut self, (x, y): Point, words: &Label<'_>, turn: &str) {
        let anchor = match words.anchor {
            Anchor::Start => "start",
            Anchor::Middle => "middle",
            Anchor::End => "end",
        };
        let x = place(x);
        let y = place(y);
        let size = place(words.size);
        let text = escaped(words.text);
        self.line_of_body(format_args!(
            r#"<text x="{x}" y="{y}" font-size="{size}" text-anchor="{anchor}"{turn}>{text}</text>"#
        ));
    }

    /// Draws a part of the picture that shows a text under the pointer.
    pub(crate) fn titled(&mut self, title: &str, draw: impl FnOnce(&mut Svg)) {
        self.line_of_body(format_args!("<g><title>{}</title>", escaped(title)));
        draw(self);
        self.line_of_body(format_args!("</g>"));
    }

    pub(crate) fn finish(self, (width, height): Point, title: &str) -> String {
        let width = place(width);
        let height = place(height);
        let title = escaped(title);
        format!(
            "<svg xmlns=\"http://www.w3.org/2000/svg\" width=\"{width}\" height=\"{height}\" \
             viewBox=\"0 0 {width} {height}\" font-family=\"Helvetica, Arial, sans-serif\" \
             fill=\"#000\">\n  <title>{title}</title>\n  <rect width=\"{width}\" \
             height=\"{height}\" fill=\"#fff\"/>\n{}</svg>\n",
            self.body
        )
    }
}

/// Writes a place to a tenth of a pixel, without a point for whole numbers.
fn place(value: f64) -> String {
    let text = format!("{value:.1}");
    text.strip_suffix(".0").map_or(text.clone(), str::to_owned)
}

/// Escapes words for XML; replaces characters that XML does not allow.
fn escaped(text: &str) -> String {
    let text = text.replace(['\u{fffe}', '\u{ffff}'], "\u{fffd}");
    text.replace('&', "&amp;").replace('<', "&lt;").replace('>', "&gt;")
}

/// Estimates the width of words: letters are little more than half as wide as high.
pub(crate) fn width(text: &str, size: f64) -> f64 {
    text.chars().count() as f64 * size * 0.58
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn places_are_short_and_words_are_safe() {
        assert_eq!(place(12.0), "12");
        assert_eq!(place(0.25), "0.2");
        let mut svg = Svg::default();
        svg.words((1.0, 2.5), &end("a<b & \"c\">", 12.0));
        let text = svg.finish((10.0, 20.0), "<>");
        assert!(text.contains(
            r#"<text x="1" y="2.5" font-size="12" text-anchor="end">a&lt;b &amp; "c"&gt;</text>"#
        ));
        assert!(text.contains("<title>&lt;&gt;</title>") && text.ends_with("</svg>\n"));
    }
}
