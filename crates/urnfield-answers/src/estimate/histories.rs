//! Tables of capture histories: one row an animal, one column an occasion.

use crate::read::shown;
use std::collections::HashSet;
use urnfield::{Error, Rational};

/// Capture histories, as far as estimates need them.
///
/// ```
/// use urnfield_answers::Histories;
///
/// let table = "animal,june,july\nfox 1,1,0\nfox 2,1,1\nfox 3,0,1\n";
/// let histories = Histories::read(table.lines().map(str::as_bytes))?;
/// assert_eq!((histories.animals(), histories.caught()), (3, &[2, 2][..]));
/// // Two were marked when two were caught, of which one was marked.
/// assert_eq!(histories.schnabel().unwrap().to_string(), "4");
/// # Ok::<(), urnfield::Error>(())
/// ```
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Histories {
    animals: u64,
    caught: Vec<u64>,
    /// Σ of those caught times those marked before, over all occasions, and Σ of those recaptured.
    exposed: Rational,
    recaptured: u64,
    /// Animals that were caught once, and twice.
    once: u64,
    twice: u64,
}

/// A line of the file, cut where columns end.
struct Row<'a> {
    line: u64,
    fields: Vec<&'a str>,
}

impl Row<'_> {
    /// The noughts and ones from this field on, in one field or one in each; `None` where something
    /// else is among them, or nothing.
    fn history(&self, from: usize) -> Option<Vec<bool>> {
        let fields = self.fields.get(from..)?;
        if fields.len() > 1 && fields.iter().any(|field| field.len() != 1) {
            return None;
        }
        let letters = fields.iter().flat_map(|field| field.bytes());
        letters
            .map(|letter| match letter {
                b'0' => Some(false),
                b'1' => Some(true),
                _ => None,
            })
            .collect::<Option<Vec<bool>>>()
            .filter(|history| !history.is_empty())
    }

    /// Returns whether the row is a history and a count, as other programs write them.
    fn is_counted(&self) -> bool {
        let text = self.fields.join(" ");
        let mut parts = text.trim_end_matches([' ', ';']).split(' ');
        let (Some(history), Some(count), None) = (parts.next(), parts.next(), parts.next()) else {
            return false;
        };
        let noughts_and_ones = history.bytes().all(|letter| matches!(letter, b'0' | b'1'));
        let whole = !count.is_empty() && count.bytes().all(|letter| letter.is_ascii_digit());
        history.len() > 1 && noughts_and_ones && whole
    }

    /// Whether a first line names the occasions: words, or their numbers. A history with a slip in
    /// it is not taken for one, or an animal would be lost without a word.
    fn names_occasions(&self) -> bool {
        let [head, rest @ ..] = &self.fields[..] else { return false };
        if rest.is_empty() {
            return !head.starts_with(|c: char| c.is_ascii_digit());
        }
        let numbered = |from: usize| {
            (from..).zip(rest).all(|(number, field)| field.parse() == Ok(number)) && rest.len() > 1
        };
        numbered(0) || numbered(1) || !rest.iter().any(|field| matches!(*field, "0" | "1"))
    }
}

/// Cuts a line where columns end; what is in quotes is not cut.
fn fields(text: &str) -> Vec<&str> {
    let cut: &[char] = if text.contains([',', '\t', ';']) { &[',', '\t', ';'] } else { &[' '] };
    let mut quoted = false;
    let mut ends = |letter: char| {
        quoted ^= letter == '"';
        !quoted && cut.contains(&letter)
    };
    text.split(&mut ends).map(|field| field.trim().trim_matches('"')).collect()
}

