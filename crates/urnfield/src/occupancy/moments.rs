//! Moments of a law, bounds, its generating function, collisions and draws.

use crate::error::Error;
use crate::occupancy::law::bounds::{self, MomentBounds};
use crate::occupancy::law::chernoff::tail_bound;
use crate::occupancy::law::moments::{MomentKind, mean, moment, variance};
use crate::occupancy::law::standardized::{MomentOrder, standardized};
use crate::occupancy::law::{Event, Occupancy, at_most_one};
use crate::occupancy::questions::generating;
#[cfg(feature = "rand")]
use crate::occupancy::questions::sample;
use crate::occupancy::routes::contour;
use crate::occupancy::waiting::birthday;
#[cfg(feature = "rand")]
use rand_core::Rng;
use urnfield_num::{Enclosure, Rate, Rational};

impl Occupancy {
    /// The mean E X.
    ///
    /// Formula: m·(1 − ∏(1 − k/m)^n) a department, departments multiplied. Source:
    /// `eqn:batch-occupancy-mean`, `eq:batch-mean`, `eq:classic-mean`.
    ///
    /// ```
    /// use urnfield::Occupancy;
    /// let mean = Occupancy::balls(1_000_000_000_000, 1_000_000_000_000)?.mean()?;
    /// assert_eq!(format!("{mean:.12}"), "6.32120558829e11"); // m(1 − 1/e), nearly
    /// # Ok::<(), urnfield::Error>(())
    /// ```
    pub fn mean(&self) -> Result<Enclosure, Error> {
        mean(self)
    }

    /// The variance of X.
    ///
    /// Formula: 2·E C(X,2) + E X − (E X)². Source: `eq:batch-variance`, `eq:classic-variance`.
    /// DIFFERENCE: the printed committee variance has 1 − q where q is meant and goes negative
    /// (`docs/paper/ledger.md`).
    ///
    /// ```
    /// use urnfield::{Committees, Occupancy};
    /// let law = Occupancy::union(2, &[Committees { count: 2, size: 1 }])?;
    /// assert_eq!(law.variance()?.exact().unwrap().to_string(), "1/4"); // the print says −3/4
    /// # Ok::<(), urnfield::Error>(())
    /// ```
    pub fn variance(&self) -> Result<Enclosure, Error> {
        variance(self)
    }

    /// The skewness, E(X−μ)³/σ³.
    ///
    /// Formula: from E X(X−1)…(X−r+1), r ≤ 4; for a union of the vacant urns, with the sign
    /// changed. Source: `eqn:binom-moment`. An error for a law with one value. Cost: four powers
    /// of each size.
    ///
    /// ```
    /// use urnfield::Occupancy;
    /// // A coin that shows 1 with probability 1/4: (1 − 2p)/√(pq) = 2/√3.
    /// let law = Occupancy::lists(4, &[1, 1])?;
    /// assert_eq!(format!("{:.10}", law.skewness()?), "1.154700538");
    /// # Ok::<(), urnfield::Error>(())
    /// ```
    pub fn skewness(&self) -> Result<Enclosure, Error> {
        standardized(self, MomentOrder::Third, "the skewness")
    }

    /// The excess kurtosis, E(X−μ)⁴/σ⁴ − 3: 0 for a normal law.
    ///
    /// Formula and cost: as [`Occupancy::skewness`]. Source: `eqn:binom-moment`.
    ///
    /// ```
    /// use urnfield::Occupancy;
    /// let law = Occupancy::balls(2, 2)?; // 1 or 2, one half each: 1 − 3
    /// assert_eq!(law.excess_kurtosis()?.exact().unwrap().to_string(), "-2");
    /// # Ok::<(), urnfield::Error>(())
    /// ```
    pub fn excess_kurtosis(&self) -> Result<Enclosure, Error> {
        standardized(self, MomentOrder::Fourth, "the excess kurtosis")
    }

    /// The binomial moment E C(X, r).
    ///
    /// Formula: C(m, r)·P(the first r urns are occupied). Source: `eqn:binom-moment`,
    /// `eqn:batch-factorial-moments`, `eqn:committee-union-binom`,
    /// `eqn:committee-intersection-binom-moment`, `eq:mutual-batch-expected`.
    /// Cost: r²/2 subtractions and r powers; for lists r products.
    ///
    /// ```
    /// use urnfield::{Committees, Occupancy};
    /// // 2 balls in 13 urns: both urns differ with probability 12/13, and then C(2,2) = 1.
    /// let b2 = Occupancy::balls(13, 2)?.binomial_moment(2)?;
    /// assert_eq!(b2.exact().unwrap().to_string(), "12/13");
    /// # Ok::<(), urnfield::Error>(())
    /// ```
    pub fn binomial_moment(&self, r: u64) -> Result<Enclosure, Error> {
        moment(self, MomentKind::Binomial, r)
    }

