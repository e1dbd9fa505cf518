//! The alternating sum of binomial moments, with adaptive precision.
//!
//! The sums of [`crate::occupancy::law::exact`] with certified reals instead of integers. Cut
//! off anywhere, the rest is at most the first omitted term (Bonferroni), so few terms serve where
//! moments fall fast; cancellation costs bits, not truth: [`refine`] asks again.
//!
//! Source: `eqn:binom-moment` and the p.m.f. below it.
//!
//! Coq: `binomials.bonferroni_point`, `binomials.bonferroni_tail`.

use crate::error::Error;
use crate::occupancy::law::exact::{Count, SignedSum};
use crate::occupancy::law::joint::{choose, joint};
use crate::occupancy::law::rough::{log_vacant, occupied_share, rough};
use crate::occupancy::law::{Department, Event, Occupancy};
use crate::occupancy::routes::integer_powers::IntegerPowers;
use crate::refine::{Computation, LARGEST_PRECISION, refine};
use urnfield_num::{Enclosure, Real};

/// One sum, and what it will take: estimated in doubles, as only the choice of a route rests on it.
pub(crate) struct Sum<'a> {
    law: &'a Occupancy,
    count: Count<'a>,
    posed: SignedSum,
    /// Working precision that will probably do.
    bits: f64,
    /// The last moment worth computing, where moments come from a table.
    reach: u64,
    /// Word operations.
    pub(crate) cost: f64,
}

/// The most word operations a sum may take, estimated beforehand.
const LARGEST_SUM: f64 = 5e9;

/// Sums with more terms than this are left to another route.
const MOST_TERMS: u64 = 300_000;

