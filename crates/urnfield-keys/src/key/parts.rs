//! The parts of a key: one column or field, or several.

use urnfield_terminal::Refusal;

/// Which parts of a key are integers, in the order of the parts.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Integers(Vec<bool>);

impl Integers {
    /// Reads what was typed behind --integers: nothing for all parts, or the names of some; `parts`
    /// are the names of all parts as they were typed.
    pub(crate) fn typed(
        typed: Option<&str>,
        option: &str,
        parts: &[&str],
        split: impl Fn(&str) -> Vec<&str>,
    ) -> Result<Integers, Refusal> {
        let names = match typed {
            None => return Ok(Integers(vec![false; parts.len()])),
            Some("") => return Ok(Integers(vec![true; parts.len()])),
            Some(names) => split(names),
        };
        if let Some(unknown) = names.iter().find(|name| !parts.contains(name)) {
            return Err(Refusal::Typed(format!(
                "--integers={unknown} must name a part of the key as {option} has it, got \
                 {option} {}; give --integers alone where all parts are integers",
                parts.join(",")
            )));
        }
        Ok(Integers(parts.iter().map(|part| names.contains(part)).collect()))
    }

    /// Returns the integers of keys that have one part.
    pub(crate) fn of_one(integers: bool) -> Integers {
        Integers(vec![integers])
    }

    pub(crate) fn by_part(&self) -> &[bool] {
        &self.0
    }

    pub(crate) fn all(&self) -> bool {
        self.0.iter().all(|integer| *integer)
    }

    /// Whether some parts are integers and others texts.
    pub(crate) fn differ(&self) -> bool {
        !self.all() && self.0.contains(&true)
    }
}

/// Refuses a part that is typed twice.
pub(crate) fn refuse_twice(option: &str, parts: &[&str]) -> Result<(), Refusal> {
    let twice = (1..parts.len()).find(|i| parts[..*i].contains(&parts[*i]));
    twice.map_or(Ok(()), |i| {
        let rule = "the parts of a key are different ones";
        Err(Refusal::Typed(format!("{option}: {rule}, got {:?} twice; name it once", parts[i])))
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn integers_are_all_parts_or_those_named() {
        let split = |text: &'static str| text.split(',').collect::<Vec<_>>();
        let read = |typed| Integers::typed(typed, "--column", &["a", "b", "c"], |_| split("c,a"));
        assert_eq!(read(None).expect("none").by_part(), [false; 3]);
        assert!(read(Some("")).expect("all").all());
        let some = read(Some("c,a")).expect("two");
        assert_eq!(some.by_part(), [true, false, true]);
        assert!(some.differ() && !some.all());
        let unknown = Integers::typed(Some("x"), "--column", &["a", "b"], |_| vec!["x"]);
        let said = unknown.expect_err("no part").to_string();
        assert!(said.contains("--integers=x must name a part of the key"), "{said}");
    }
}