impl Histories {
    /// Reads lines of noughts and ones, together or between commas, tabs, semicolons or spaces. A
    /// first column may name the animal, a first line the occasions.
    pub fn read<'a>(lines: impl IntoIterator<Item = &'a [u8]>) -> Result<Histories, Error> {
        let mut rows = Vec::new();
        for (line, bytes) in (1..).zip(lines) {
            let text = std::str::from_utf8(bytes).map_err(|_| {
                Error::domain("histories are text in UTF-8", format!("other bytes in line {line}"))
            })?;
            // A tab at the end is a field that is missing.
            let text = text.trim_start_matches('\u{feff}').trim_matches([' ', '\r', '\n']);
            if !text.is_empty() {
                rows.push(Row { line, fields: fields(text) });
            }
        }
        if let Some(row) = rows.first().filter(|_| rows.iter().all(Row::is_counted)) {
            let (line, text) = (row.line, shown(&row.fields.join(" ")));
            return Err(Error::domain(
                "a row is one animal",
                format!("a history and a count, {text:?}, in line {line}; repeat it as often"),
            ));
        }
        let width = |row: &Row<'_>| row.fields.len().min(2) - 1;
        let is_header = |row: &Row<'_>| row.history(width(row)).is_none() && row.names_occasions();
        if rows.first().is_some_and(is_header) {
            rows.remove(0);
        }
        // The first column names animals if it is something else than a nought or a one anywhere.
        let named = rows.iter().any(|row| row.fields.len() > 1 && row.history(0).is_none());
        let mut found = HistoryTally::default();
        let mut names = HashSet::new();
        for row in &rows {
            let line = row.line;
            let history = row.history(usize::from(named)).ok_or_else(|| {
                let text = shown(&row.fields.join(" "));
                Error::domain(
                    "a history is noughts and ones, one an occasion",
                    format!("{text:?} in line {line}"),
                )
            })?;
            if named && !names.insert(row.fields[0]) {
                let name = shown(row.fields[0]);
                let got = format!("{name:?} again in line {line}");
                return Err(Error::domain("an animal has one row", got));
            }
            found.add(&history, line)?;
        }
        found.histories().ok_or_else(|| {
            Error::domain("a table of histories has one row an animal", "no history in it")
        })
    }

    /// Returns the number of animals that were ever caught.
    pub fn animals(&self) -> u64 {
        self.animals
    }

    /// Returns the numbers caught on each occasion.
    pub fn caught(&self) -> &[u64] {
        &self.caught
    }

    /// Schnabel's estimate: Σ C_t·M_t / Σ R_t for C_t caught, R_t of them marked, when M_t were.
    pub fn schnabel(&self) -> Option<Rational> {
        self.exposed.checked_div(&Rational::from(self.recaptured))
    }

    /// Chao's estimate of what is there at least, where some are easier to catch than others:
    /// S + (t−1)/t·f_1²/(2·f_2); f_1·(f_1−1)/2 instead of that quotient where f_2 = 0.
    pub fn chao(&self) -> Rational {
        let [seen, once, twice] = [self.animals, self.once, self.twice].map(Rational::from);
        let one = Rational::one();
        let unseen = (&once * &once).checked_div(&twice.shift(1));
        let unseen = unseen.unwrap_or_else(|| (&once * &(&once - &one)).shift(-1));
        let occasions = Rational::from(self.caught.len() as u64);
        let share = (&occasions - &one).checked_div(&occasions).unwrap_or_else(Rational::zero);
        &seen + &(&share * &unseen)
    }
}

/// Histories as they come.
#[derive(Default)]
struct HistoryTally {
    animals: u64,
    caught: Vec<u64>,
    /// Of those caught on an occasion, so many had been before.
    again: Vec<u64>,
    once: u64,
    twice: u64,
}

impl HistoryTally {
    fn add(&mut self, history: &[bool], line: u64) -> Result<(), Error> {
        if self.animals == 0 {
            self.caught = vec![0; history.len()];
            self.again = vec![0; history.len()];
        }
        if history.len() != self.caught.len() {
            let here = history.len();
            let before = self.caught.len();
            return Err(Error::domain(
                "every row has as many occasions",
                format!("{here} in line {line} and {before} before it"),
            ));
        }
        let mut times = 0;
        for (at, _) in history.iter().enumerate().filter(|(_, caught)| **caught) {
            self.caught[at] += 1;
            self.again[at] += u64::from(times > 0);
            times += 1;
        }
        match times {
            0 => {
                let got = format!("an animal that was never caught in line {line}; leave it out");
                return Err(Error::domain("a row is about an animal that was seen", got));
            }
            1 => self.once += 1,
            2 => self.twice += 1,
            _ => {}
        }
        self.animals += 1;
        Ok(())
    }