impl<'a> Sum<'a> {
    /// The sum for an event that the support does not decide; `None` where it is out of the
    /// question, or certainly above `limit` word operations.
    pub(crate) fn of(law: &'a Occupancy, event: Event, limit: f64) -> Option<Sum<'a>> {
        let count = Count::of(law)?;
        let posed = count.posed(law.urns, event);
        let SumEffort { bits, terms, cost } = effort(law, &count, posed, limit)?;
        let reach = posed.y.saturating_add((terms * 1.25) as u64 + 16).min(count.top(law));
        Some(Sum { law, count, posed, bits, reach, cost })
    }

    /// The sum, with the law's precision.
    pub(crate) fn value(&self) -> Result<Enclosure, Error> {
        if self.cost > LARGEST_SUM {
            return Err(Error::TooCostly {
                what: "this probability with so many digits",
                needs: self.cost as u128,
                unit: "word operations".into(),
                limit: LARGEST_SUM as u128,
                remedy: "ask for at most 17 digits or a smaller problem",
            });
        }
        refine("this probability", self.law.precision, self.bits as u64, self)
    }
}

/// What a sum takes.
struct SumEffort {
    bits: f64,
    /// Terms until they no longer matter.
    terms: f64,
    cost: f64,
}

fn effort(
    law: &Occupancy,
    count: &Count,
    SignedSum { y, tail, .. }: SignedSum,
    limit: f64,
) -> Option<SumEffort> {
    let m = law.urns as f64;
    let top = count.top(law);
    // ln of B_{r+1}/B_r·(r + 1)/(m − r) = ratio of the joint probabilities.
    let log_ratio = |r: f64| -> f64 {
        match count {
            Count::Vacant(d) => log_vacant(m - r, rough(&d.committees)),
            Count::Lists(sizes) => {
                sizes.iter().map(|&k| ((k as f64 - r) / (m - r)).max(0.0).ln()).sum()
            }
            // ρ(r+1)/ρ(r) ≤ ρ(1) = mean/m a department: at most that, and near it.
            Count::General(ds) => {
                ds.iter().map(|d| occupied_share(m, rough(&d.committees)).ln()).sum()
            }
        }
    };
    let a = tail as u8 as f64;
    let y_f = y as f64;
    // Terms relative to the first one.
    let (mut log, mut highest, mut r) = (0.0f64, 0.0f64, y);
    let target = (law.precision as f64 + 20.0) * std::f64::consts::LN_2;
    let mut terms = 0u64;
    let needs = |highest: f64| law.precision as f64 + 2.0 * highest / std::f64::consts::LN_2 + 64.0;
    // Joint probabilities of departments are differences themselves, of numbers up to 2^r, and are
    // as small as the r-th power of what a department covers.
    let lost = match count {
        Count::General(ds) => {
            let share = |d: &Department| occupied_share(m, rough(&d.committees)).log2();
            1.0 - ds.iter().map(share).fold(0.0, f64::min)
        }
        _ => 0.0,
    };
    let price = |terms: f64, highest: f64| {
        let words = (needs(highest) + lost * (y_f + terms)) / 64.0 + 1.0;
        let factors = match count {
            // A power of long mantissas takes about as many nanoseconds; of balls only primes need
            // one.
            Count::Vacant(d) if by_table(d, law.urns - y, words as usize).is_some() => {
                (0.6 * (64 - d.members.leading_zeros()) as f64 + 2.0) * words
            }
            Count::Vacant(d) => d
                .committees
                .iter()
                .map(|c| (4.0 * (64 - c.count.leading_zeros()) as f64 + 1.0) * words)
                .sum::<f64>(),
            Count::Lists(sizes) => 6.0 * sizes.len() as f64,
            Count::General(ds) => 4.0 * ds.len() as f64 * (y_f + terms) / 2.0 + words,
        };
        (terms + 1.0) * words * (factors + 20.0)
    };
    while r < top {
        let rf = r as f64;
        let step = (rf + 1.0 - a).ln() - (rf + 1.0 - y_f).ln() + (m - rf).ln() - (rf + 1.0).ln();
        let step = step + log_ratio(rf);
        log += step;
        highest = highest.max(log);
        r += 1;
        terms += 1;
        // The sum is already above the limit, and the logarithms of this loop cost time too.
        if terms > MOST_TERMS || terms.is_multiple_of(32) && price(terms as f64, highest) > limit {
            return None;
        }
        // The sum is at least about e^(−highest) of the first term: alternating with ratio > 1.
        if step < -0.01 && log < -highest - target {
            break;
        }
    }
    let factors = first_factors(count, law.urns, y);
    // Logarithms of factorials lose as many bits as they have before the point.
    let by_factorials = factors > LONG && needs(highest) + 72.0 <= 64.0 * SHORT as f64;
    let bits = needs(highest) + if by_factorials { 72.0 } else { 0.0 };
    if !bits.is_finite() || bits > LARGEST_PRECISION as f64 {
        return None;
    }
    let first = match count {
        Count::General(_) => 0.0,
        _ if by_factorials => 1e5,
        // Each is a product and a quotient by a word, which is a division for each word of the
        // mantissa.
        _ => factors as f64 * 12.0 * (bits / 64.0 + 1.0),
    };
    let cost = price(terms as f64, highest) + first;
    Some(SumEffort { bits, terms: terms as f64, cost })
}

/// How many balls there are, where their powers come from a table of all numbers up to `upto`.
fn by_table(d: &Department, upto: u64, words: usize) -> Option<u64> {
    let balls = d.largest() == 1 && IntegerPowers::fits(upto, words);
    balls.then_some(d.members)
}

/// Products of more factors than this are ratios of factorials, on mantissas of at most so many
/// words: Stirling's series has an end.
const LONG: u64 = 4096;
const SHORT: usize = 8;

/// Products of more factors than this are not begun.
const LONGEST: u64 = 100_000_000;

/// ∏_{l<steps} (a − l)/(b − l).
fn falling_ratio(a: u64, b: u64, steps: u64, words: usize) -> Real {
    if steps <= LONG || words > SHORT {
        let one = Real::from_u64(1, words);
        return (0..steps).fold(one, |p, l| p.mul_word(a - l).div_word(b - l));
    }
    let ln = |n: u64| Real::ln_factorial(n, words);
    ln(a).sub(&ln(a - steps)).sub(&ln(b)).add(&ln(b - steps)).exp()
}

/// How many factors the first term has, with the shorter of two products taken for each size.
fn first_factors(count: &Count, m: u64, y: u64) -> u64 {
    let binomial = y.min(m - y);
    let rest = match count {
        Count::Vacant(d) => d.committees.iter().map(|c| c.size.min(y)).fold(0, u64::saturating_add),
        Count::Lists(sizes) => (sizes.len() as u64).saturating_mul(y),
        Count::General(_) => 0,
    };
    binomial.saturating_add(rest)
}

impl Computation for Sum<'_> {
    fn at(&self, words: usize) -> Real {
        let sum = self.terms(words);
        if self.posed.complement { Real::from_u64(1, words).sub(&sum) } else { sum }
    }
}