    /// The factorial moment E X(X−1)…(X−r+1).
    ///
    /// Formula: r!·E C(X, r). Source: `eqn:binom-fac-moments`, `eqn:batch-factorial-moments`,
    /// `eqn:two-color-factorial-moments`. Cost: as [`Occupancy::binomial_moment`].
    ///
    /// ```
    /// use urnfield::Occupancy;
    /// let m2 = Occupancy::balls(13, 2)?.factorial_moment(2)?;
    /// assert_eq!(m2.exact().unwrap().to_string(), "24/13");
    /// # Ok::<(), urnfield::Error>(())
    /// ```
    pub fn factorial_moment(&self, r: u64) -> Result<Enclosure, Error> {
        moment(self, MomentKind::Factorial, r)
    }

    /// The raw moment E X^r.
    ///
    /// Formula: Σ_i S(r, i)·E X(X−1)…(X−i+1), i from 0. Source: `eq:moment-1`,
    /// `eqn:classic-moments-2`. DIFFERENCE: the printed sums start at i = 1, which is wrong for
    /// r = 0 (`docs/paper/ledger.md`). Cost: as [`Occupancy::binomial_moment`], all terms positive.
    ///
    /// ```
    /// use urnfield::Occupancy;
    /// let law = Occupancy::balls(13, 2)?; // X = 2 with probability 12/13, else 1
    /// assert_eq!(law.raw_moment(3)?.exact().unwrap().to_string(), "97/13");
    /// assert_eq!(law.raw_moment(0)?.exact().unwrap().to_string(), "1");
    /// # Ok::<(), urnfield::Error>(())
    /// ```
    pub fn raw_moment(&self, r: u64) -> Result<Enclosure, Error> {
        moment(self, MomentKind::Raw, r)
    }

    /// The bounds of the r-th binomial moment relative to C(m,r), each where it is proved.
    ///
    /// Source: `thm:batch-occupancy-bounds`. DIFFERENCE: the printed range r ≤ min(k, m−k) is
    /// needlessly narrow and its proof is broken; the ranges here are those of
    /// `docs/paper/ledger.md`.
    ///
    /// ```
    /// use urnfield::{Committees, Occupancy};
    /// let law = Occupancy::union(64, &[Committees { count: 4, size: 9 }])?;
    /// let b = law.moment_bounds(9)?;
    /// let (joint, upper) = (b.joint.hi_f64(), b.upper.lo_f64());
    /// let (jensen, balls) = (b.jensen.unwrap().hi_f64(), b.balls.unwrap().hi_f64());
    /// assert!(upper > joint && joint > jensen && jensen > balls);
    /// # Ok::<(), urnfield::Error>(())
    /// ```
    pub fn moment_bounds(&self, r: u64) -> Result<MomentBounds, Error> {
        bounds::moment_bounds(self, r)
    }

    /// P(r given urns are all occupied) by the circle integral, for a union: what the moments'
    /// table gives for small r, at any r. `None` where there is no circle.
    pub(crate) fn joint_integral(&self, r: u64) -> Option<Enclosure> {
        contour::joint(self, r).map(at_most_one)
    }

    /// A bound that P(X ≥ x) does not exceed, at any size; 1 where x is not above the mean.
    ///
    /// Formula: (μ/x)^x·((m − μ)/(m − x))^(m−x), Chernoff's with Hoeffding's comparison to the
    /// binomial law. Source: follows from `eqn:binom-moment`; not in the paper. Cost: microseconds.
    ///
    /// ```
    /// use urnfield::Occupancy;
    /// let law = Occupancy::balls(2, 2)?; // the mean is 3/2: (3/4)^2 against P(X ≥ 2) = 1/2
    /// assert_eq!(format!("{:.6}", law.at_least_bound(2)?), "0.562500");
    /// assert_eq!(law.at_least(2)?.lo_f64(), 0.5);
    /// # Ok::<(), urnfield::Error>(())
    /// ```
    pub fn at_least_bound(&self, x: u64) -> Result<Enclosure, Error> {
        tail_bound(self, Event::AtLeast(x))
    }

