//! Sets as they stand in a file: GMT (a line a set: its name, a description, its names, with tabs
//! between them), or two columns (a line a name: the set, and the name). The first line tells which.

/// How sets are written.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Layout {
    /// A line a set.
    Gmt,
    /// A line a name.
    Columns,
}

/// Reads sets line by line.
#[derive(Default)]
pub(crate) struct Lines {
    layout: Option<Layout>,
    line: u64,
}

/// Who sees a set and its names.
type See<'a> = dyn FnMut(&[u8], &mut dyn Iterator<Item = &[u8]>) + 'a;

impl Lines {
    /// Whether a line is a set.
    pub(crate) fn is_gmt(&self) -> bool {
        self.layout == Some(Layout::Gmt)
    }

    /// Shows the set and the names of a line to `see`; one sentence where it is none.
    pub(crate) fn read(&mut self, line: &[u8], see: &mut See<'_>) -> Result<(), String> {
        self.line += 1;
        // What editors put before a text in UTF-8 is no part of the first set.
        let mark = (self.line == 1).then(|| line.strip_prefix(b"\xEF\xBB\xBF")).flatten();
        let line = mark.unwrap_or(line);
        let line = line.strip_suffix(b"\n").unwrap_or(line);
        let line = line.strip_suffix(b"\r").unwrap_or(line);
        if line.is_empty() {
            return Ok(());
        }
        let mut fields = line.split(|&byte| byte == b'\t');
        let set = fields.next().unwrap_or_default();
        let rest: Vec<&[u8]> = fields.collect();
        let here = if rest.len() == 1 { Layout::Columns } else { Layout::Gmt };
        let layout = *self.layout.get_or_insert(here);
        let fault = match (layout, rest.len()) {
            _ if set.is_empty() => Some("a set has a name"),
            (_, 0) => Some(
                "sets are written as GMT (set, description, names) or in two columns (set, name), \
                 with tabs between them",
            ),
            (Layout::Columns, 2..) => Some("lines in two columns have a set and a name"),
            _ => None,
        };
        if let Some(rule) = fault {
            let got = match rest.len() {
                0 => "one column".to_owned(),
                more => format!("{} columns", more + 1),
            };
            return Err(format!("{rule}, got {got} in line {}", self.line));
        }
        let names = if layout == Layout::Gmt { &rest[1..] } else { &rest[..] };
        see(set, &mut names.iter().copied().filter(|name| !name.is_empty()));
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    fn read(text: &str) -> Result<Vec<(String, Vec<String>)>, String> {
        let (mut lines, mut all) = (Lines::default(), Vec::new());
        let string = |bytes: &[u8]| String::from_utf8_lossy(bytes).into_owned();
        for line in text.as_bytes().split_inclusive(|&byte| byte == b'\n') {
            lines.read(line, &mut |set, names| {
                all.push((string(set), names.map(string).collect()))
            })?;
        }
        Ok(all)
    }

    #[test]
    fn both_layouts_are_read() {
        let gmt = read("REPAIR\thttp://x\tATM\tATR\t\r\n\nCYCLE\t\tCCND1\nEMPTY\tnothing\n");
        let names = |all: &[&str]| all.iter().map(ToString::to_string).collect::<Vec<_>>();
        let expected = [
            ("REPAIR".to_owned(), names(&["ATM", "ATR"])),
            ("CYCLE".into(), names(&["CCND1"])),
            ("EMPTY".into(), names(&[])),
        ];
        assert_eq!(gmt.as_deref(), Ok(&expected[..]));
        let columns = read("REPAIR\tATM\nREPAIR\tATR\nCYCLE\tCCND1").expect("two columns");
        assert_eq!(columns[1], ("REPAIR".to_owned(), names(&["ATR"])));
    }

    #[test]
    fn what_is_no_set_is_refused_with_its_line() {
        let said = |text: &str| read(text).expect_err("no sets");
        assert!(said("ATM\nATR\n").ends_with("got one column in line 1"));
        assert!(said("A\tx\nB\ty\tz\n").ends_with("got 3 columns in line 2"));
        assert!(said("\tx\n").starts_with("a set has a name"));
    }

    proptest! {
        #[test]
        fn anything_is_read_or_refused(text in "[ab\t\r\n]{0,60}") {
            if let Ok(all) = read(&text) {
                for (set, names) in &all {
                    prop_assert!(!set.is_empty() && names.iter().all(|name| !name.is_empty()));
                }
            }
        }
    }
}
