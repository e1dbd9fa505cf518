//! One line at the end of a terminal, written anew again and again and gone in the end.
//!
//! Nothing but ASCII, a carriage return and spaces: it looks the same everywhere, and a terminal need not be asked
//! what it understands.

use std::io::Write;

/// No more than fits into the narrowest usual terminal: a line that is broken in two cannot be taken back.
const COLUMNS: usize = 79;

/// What is shown now.
pub(crate) struct StatusLine<W: Write> {
    out: W,
    /// How many columns of it are in use.
    shown: usize,
    turns: usize,
}

impl<W: Write> StatusLine<W> {
    pub(crate) fn new(out: W) -> StatusLine<W> {
        StatusLine { out, shown: 0, turns: 0 }
    }

    /// Shows a text in place of the last one.
    pub(crate) fn show(&mut self, text: &str) {
        let text: String = text.chars().take(COLUMNS).collect();
        let rest = self.shown.saturating_sub(text.len());
        // Where nobody listens it is lost, as all talk is.
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

    /// A sign that turns by a quarter each time it is asked for.
    pub(crate) fn turning(&mut self) -> char {
        self.turns += 1;
        ['|', '/', '-', '\\'][self.turns % 4]
    }
}

/// A bar that is as full as the work is done.
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
