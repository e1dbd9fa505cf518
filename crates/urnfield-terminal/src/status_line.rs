//! One line at the end of a terminal, which is rewritten in place and removed in the end. It
//! consists of ASCII, a carriage return and spaces, because every terminal understands these.

use std::io::Write;

/// The width of the narrowest usual terminal, because a wrapped line cannot be removed.
const COLUMNS: usize = 79;

/// What is shown now.
pub(crate) struct StatusLine<W: Write> {
    out: W,
    /// How many columns are in use.
    shown: usize,
    turns: usize,
}

impl<W: Write> StatusLine<W> {
    pub(crate) fn new(out: W) -> StatusLine<W> {
        StatusLine { out, shown: 0, turns: 0 }
    }

    /// Shows a text in place of the previous one.
    pub(crate) fn show(&mut self, text: &str) {
        let text: String = text.chars().take(COLUMNS).collect();
        let rest = self.shown.saturating_sub(text.len());
        // Without a reader of stderr the line is lost.
        let _ = write!(self.out, "\r{text}{:rest$}", "");
        let _ = self.out.flush();
        self.shown = text.len();
    }

    /// Leaves the line empty and the cursor at its beginning.
    pub(crate) fn clear(&mut self) {
        if self.shown > 0 {
            let _ = write!(self.out, "\r{:1$}\r", "", self.shown);
            let _ = self.out.flush();
        }
        self.shown = 0;
    }

    /// Returns a sign that turns by a quarter with each call.
    pub(crate) fn turning(&mut self) -> char {
        self.turns += 1;
        ['|', '/', '-', '\\'][self.turns % 4]
    }
}

/// Returns a bar that is filled in proportion to the work done.
pub(crate) fn bar(done: u64, total: u64, wide: usize) -> String {
    let full = (u128::from(done.min(total)) * wide as u128 / u128::from(total.max(1))) as usize;
    let tip = if full < wide { ">" } else { "" };
    format!("[{:wide$}]", "=".repeat(full) + tip)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_shorter_text_leaves_nothing_of_a_longer_one() {
        let mut line = StatusLine::new(Vec::new());
        line.clear();
        assert!(line.out.is_empty(), "nothing was there");
        line.show("reading keys");
        line.show("done");
        line.clear();
        assert_eq!(line.out, b"\rreading keys\rdone        \r    \r");
    }

    #[test]
    fn no_text_is_wider_than_a_terminal() {
        let mut line = StatusLine::new(Vec::new());
        line.show(&"x".repeat(500));
        assert_eq!(line.out.len(), 1 + COLUMNS);
    }

    #[test]
    fn signs_turn_and_bars_fill() {
        let mut line = StatusLine::new(Vec::new());
        let signs: String = (0..5).map(|_| line.turning()).collect();
        assert_eq!(signs, "/-\\|/");
        let bars = [(0, 10), (4, 10), (10, 10), (11, 10), (0, 0), (u64::MAX - 1, u64::MAX)];
        let bars = bars.map(|(done, total)| bar(done, total, 5));
        assert_eq!(bars, ["[>    ]", "[==>  ]", "[=====]", "[=====]", "[>    ]", "[====>]"]);
    }
}
