//! From a line to its key: without its newline, and with `--crlf` without one carriage return.

/// So many lines are looked at before anybody is told that all of them end in CR.
const WATCHED: u32 = 1000;

const NOTICE: &str = "every line so far ends in a carriage return, which is part of its key; \
                      add --crlf if it should not be";

/// Takes the ends off lines, and notices files from Windows.
pub(crate) struct LineEnds {
    crlf: bool,
    watched: u32,
    every: bool,
    said: bool,
}

impl LineEnds {
    pub(crate) fn new(crlf: bool) -> LineEnds {
        LineEnds { crlf, watched: 0, every: true, said: crlf }
    }

    /// The key of a line.
    #[inline]
    pub(crate) fn key<'a>(&mut self, line: &'a [u8]) -> &'a [u8] {
        let Some(key) = line.strip_suffix(b"\n") else {
            // A last line that is not ended at all says nothing about how lines end.
            return if self.crlf { without_return(line) } else { line };
        };
        if self.crlf {
            return without_return(key);
        }
        if self.watched < WATCHED {
            self.watched += 1;
            self.every &= key.ends_with(b"\r");
        }
        key
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

fn without_return(key: &[u8]) -> &[u8] {
    key.strip_suffix(b"\r").unwrap_or(key)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn one_carriage_return_goes_and_only_when_asked() {
        let (mut plain, mut crlf) = (LineEnds::new(false), LineEnds::new(true));
        for (line, kept, stripped) in [
            ("urn\n", "urn", "urn"),
            ("urn\r\n", "urn\r", "urn"),
            ("urn\r\r\n", "urn\r\r", "urn\r"),
            ("urn", "urn", "urn"),
            ("urn\r", "urn\r", "urn"),
            ("\n", "", ""),
            ("\r\n", "\r", ""),
            ("\rurn\n", "\rurn", "\rurn"),
        ] {
            assert_eq!(plain.key(line.as_bytes()), kept.as_bytes());
            assert_eq!(crlf.key(line.as_bytes()), stripped.as_bytes());
        }
    }

    #[test]
    fn the_notice_needs_a_thousand_lines_or_all() {
        let seen = |lines: &[&str], crlf| {
            let mut ends = LineEnds::new(crlf);
            for line in lines {
                ends.key(line.as_bytes());
            }
            ends
        };
        assert!(seen(&["a\r\n"; 999], false).notice(false).is_none());
        assert!(seen(&["a\r\n"; 999], false).notice(true).is_some());
        let mut ends = seen(&["a\r\n"; 1000], false);
        assert!(ends.notice(false).is_some() && ends.notice(true).is_none(), "said once");
        assert!(seen(&["a\r\n", "b"], false).notice(true).is_some());
        assert!(seen(&["a\r\n", "b\n"], false).notice(true).is_none());
        assert!(seen(&["a\r"], false).notice(true).is_none());
        assert!(seen(&[], false).notice(true).is_none());
        assert!(seen(&["a\r\n"; 1000], true).notice(true).is_none());
    }
}
