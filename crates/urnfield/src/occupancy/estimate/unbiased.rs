//! The unbiased estimate of the number of urns.

use crate::error::Error;
use crate::occupancy::estimate::population::{MOST_URNS, Population};
use crate::occupancy::estimate::tails::{Growing, probability};
use crate::occupancy::law::Event;
use crate::occupancy::law::exact::{self, QUICK};
use crate::occupancy::routes::collisions::{FEW, coefficients};
use dashu_int::UBig;
use urnfield_num::{Enclosure, Rational, Real};

impl Population {
    /// The minimum-variance unbiased estimate of the number of urns.
    ///
    /// Formula: x·(1 + a_{x−1}/a_x) with a_i = Δ^i[∏ C(y,k_d)^(n_d)]_{y=0}, equal sizes or not;
    /// for n balls S(n+1,x)/S(n,x), for two committees (k_1+1)(k_2+1)/(y+1) − 1 where they share y.
    /// **Unbiased as long as m ≤ N** = Σ n_d·k_d ([`Population::unbiased_up_to`]) and for no larger
    /// m: E m̂ = m − max(0, m−N)·P(X = N). Nothing observed can tell which is the case; where all
    /// members are distinct, suspect the worse. Source: the last lemma and corollary of
    /// `subsec:estimators`. DIFFERENCE: the printed branch for m > n is the same number and not
    /// unbiased (`docs/paper/ledger.md`, E9).
    ///
    /// As a_i = P(X = i)·∏C(m,k_d)^(n_d)/C(m,i) for *any* m ≥ x, two probabilities of one law give
    /// a_{x−1}/a_x = P(X = x−1)/P(X = x)·(m−x+1)/x. With few collisions it is a fraction of the
    /// integers of `collisions`. Cost: two probabilities.
    ///
    /// ```
    /// use urnfield::occupancy::Population;
    /// // Three balls in two urns: S(4,2)/S(3,2) = 7/3.
    /// assert_eq!(Population::balls(3, 2)?.unbiased()?.exact().unwrap().to_string(), "7/3");
    /// // All of n balls apart: n(n+1)/2.
    /// let apart = Population::balls(4_000_000_000, 4_000_000_000)?.unbiased()?;
    /// assert_eq!(apart.exact().unwrap().to_string(), "8000000002000000000");
    /// # Ok::<(), urnfield::Error>(())
    /// ```
    pub fn unbiased(&self) -> Result<Enclosure, Error> {
        let (x, members) = (self.distinct, self.department.members);
        let exactly = |value: &Rational| Ok(Enclosure::from_rational(value, self.precision));
        if x == self.department.largest() {
            // a_{x−1} = 0: fewer urns hold no such committee.
            return exactly(&Rational::from(x));
        }
        if let Some([first, second, both]) = self.two() {
            let ways = UBig::from(u128::from(first) + 1) * (u128::from(second) + 1);
            let chapman = Rational::from_integers(ways.into(), UBig::from(u128::from(both) + 1));
            return exactly(&(&chapman - &Rational::one()));
        }
        let collisions = members - x;
        if collisions < FEW {
            // i!·v_{N−i} is a_i but for a factor without i.
            let v = coefficients(&self.department.committees, collisions as usize + 1);
            let [under, over] = [&v[collisions as usize], &v[collisions as usize + 1]];
            let under: UBig = under.clone();
            let ratio = Rational::from_integers(over.clone().into(), under);
            return exactly(&(&Rational::from(x) + &ratio));
        }
        // Any m ≥ x serves; the law is easiest where x is nothing unusual.
        let urns = (self.rough_urns() as u64).clamp(x, MOST_URNS);
        let law = self.law(urns)?.precision(self.precision + 4);
        let exact = |i: u64| exact::probability(&law, Event::Point(i), QUICK).ok();
        let scale = Rational::from(urns - x + 1);
        if let (Some(less), Some(same)) = (exact(x - 1), exact(x))
            && let Some(ratio) = less.checked_div(&same)
        {
            return exactly(&(&Rational::from(x) + &(&scale * &ratio)));
        }
        let words = (self.precision / 64 + 3) as usize;
        let [less, same] = [x - 1, x].map(|i| probability(&law, Event::Point(i)));
        let ([less_lo, less_hi], [same_lo, same_hi]) = (less?.reals(words), same?.reals(words));
        let estimate = |less: &Real, same: &Real| {
            less.div(same).mul_word(urns - x + 1).add(&Real::from_u64(x, words))
        };
        let (low, high) = (estimate(&less_lo, &same_hi), estimate(&less_hi, &same_lo));
        Ok(Enclosure::between(&low, &high))
    }

    /// The greatest number of urns for which [`Population::unbiased`] is unbiased: N, all members
    /// counted with repetition.
    ///
    /// ```
    /// use urnfield::Population;
    /// assert_eq!(Population::balls(3, 2)?.unbiased_up_to(), 3);
    /// # Ok::<(), urnfield::Error>(())
    /// ```
    pub fn unbiased_up_to(&self) -> u64 {
        self.department.members
    }
}