    fn histories(self) -> Option<Histories> {
        if self.animals == 0 {
            return None;
        }
        let (mut marked, mut exposed) = (0u64, Rational::zero());
        for (caught, again) in self.caught.iter().zip(&self.again) {
            exposed = &exposed + &(&Rational::from(*caught) * &Rational::from(marked));
            marked += caught - again;
        }
        Some(Histories {
            animals: self.animals,
            caught: self.caught,
            exposed,
            recaptured: self.again.iter().sum(),
            once: self.once,
            twice: self.twice,
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn read(text: &str) -> Result<Histories, String> {
        Histories::read(text.lines().map(str::as_bytes)).map_err(|no| no.to_string())
    }

    #[test]
    fn tables_of_many_kinds_are_the_same_histories() {
        let expected = read("101\n010\n110\n").expect("histories");
        assert_eq!((expected.animals, &expected.caught[..]), (3, &[2, 2, 1][..]));
        // Marked before the second: 2, of 2 caught 1; before the third 3, of 1 caught 1.
        assert_eq!((expected.exposed.to_string(), expected.recaptured), ("7".into(), 2));
        assert_eq!((expected.once, expected.twice), (1, 2));
        for same in [
            "1 0 1\n0 1 0\n1 1 0",
            "1,0,1\r\n0,1,0\r\n1,1,0\r\n",
            "animal\tmay\tjune\tjuly\na\t1\t0\t1\nb\t0\t1\t0\nc\t1\t1\t0\n",
            "\u{feff}a 101\n\nb 010\nc 110",
            "animal,1,2,3\na,1,0,1\nb,0,1,0\nc,1,1,0",
            "0 1 2\n1 0 1\n0 1 0\n1 1 0",
            "\"fox, red\",1,0,1\nb,0,1,0\nc,1,1,0",
            "\"17\";1;0;1\n\"18\";0;1;0\n\"19\";1;1;0",
            "history\n101\n010\n110",
        ] {
            assert_eq!(read(same).as_ref(), Ok(&expected), "{same}");
        }
    }

    #[test]
    fn what_is_no_history_is_refused_with_its_line() {
        for (text, said) in [
            ("", "a table of histories has one row an animal, got no history in it"),
            ("may,june\n", "a table of histories has one row an animal, got no history in it"),
            ("101\n01\n", "every row has as many occasions, got 2 in line 2 and 3 before it"),
            (
                "101\n000\n",
                "a row is about an animal that was seen, got an animal that was never caught in line \
                 2; leave it out",
            ),
            (
                "101\n\n102\n",
                "a history is noughts and ones, one an occasion, got \"102\" in line 3",
            ),
            // A slip in the first row is no header.
            ("102\n101\n", "a history is noughts and ones, one an occasion, got \"102\" in line 1"),
            (
                "fox 1,1,3\nfox 2,1,0\n",
                "a history is noughts and ones, one an occasion, got \"fox 1 1 3\" in line 1",
            ),
            (
                "a,1,\nb,0,1\n",
                "a history is noughts and ones, one an occasion, got \"a 1 \" in line 1",
            ),
            (
                "a,1,,0\nb,0,1,\n",
                "a history is noughts and ones, one an occasion, got \"a 1  0\" in line 1",
            ),
            (
                "101 5;\n011 3;\n",
                "a row is one animal, got a history and a count, \"101 5 \", in line 1; repeat it as \
                 often",
            ),
            (
                "101 1\n011 1\n",
                "a row is one animal, got a history and a count, \"101 1\", in line 1; repeat it as \
                 often",
            ),
            ("a 101\na 110\n", "an animal has one row, got \"a\" again in line 2"),
        ] {
            assert_eq!(read(text).expect_err(text), said);
        }
    }

    #[test]
    fn estimates_are_the_formulas() {
        // Five caught once and two twice, on two occasions: 7 + 1/2·25/4.
        let histories = read("10\n10\n10\n01\n01\n11\n11\n").expect("histories");
        assert_eq!(histories.chao().to_string(), "81/8");
        assert_eq!(histories.schnabel().expect("two came again").to_string(), "10");
        let once = read("10\n01\n01\n").expect("histories");
        assert_eq!((once.schnabel(), once.chao().to_string()), (None, "9/2".into()));
    }
}
