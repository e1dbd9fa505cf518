//! Lines from Windows and from classic Mac OS, and the sentences about them.

use crate::blocks::block::Block;
use std::path::Path;
use urnfield_answers::Aside;
use urnfield_terminal::Refusal;

/// So many lines are looked at before anybody is told that all of them end in CR.
const WATCHED: u64 = 1000;

const NOTICE: &str = "every line so far ends in a carriage return, which is part of its key; \
                      add --crlf if it should not be";

/// Refuses an input whose lines end in CR alone: without a newline all of them are one key. The
/// first block is the whole input where it has no newline. Where a CR at the end of a line is no
/// part of the key, a last line without its newline may end in one.
pub(crate) fn refuse_bare_cr(
    file: &Path,
    first_block: &Block,
    last_may_be_cr: bool,
) -> Result<(), Refusal> {
    if first_block.has(b'\n') {
        return Ok(());
    }
    let returns = first_block.carriage_returns(last_may_be_cr);
    if returns == 0 {
        return Ok(());
    }
    let ending = if returns == 1 { "" } else { "s" };
    Err(Refusal::Typed(format!(
        "{}: {returns} carriage return{ending} and no newline, and keys are lines that end in a newline; turn CRs into newlines \
         with `tr '\\r' '\\n'`, or add --raw-bytes to take them as part of a key",
        file.display()
    )))
}

/// How a line ends.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum End {
    Lf,
    CrLf,
}

impl End {
    fn name(self) -> &'static str {
        match self {
            End::Lf => "LF alone",
            End::CrLf => "CR LF",
        }
    }
}

/// How the lines of a block end.
#[derive(Clone, Copy, Default)]
pub struct Ends {
    /// Of its first line; `None` where no line is ended.
    first: Option<End>,
    /// So many lines end alike,
    alike: u64,
    /// and the next one, if this is set, does not.
    mixed: bool,
}

impl Ends {
    /// Of the lines of a block.
    pub fn of(block: &Block) -> Ends {
        if !block.has(b'\r') {
            let lines = block.line_count();
            return Ends { first: (lines > 0).then_some(End::Lf), alike: lines, mixed: false };
        }
        let mut ends = Ends::default();
        for line in block.lines() {
            // A last line that is not ended at all says nothing about how lines end.
            let end = match line {
                [.., b'\r', b'\n'] => End::CrLf,
                [.., b'\n'] => End::Lf,
                _ => continue,
            };
            if *ends.first.get_or_insert(end) != end {
                ends.mixed = true;
                return ends;
            }
            ends.alike += 1;
        }
        ends
    }
}

/// The lines of all inputs together, as far as they have been seen.
#[derive(Default)]
pub struct LineEnds {
    end: Option<End>,
    lines: u64,
    said: bool,
}

/// Lines that do not end alike.
#[derive(Debug)]
pub struct Mixed {
    end: End,
    /// So many end so,
    lines: u64,
    /// before the one in this block that does not, which has so many lines before it there.
    in_block: u64,
}

impl LineEnds {
    /// Sees the next block.
    pub fn add(&mut self, ends: Ends) -> Result<(), Mixed> {
        let Some(first) = ends.first else { return Ok(()) };
        let end = *self.end.get_or_insert(first);
        let alike = if first == end { ends.alike } else { 0 };
        self.lines += alike;
        if first == end && !ends.mixed {
            return Ok(());
        }
        self.said = true;
        Err(Mixed { end, lines: self.lines, in_block: alike })
    }

    /// What there is to say, once: when enough lines have been seen, or all there are.
    pub fn notice(&mut self, all_seen: bool) -> Option<Aside> {
        let enough = self.lines >= WATCHED || all_seen && self.lines > 0;
        if self.said || !enough || self.end != Some(End::CrLf) {
            return None;
        }
        self.said = true;
        Some(Aside::Warning(NOTICE.into()))
    }
}

impl Mixed {
    /// In a sentence; `before` lines of the file stand before the block.
    pub fn sentence(&self, file: &Path, before: u64, remedy: &str) -> String {
        let other = if self.end == End::Lf { End::CrLf } else { End::Lf };
        let ends = if self.lines == 1 { "line ends" } else { "lines end" };
        format!(
            "{}: {} {ends} in {} and then line {} in {}, and a CR that ends some lines only would \
             be part of their keys; {remedy}",
            file.display(),
            self.lines,
            self.end.name(),
            before + self.in_block + 1,
            other.name()
        )
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::blocks::block::Records;
    use crate::blocks::pool::Buffer;

    fn ends(text: &str) -> Ends {
        let records = Records::Ended { by: b'\n', crlf: false };
        Ends::of(&Block::new(Buffer::of(text.as_bytes()), text.len(), records))
    }

    /// All blocks, or the sentence about lines that are mixed.
    fn seen(blocks: &[&str]) -> (LineEnds, Option<String>) {
        let (mut all, mut before, mut mixed) = (LineEnds::default(), 0, None);
        for block in blocks {
            if let Err(found) = all.add(ends(block)) {
                mixed.get_or_insert(found.sentence(Path::new("f"), before, "mend it"));
            }
            before += block.lines().count() as u64;
        }
        (all, mixed)
    }

    #[test]
    fn the_notice_needs_a_thousand_lines_or_all() {
        let seen = |blocks: &[&str]| seen(blocks).0;
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

    #[test]
    fn lines_that_do_not_end_alike_are_counted() {
        for blocks in
            [&["a\n", "b\r\n"][..], &["a\nb\r\nc\n"], &["a\n", "b\r\nc\r\n"], &["a\nb\r\n"]]
        {
            let said = seen(blocks).1.expect("mixed");
            assert!(
                said.starts_with("f: 1 line ends in LF alone and then line 2 in CR LF, "),
                "{said}"
            );
        }
        let said = seen(&["a\r\n\r\n", "c\r\nd\n", "e\r\n"]).1.expect("mixed");
        assert!(
            said.starts_with("f: 3 lines end in CR LF and then line 4 in LF alone, "),
            "{said}"
        );
        for blocks in [&["a\n\n", "b"][..], &["a\rb\n", "c\n"], &["a\r\n", "b"], &["a\r"], &[""]] {
            assert!(seen(blocks).1.is_none(), "{blocks:?}");
        }
    }
}
