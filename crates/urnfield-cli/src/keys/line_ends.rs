//! Lines from Windows, and whoever should know that they are.

use super::block::Block;

/// So many lines are looked at before anybody is told that all of them end in CR.
const WATCHED: u32 = 1000;

const NOTICE: &str = "every line so far ends in a carriage return, which is part of its key; \
                      add --crlf if it should not be";

/// Looks at the first lines of all inputs together.
pub(crate) struct LineEnds {
    watched: u32,
    every: bool,
    said: bool,
}

impl LineEnds {
    pub(crate) fn new() -> LineEnds {
        LineEnds { watched: 0, every: true, said: false }
    }

    pub(crate) fn watch(&mut self, block: &Block) {
        for line in block.lines() {
            if self.watched == WATCHED || !self.every {
                return;
            }
            // A last line that is not ended at all says nothing about how lines end.
            if let Some(line) = line.strip_suffix(b"\n") {
                self.watched += 1;
                self.every &= line.ends_with(b"\r");
            }
        }
    }

    /// What there is to say, once: when enough lines have been seen, or all there are.
    pub(crate) fn notice(&mut self, all_seen: bool) -> Option<&'static str> {
        let enough = self.watched == WATCHED || all_seen && self.watched > 0;
        if self.said || !enough || !self.every {
            return None;
        }
        self.said = true;
        Some(NOTICE)
    }
}

#[cfg(test)]
mod tests {
    use super::super::block::{Pool, Records};
    use super::*;

    #[test]
    fn the_notice_needs_a_thousand_lines_or_all() {
        let seen = |lines: &[&str]| {
            let mut ends = LineEnds::new();
            for line in lines {
                let records = Records::Ended { by: b'\n', crlf: false };
                let bytes = line.as_bytes().to_vec();
                ends.watch(&Block::new(bytes, line.len(), records, &Pool::default()));
            }
            ends
        };
        assert!(seen(&["a\r\n"; 999]).notice(false).is_none());
        assert!(seen(&["a\r\n"; 999]).notice(true).is_some());
        let mut ends = seen(&["a\r\n"; 1000]);
        assert!(ends.notice(false).is_some() && ends.notice(true).is_none(), "said once");
        assert!(seen(&["a\r\n", "b"]).notice(true).is_some());
        assert!(seen(&["a\r\n", "b\n"]).notice(true).is_none());
        assert!(seen(&["a\r\nb\nc\r\n"]).notice(true).is_none());
        assert!(seen(&["a\r"]).notice(true).is_none());
        assert!(seen(&[]).notice(true).is_none());
    }
}
