//! A law as the list of its probabilities: everything else is a plain sum over it.

use super::exact::{Exact, choose, falling, ratio, whole};
use urnfield::{Enclosure, Error, Occupancy};

/// P(X = 0), …, P(X = m).
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Law(pub Vec<Exact>);

impl Law {
    /// The library's own exact probabilities.
    pub fn of(law: &Occupancy) -> Law {
        Law((0..=law.urns()).map(|i| Exact(law.pmf_exact(i).expect("a small law"))).collect())
    }

    /// E f(X).
    pub fn expect(&self, f: impl Fn(u64) -> Exact) -> Exact {
        (0..).zip(&self.0).map(|(i, p)| f(i) * p).sum()
    }

    /// P(X ≥ i).
    pub fn at_least(&self, i: u64) -> Exact {
        self.expect(|x| whole((x >= i).into()))
    }

    /// P(X ≤ i).
    pub fn at_most(&self, i: u64) -> Exact {
        self.expect(|x| whole((x <= i).into()))
    }

    /// E X^r.
    pub fn raw(&self, r: u64) -> Exact {
        self.expect(|x| whole(x).pow(r))
    }

    /// E X(X−1)…(X−r+1).
    pub fn factorial(&self, r: u64) -> Exact {
        self.expect(|x| falling(&whole(x), r))
    }

    /// E C(X, r).
    pub fn binomial(&self, r: u64) -> Exact {
        self.expect(|x| choose(x, r))
    }

    /// E X.
    pub fn mean(&self) -> Exact {
        self.raw(1)
    }

    /// E (X − μ)².
    pub fn variance(&self) -> Exact {
        let mean = self.mean();
        self.expect(|x| (whole(x) - &mean).pow(2))
    }

    /// E z^X.
    pub fn pgf(&self, z: &Exact) -> Exact {
        self.expect(|x| z.pow(x))
    }

    /// The least and the greatest possible value.
    pub fn support(&self) -> (u64, u64) {
        let possible = |p: &Exact| !p.is_zero();
        let first = self.0.iter().position(possible).expect("some outcome");
        let last = self.0.iter().rposition(possible).expect("some outcome");
        (first as u64, last as u64)
    }

    /// All i with the greatest probability.
    pub fn modes(&self) -> Vec<u64> {
        let most = self.0.iter().max().expect("some outcome");
        (0..).zip(&self.0).filter(|(_, p)| *p == most).map(|(i, _)| i).collect()
    }

    /// The least i with P(X ≤ i) ≥ p.
    pub fn quantile(&self, p: &Exact) -> u64 {
        (0..).find(|&i| self.at_most(i) >= *p).expect("p is below 1")
    }
}

/// The answer holds the value, is the value where it claims to be exact, and has its 53 bits.
#[track_caller]
pub fn encloses(answer: Result<Enclosure, Error>, value: &Exact, what: &str) {
    let answer = answer.unwrap_or_else(|e| panic!("{what}: {e}"));
    assert!(answer.contains(&value.0), "{what}: {answer:?} against {value:?}");
    assert!(
        answer.exact().is_none_or(|exact| *exact == value.0),
        "{what}: {answer:?} against {value:?}"
    );
    assert!(answer.certain_bits() >= 53, "{what}: {answer:?} is wide");
}

/// The law's exact and enclosed probabilities are those of the table.
#[track_caller]
pub fn same_law(law: &Occupancy, table: &[Exact]) {
    assert_eq!(table.len() as u64, law.urns() + 1, "{law:?}");
    for (i, p) in (0..).zip(table) {
        let what = format!("P(X = {i}) of {law:?}");
        let exact = law.pmf_exact(i).unwrap_or_else(|e| panic!("{what}: {e}"));
        assert_eq!(exact, p.0, "{what}");
        encloses(law.pmf(i), p, &what);
    }
}

/// Both tails, beyond the support too.
#[track_caller]
pub fn same_tails(law: &Occupancy, table: &Law) {
    for i in 0..=law.urns() + 1 {
        encloses(law.at_least(i), &table.at_least(i), &format!("≥ {i} {law:?}"));
        encloses(law.at_most(i), &table.at_most(i), &format!("≤ {i} {law:?}"));
    }
}

/// Mean, variance, and the moments up to the given order.
#[track_caller]
pub fn same_moments(law: &Occupancy, table: &Law, order: u64) {
    encloses(law.mean(), &table.mean(), &format!("mean {law:?}"));
    encloses(law.variance(), &table.variance(), &format!("var {law:?}"));
    for r in 0..=order {
        let what = format!("moments of order {r} of {law:?}");
        encloses(law.raw_moment(r), &table.raw(r), &what);
        encloses(law.factorial_moment(r), &table.factorial(r), &what);
        encloses(law.binomial_moment(r), &table.binomial(r), &what);
    }
}

/// The ends of an enclosure, rounded outward to doubles.
pub fn ends(value: &Enclosure) -> [Exact; 2] {
    [value.lo_f64(), value.hi_f64()].map(Exact::from_f64)
}

/// The parts have the total: it lies between the sums of their ends, and those are close.
#[track_caller]
pub fn add_up<'a>(parts: impl IntoIterator<Item = &'a Enclosure>, total: &Exact, what: &str) {
    let mut sums = [whole(0), whole(0)];
    for part in parts {
        let [lo, hi] = ends(part);
        sums = [&sums[0] + lo, &sums[1] + hi];
    }
    let [lo, hi] = sums;
    assert!(lo <= *total && *total <= hi, "{what}: {lo:?} … {hi:?}");
    let close = ratio(1, 1 << 45) * total;
    assert!(hi - lo <= close, "{what}: the sum tells nothing");
}
