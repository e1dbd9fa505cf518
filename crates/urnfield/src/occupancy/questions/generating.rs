//! The probability generating function E z^X at a rational z.

use crate::error::Error;
use crate::occupancy::law::exact::Count;
use crate::occupancy::law::joint::joint;
use crate::occupancy::law::{Department, Occupancy, Shape};
use crate::occupancy::law::{exact, moments};
use crate::occupancy::questions::probability::pmf;
use crate::occupancy::routes::two_lists::TwoLists;
use crate::refine::{Computation, LARGEST_PRECISION, refine};
use urnfield_num::{Enclosure, Rational, Real};

/// The most terms the series may take.
const MOST_TERMS: u128 = 200_000;

/// More work than this is refused: about ten seconds.
const MOST_WORK: f64 = 1e10;

struct GeneratingSeries<'a> {
    law: &'a Occupancy,
    z: &'a Rational,
    /// Σ C(m,r)·h(r)·z^(m−r)·(1−z)^r over vacant urns, else Σ E C(X,r)·(z−1)^r.
    vacant: bool,
}

impl Computation for GeneratingSeries<'_> {
    fn at(&self, words: usize) -> Real {
        let m = self.law.urns;
        let less_one = Real::from_rational(&(self.z - &Rational::one()), words);
        let mut sum = Real::zero(words);
        match (&self.law.shape, self.vacant) {
            (Shape::Union(d), true) => {
                let z = Real::from_rational(self.z, words);
                let step = less_one.clone().negated().div(&z);
                let mut term = z.pow(m);
                let top = m - d.largest();
                for r in 0..=top {
                    sum = sum.add(&term);
                    if r < top {
                        term = term.mul(&step).mul_word(m - r).div_word(r + 1);
                        term = term.mul(&d.vacancy_ratio(m, r, words));
                    }
                }
            }
            _ => {
                let top = self.law.support().1;
                let joint = joint(self.law, top, words);
                let mut factor = Real::from_u64(1, words);
                for (r, p) in (0..=top).zip(&joint) {
                    sum = sum.add(&factor.mul(p));
                    factor = factor.mul(&less_one).mul_word(m - r).div_word(r + 1);
                }
            }
        }
        sum
    }
}

/// Computes [`Occupancy::pgf`].
pub(crate) fn pgf(law: &Occupancy, z: &Rational) -> Result<Enclosure, Error> {
    let (least, most) = law.support();
    if *z == Rational::one() || most == 0 {
        return Ok(Enclosure::one());
    }
    if z.is_zero() {
        return pmf(law, 0);
    }
    // Where X ~ c − X and c is odd, G(−1) = −G(−1).
    let mirror = TwoLists::of(law).and_then(|two| two.mirror());
    if mirror.is_some_and(|c| c % 2 == 1) && (z + &Rational::one()).is_zero() {
        return Ok(Enclosure::zero());
    }
    let vacant = match &law.shape {
        Shape::Union(_) => (law.urns - least) as u128 <= most as u128 * most as u128 / 2,
        _ => false,
    };
    let terms = if vacant { (law.urns - least) as u128 } else { most as u128 };
    let table = match law.shape {
        Shape::Lists(_) | Shape::Certain(_) => terms,
        _ if vacant => terms,
        _ => terms * terms / 2,
    };
    let refused = |needs: u128, unit: &'static str, limit: u128| Error::TooCostly {
        what: "the generating function of this law",
        needs,
        unit: unit.into(),
        limit,
        remedy: "ask for moments instead",
    };
    if terms > MOST_TERMS {
        return Err(refused(terms, "terms", MOST_TERMS));
    }
    if table > moments::LARGEST_TABLE {
        return Err(refused(table, "table entries", moments::LARGEST_TABLE));
    }
    if exact::short(law, most) {
        return Ok(Enclosure::from_rational(&pgf_exact(law, z), law.precision));
    }
    let work = series_work(law, z, vacant, (terms as f64, table as f64));
    if work > MOST_WORK {
        return Err(refused(work as u128, "word operations", MOST_WORK as u128));
    }
    refine(
        "the generating function",
        law.precision,
        law.precision + 128,
        &GeneratingSeries { law, z, vacant },
    )
}

/// Estimates how many word operations the series takes, with so many terms and entries of
/// difference tables. A bad estimate costs time, or refuses a long computation.
fn series_work(law: &Occupancy, z: &Rational, vacant: bool, (terms, table): (f64, f64)) -> f64 {
    let z = Enclosure::from_rational(z, 64).lo_f64();
    // Terms that cancel are longer than what is left of them by so many bits.
    let shrinks = z > 0.0 && z < 1.0;
    let lost = if vacant && shrinks {
        0.0
    } else if vacant {
        law.urns as f64 * (z.abs() + (1.0 - z).abs()).log2()
    } else {
        // Differences of up to 2^r that are as small as m^(-r), and a value as small as z^r.
        let least = if shrinks { z } else { 1.0 };
        terms * ((law.urns as f64).log2() + (1.0 + (z - 1.0).abs()).log2() - least.log2())
    };
    let bits = (law.precision as f64 + 128.0 + lost).min(LARGEST_PRECISION as f64);
    // The lengths tried are powers of two.
    let words = 2f64.powf((bits / 64.0).log2().ceil()).max(2.0);
    let powers = |d: &Department| -> f64 {
        let logs = d.committees.iter().map(|c| f64::from(64 - c.count.leading_zeros()));
        logs.map(|log| 1.5 * log + 3.0).sum()
    };
    let powers: f64 = match &law.shape {
        Shape::Union(d) => powers(d),
        Shape::General(departments) => departments.iter().map(powers).sum(),
        Shape::Lists(_) | Shape::Certain(_) => 2.0,
    };
    terms * (40.0 + words * words * (powers + 2.0)) + table * (40.0 + 2.0 * words)
}

fn pgf_exact(law: &Occupancy, z: &Rational) -> Rational {
    if let Shape::Certain(x) = law.shape {
        return z.pow(x as u32);
    }
    debug_assert!(Count::of(law).is_some());
    let less_one = z - &Rational::one();
    let mut power = Rational::one();
    let mut sum = Rational::zero();
    for b in exact::binomial_moments(law, law.support().1) {
        sum = &sum + &(&b * &power);
        power = &power * &less_one;
    }
    sum
}
