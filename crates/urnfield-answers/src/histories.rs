//! Who was caught when: one row an animal, one column an occasion.

use crate::Unanswered;
use crate::read::shown;
use std::collections::HashSet;
use urnfield::Rational;

/// Capture histories, as far as estimates need them.
///
/// ```
/// use urnfield_answers::Histories;
///
/// let table = "animal,june,july\nfox 1,1,0\nfox 2,1,1\nfox 3,0,1\n";
/// let histories = Histories::read("foxes.csv", table.lines().map(str::as_bytes))?;
/// assert_eq!((histories.animals(), histories.caught()), (3, &[2, 2][..]));
/// // Two were marked when two were caught, of which one was marked.
/// assert_eq!(histories.schnabel().unwrap().to_string(), "4");
/// # Ok::<(), urnfield_answers::Unanswered>(())
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
    /// The noughts and ones from this field on; `None` where something else is among them.
    fn history(&self, from: usize) -> Option<Vec<bool>> {
        let fields = self.fields.get(from..)?;
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
}

impl Histories {
    /// Reads lines of noughts and ones, together or between commas, tabs, semicolons or spaces. A
    /// first column may name the animal, a first line the occasions. In sentences the file is
    /// called `called`.
    pub fn read<'a>(
        called: &str,
        lines: impl IntoIterator<Item = &'a [u8]>,
    ) -> Result<Histories, Unanswered> {
        let refused = |line: u64, sentence: &str| {
            Unanswered::Unclear(format!("{called}: line {line} {sentence}"))
        };
        let mut rows = Vec::new();
        for (line, bytes) in (1..).zip(lines) {
            let text = std::str::from_utf8(bytes).map_err(|_| refused(line, "is no UTF-8"))?;
            let text = text.trim_start_matches('\u{feff}').trim();
            let cut: &[char] = match text.contains([',', '\t', ';']) {
                true => &[',', '\t', ';'],
                false => &[' '],
            };
            let fields: Vec<&str> =
                text.split(cut).map(|field| field.trim().trim_matches('"')).collect();
            if !text.is_empty() {
                rows.push(Row { line, fields });
            }
        }
        // The first line names occasions if no part of it is a history.
        let width = |row: &Row<'_>| row.fields.len().min(2) - 1;
        if rows.first().is_some_and(|row| row.history(width(row)).is_none()) {
            rows.remove(0);
        }
        // The first column names animals if it is something else than a nought or a one anywhere.
        let named = rows.iter().any(|row| row.fields.len() > 1 && row.history(0).is_none());
        let mut found = Tally::default();
        let mut names = HashSet::new();
        for row in &rows {
            let history = row.history(usize::from(named)).ok_or_else(|| {
                let text = shown(&row.fields.join(" "));
                refused(row.line, &format!("has no history of noughts and ones, got {text:?}"))
            })?;
            if named && !names.insert(row.fields[0]) {
                let name = shown(row.fields[0]);
                return Err(refused(
                    row.line,
                    &format!("has {name:?} again, and an animal has one row"),
                ));
            }
            found.add(&history).map_err(|sentence| refused(row.line, &sentence))?;
        }
        found.histories().ok_or_else(|| {
            Unanswered::Unclear(format!(
                "{called}: there is no history in it; give one row an animal"
            ))
        })
    }

    /// How many were ever caught.
    pub fn animals(&self) -> u64 {
        self.animals
    }

    /// How many were caught on each occasion.
    pub fn caught(&self) -> &[u64] {
        &self.caught
    }

    /// Schnabel's estimate: Σ C_t·M_t / Σ R_t for C_t caught, R_t of them marked, when M_t were.
    pub fn schnabel(&self) -> Option<Rational> {
        self.exposed.checked_div(&Rational::from(self.recaptured))
    }

    /// Chao's estimate of what is there at least, where some are easier to catch than others:
    /// S + (t−1)/t·f_1²/(2·f_2); f_1·(f_1−1)/2 instead of that quotient where nobody came twice.
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
struct Tally {
    animals: u64,
    caught: Vec<u64>,
    /// Of those caught on an occasion, so many had been before.
    again: Vec<u64>,
    once: u64,
    twice: u64,
}

impl Tally {
    fn add(&mut self, history: &[bool]) -> Result<(), String> {
        if self.animals == 0 {
            self.caught = vec![0; history.len()];
            self.again = vec![0; history.len()];
        }
        if history.len() != self.caught.len() {
            return Err(format!(
                "has {} occasions and the lines before it {}",
                history.len(),
                self.caught.len()
            ));
        }
        let mut times = 0;
        for (at, _) in history.iter().enumerate().filter(|(_, caught)| **caught) {
            self.caught[at] += 1;
            self.again[at] += u64::from(times > 0);
            times += 1;
        }
        match times {
            0 => return Err("is of an animal that was never caught; leave it out".into()),
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
        Histories::read("f", text.lines().map(str::as_bytes)).map_err(|no| no.to_string())
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
            "\"17\";1;0;1\n\"18\";0;1;0\n\"19\";1;1;0",
            "history\n101\n010\n110",
        ] {
            assert_eq!(read(same).as_ref(), Ok(&expected), "{same}");
        }
    }

    #[test]
    fn what_is_no_history_is_refused_with_its_line() {
        for (text, said) in [
            ("", "f: there is no history in it; give one row an animal"),
            ("101\n01\n", "f: line 2 has 2 occasions and the lines before it 3"),
            ("101\n000\n", "f: line 2 is of an animal that was never caught; leave it out"),
            ("101\n\n102\n", "f: line 3 has no history of noughts and ones, got \"102\""),
            ("a 101\na 110\n", "f: line 2 has \"a\" again, and an animal has one row"),
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
