//! [`Evidence`]: what a check has just computed, and whether it confirms the verdict.

use crate::formulas::exact::Exact;
use std::cmp::Ordering;
use urnfield::{Enclosure, Error};

/// What the ledger says of a claim.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Verdict {
    /// True as printed.
    Right,
    /// Wrong as printed, and the repair is plain.
    Misprinted,
    /// It does not hold, and what does hold is something else.
    False,
    /// True once a condition is added.
    Condition,
}

impl Verdict {
    /// As the ledger writes it.
    pub fn name(self) -> &'static str {
        match self {
            Verdict::Right => "right",
            Verdict::Misprinted => "misprinted",
            Verdict::False => "false",
            Verdict::Condition => "needs a condition",
        }
    }
}

/// One line of the ledger, with the code that checks it.
pub struct Claim {
    /// The LaTeX label of the paper, or a name after the label it stands under.
    pub label: &'static str,
    /// What the ledger says of it.
    pub verdict: Verdict,
    check: Check,
}

impl Claim {
    /// Computes the evidence anew. What the library refuses is a fault like any other.
    pub fn check(&self) -> Checked {
        let mut evidence = Evidence::default();
        if let Err(error) = (self.check)(&mut evidence) {
            evidence.fault(error.to_string());
        }
        let confirmed = evidence.confirms(self.verdict);
        Checked { evidence: evidence.to_text(), confirmed }
    }
}

/// What came of checking a claim.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Checked {
    /// What was computed, in one line.
    pub evidence: String,
    /// Whether it confirms the verdict.
    pub confirmed: bool,
}

type Check = fn(&mut Evidence) -> Result<(), Error>;

/// A claim that is right.
pub(super) const fn right(label: &'static str, check: Check) -> Claim {
    Claim { label, verdict: Verdict::Right, check }
}

/// A claim with a plain repair.
pub(super) const fn misprinted(label: &'static str, check: Check) -> Claim {
    Claim { label, verdict: Verdict::Misprinted, check }
}

/// A claim that does not hold.
pub(super) const fn refuted(label: &'static str, check: Check) -> Claim {
    Claim { label, verdict: Verdict::False, check }
}

/// A claim that holds under a condition.
pub(super) const fn conditional(label: &'static str, check: Check) -> Claim {
    Claim { label, verdict: Verdict::Condition, check }
}

/// What was computed for one claim.
#[derive(Default)]
pub(super) struct Evidence {
    /// Cases in which the right form held.
    cases: u64,
    /// Where the printed form fails.
    against: Vec<String>,
    /// Values worth showing.
    seen: Vec<String>,
    /// What came out otherwise than the verdict says.
    faults: Vec<String>,
}

impl Evidence {
    /// The right form, in one case.
    pub(super) fn holds(&mut self, holds: bool, what: impl FnOnce() -> String) {
        if holds {
            self.cases += 1;
        } else {
            self.faults.push(format!("does not hold at {}", what()));
        }
    }

    /// Two routes to one number.
    pub(super) fn same(&mut self, one: &Exact, other: &Exact, what: impl FnOnce() -> String) {
        self.holds(one == other, || format!("{}: {one:?} against {other:?}", what()));
    }

    /// A library's answer and the exact number.
    pub(super) fn encloses(
        &mut self,
        answer: &Enclosure,
        exact: &Exact,
        what: impl FnOnce() -> String,
    ) {
        self.holds(answer.contains(&exact.0), || format!("{}: {answer} against {exact:?}", what()));
    }

    /// A certified value as the paper, or the ledger, quotes it.
    pub(super) fn shows(&mut self, name: &str, value: &Enclosure, quoted: &str) {
        let digits = quoted
            .split(['e', 'E'])
            .next()
            .unwrap_or_default()
            .trim_start_matches(['0', '.'])
            .bytes()
            .filter(u8::is_ascii_digit)
            .count();
        let rounded = value.digits(digits.max(1)).and_then(|text| text.parse::<f64>().ok());
        let same = rounded.zip(quoted.parse::<f64>().ok()).is_some_and(|(a, b)| a == b);
        self.holds(same, || format!("{name} = {value:.9}, quoted as {quoted}"));
        self.seen(format!("{name} = {value:.6}"));
    }

    /// One value certainly below another.
    pub(super) fn below(
        &mut self,
        low: &Enclosure,
        high: &Enclosure,
        what: impl FnOnce() -> String,
    ) {
        let order = low.compare(high);
        self.holds(order == Some(Ordering::Less), || format!("{}: {low} against {high}", what()));
    }

    /// The printed form where it is not true.
    pub(super) fn fails(&mut self, fails: bool, how: impl Into<String>) {
        let how = how.into();
        if fails {
            self.against.push(how)
        } else {
            self.faults.push(format!("as printed it holds after all: {how}"))
        }
    }

    /// The printed value and the truth, which differ.
    pub(super) fn differs(&mut self, at: &str, printed: &Exact, truth: &Exact) {
        let how = format!("{at}: printed {printed:?}, truth {truth:?}");
        self.fails(printed != truth, how);
    }

    /// A value to be shown.
    pub(super) fn seen(&mut self, value: impl Into<String>) {
        self.seen.push(value.into());
    }

    pub(super) fn fault(&mut self, what: impl Into<String>) {
        self.faults.push(what.into());
    }

    /// Something held, nothing came out otherwise, and what is not right as printed was refuted.
    pub(super) fn confirms(&self, verdict: Verdict) -> bool {
        let refuted = !self.against.is_empty();
        self.faults.is_empty() && self.cases > 0 && (refuted || verdict == Verdict::Right)
    }

    /// In one line.
    pub(super) fn to_text(&self) -> String {
        let mut parts: Vec<String> = self.faults.iter().map(|f| format!("FAILS: {f}")).collect();
        parts.extend(self.against.iter().map(|how| format!("not so at {how}")));
        parts.extend(self.seen.iter().cloned());
        let s = if self.cases == 1 { "" } else { "s" };
        parts.push(format!("holds in {} case{s}", self.cases));
        parts.join("; ")
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::formulas::exact::{number, whole};

    #[test]
    fn nothing_confirms_nothing() {
        assert!(!Evidence::default().confirms(Verdict::Right));
    }

    #[test]
    fn a_fault_or_a_missing_counterexample_is_no_confirmation() {
        let mut evidence = Evidence::default();
        evidence.same(&whole(1), &whole(1), String::new);
        assert!(evidence.confirms(Verdict::Right) && !evidence.confirms(Verdict::Misprinted));
        evidence.differs("m = 2", &number("7/8"), &number("1/2"));
        assert!(evidence.confirms(Verdict::Misprinted));
        assert_eq!(evidence.to_text(), "not so at m = 2: printed 7/8, truth 1/2; holds in 1 case");
        evidence.differs("m = 3", &whole(1), &whole(1));
        assert!(!evidence.confirms(Verdict::Misprinted));
    }

    #[test]
    fn quoted_numbers_are_compared_to_their_digits() {
        let value = Enclosure::from_rational(&"0.000615409".parse().expect("a number"), 100);
        let mut evidence = Evidence::default();
        evidence.shows("f", &value, "6.15e-4");
        assert!(evidence.confirms(Verdict::Right));
        evidence.shows("f", &value, "6.16e-4");
        assert!(!evidence.confirms(Verdict::Right));
    }
}