    /// A bound that P(X ≤ x) does not exceed, at any size; 1 where x is not below the mean.
    ///
    /// Formula, source and cost as for [`Occupancy::at_least_bound`].
    ///
    /// ```
    /// use urnfield::Occupancy;
    /// let law = Occupancy::balls(2, 2)?; // 3/2·1/2 against P(X ≤ 1) = 1/2
    /// assert_eq!(format!("{:.6}", law.at_most_bound(1)?), "0.750000");
    /// # Ok::<(), urnfield::Error>(())
    /// ```
    pub fn at_most_bound(&self, x: u64) -> Result<Enclosure, Error> {
        tail_bound(self, Event::AtMost(x))
    }

    /// G(z) = E z^X.
    ///
    /// Formula: Σ_r E C(X,r)·(z−1)^r, or for a union the same series of its vacant urns, turned
    /// round. Source: `cor:committee-union-pgf`, `eqn:unoccupied-pgf`.
    /// Cost: min(greatest X, m − least X) terms; more than 200000 are `TooCostly`.
    ///
    /// ```
    /// use urnfield::Occupancy;
    /// let g = Occupancy::balls(2, 2)?.pgf(&"1/3".parse()?)?; // (z + z²)/2
    /// assert_eq!(g.exact().unwrap().to_string(), "2/9");
    /// # Ok::<(), urnfield::Error>(())
    /// ```
    pub fn pgf(&self, z: &Rational) -> Result<Enclosure, Error> {
        generating::pgf(self, z)
    }

    /// P(two committees share an urn, or two balls fall into one): 1 − P(X = N) for N members in
    /// all, without the cancellation of that difference.
    ///
    /// Formula: 1 − m^(N) / ∏(m^(k_d))^(n_d); 1 for N > m. Source: `eqn:occupy-probability`,
    /// `eqn:committee-union-pmf` at i = N. Cost: a few ln n!, at any size.
    ///
    /// ```
    /// use urnfield::Occupancy;
    /// let p = Occupancy::balls(365, 23)?.collision()?; // the birthday problem
    /// assert_eq!(format!("{p:.10}"), "0.5072972343");
    /// // A hundred digests of 64 bits: about C(100,2)/2^64, to all digits.
    /// let p = Occupancy::balls(u64::MAX, 100)?.collision()?;
    /// assert_eq!(format!("{p:.10}"), "2.683400377e-16");
    /// # Ok::<(), urnfield::Error>(())
    /// ```
    pub fn collision(&self) -> Result<Enclosure, Error> {
        birthday::collision(self)
    }

    /// The least number of balls of which two share one of `urns` urns with probability at least
    /// `probability`.
    ///
    /// Source: `eqn:occupy-probability` at i = n. Cost: a few times [`Occupancy::collision`].
    ///
    /// ```
    /// use urnfield::Occupancy;
    /// assert_eq!(Occupancy::balls_to_collide(365, &"1/2".parse()?)?, 23);
    /// assert_eq!(Occupancy::balls_to_collide(2, &"1/2".parse()?)?, 2); // exactly one half
    /// # Ok::<(), urnfield::Error>(())
    /// ```
    pub fn balls_to_collide(urns: u64, probability: &Rate) -> Result<u64, Error> {
        birthday::balls_to_collide(urns, probability)
    }

    /// How many uniform numbers [`Occupancy::sample`] takes at most: the members of all
    /// committees, or the non-members of those with more than half of all urns.
    #[cfg(feature = "rand")]
    pub fn sample_cost(&self) -> u128 {
        sample::sample_cost(self)
    }

    /// Draws one value of X, exactly distributed if the generator's words are uniform.
    ///
    /// Cost: [`Occupancy::sample_cost`] uniform numbers, a few nanoseconds each; more than 10^10
    /// are refused.
    ///
    /// ```
    /// use urnfield::Occupancy;
    /// # struct Weyl(u64);
    /// # impl rand_core::TryRng for Weyl {
    /// #     type Error = std::convert::Infallible;
    /// #     fn try_next_u32(&mut self) -> Result<u32, Self::Error> { Ok(0) }
    /// #     fn try_next_u64(&mut self) -> Result<u64, Self::Error> {
    /// #         self.0 = self.0.wrapping_add(0x9E37_79B9_7F4A_7C15);
    /// #         Ok(self.0)
    /// #     }
    /// #     fn try_fill_bytes(&mut self, _: &mut [u8]) -> Result<(), Self::Error> { Ok(()) }
    /// # }
    /// # let mut generator = Weyl(7);
    /// // Two dice show one face or two.
    /// let faces = Occupancy::balls(6, 2)?.sample(&mut generator)?;
    /// assert!((1..=2).contains(&faces));
    /// # Ok::<(), urnfield::Error>(())
    /// ```
    #[cfg(feature = "rand")]
    pub fn sample(&self, generator: &mut impl Rng) -> Result<u64, Error> {
        sample::sample(self, generator)
    }
}