impl Sum<'_> {
    fn terms(&self, words: usize) -> Real {
        let (m, SignedSum { y, tail, complement }) = (self.law.urns, self.posed);
        // What is too long for factorials and for products is left open, and refused in the end.
        if words > SHORT && first_factors(&self.count, m, y) > LONGEST {
            return Real::unknown(words);
        }
        let top = self.count.top(self.law);
        let a = u64::from(tail);
        // The joint probability of y urns, and how it goes on.
        let table = match &self.count {
            Count::General(_) => joint(self.law, self.reach, words),
            _ => Vec::new(),
        };
        // Of n balls in j of m urns it is j^n/m^n; the denominator waits for the end.
        let powers = match &self.count {
            Count::Vacant(d) => by_table(d, m - y, words)
                .map(|n| (IntegerPowers::new(m - y, n, words), Real::from_u64(m, words).pow(n))),
            _ => None,
        };
        let mut joint = match (&self.count, &powers) {
            (Count::General(_), _) => table[y as usize].clone(),
            (_, Some((powers, _))) => powers.of(m - y).clone(),
            _ => self.first_joint(words),
        };
        let whole = |sum: Real| match &powers {
            Some((_, denominator)) => sum.div(denominator),
            None => sum,
        };
        let fewer = y.min(m - y);
        let mut weight = if fewer <= LONG || words > SHORT {
            choose(m, fewer, words)
        } else {
            falling_ratio(m, fewer, fewer, words)
        };
        let mut sum = Real::zero(words);
        let wanted = if complement { 64 * words as i128 } else { self.law.precision as i128 + 8 };
        for r in y..=top {
            let term = weight.mul(&joint);
            // Bonferroni: what is left out is at most the first term left out.
            if let (Some(size), Some(total)) = (term.magnitude(), sum.magnitude())
                && r > y
                && (size + wanted < total - 3 && sum.certain_bits() > 2
                    || r == self.reach && r < top && !table.is_empty())
            {
                return whole(sum.add(&term.uncertainty()));
            }
            sum = if (r - y).is_multiple_of(2) { sum.add(&term) } else { sum.sub(&term) };
            if r == top {
                break;
            }
            // C(r−a, y−a)·C(m, r) → the same at r + 1.
            weight = weight.mul_word(r + 1 - a).div_word(r + 1 - y);
            weight = weight.mul_word(m - r).div_word(r + 1);
            joint = match &self.count {
                Count::Vacant(d) => match &powers {
                    Some((powers, _)) => powers.of(m - r - 1).clone(),
                    None => joint.mul(&d.vacancy_ratio(m, r, words)),
                },
                Count::Lists(sizes) => {
                    sizes.iter().fold(joint, |j, &k| j.mul_word(k - r).div_word(m - r))
                }
                Count::General(_) => table[r as usize + 1].clone(),
            };
        }
        whole(sum)
    }

    /// The joint probability of y urns, by the shorter of two products: over the y urns, or over
    /// the k members of a committee, ∏_{l<k} (m−y−l)/(m−l).
    fn first_joint(&self, words: usize) -> Real {
        let (m, y) = (self.law.urns, self.posed.y);
        let one = Real::from_u64(1, words);
        match &self.count {
            Count::Vacant(d) => d.committees.iter().fold(one, |product, c| {
                let (steps, other) = if c.size < y { (c.size, y) } else { (y, c.size) };
                product.mul(&falling_ratio(m - other, m, steps, words).pow(c.count))
            }),
            Count::Lists(sizes) => {
                sizes.iter().fold(one, |product, &k| product.mul(&falling_ratio(k, m, y, words)))
            }
            Count::General(_) => one,
        }
    }
}
