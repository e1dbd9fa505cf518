//! Probabilities of a law, and the values found by comparing them.

use crate::error::Error;
use crate::occupancy::law::exact;
use crate::occupancy::law::{Event, Occupancy};
use crate::occupancy::questions::probability::probability;
use crate::occupancy::questions::tabulated::Tabulated;
use crate::occupancy::questions::windows::Window;
use crate::occupancy::questions::{fisher, mode, quantile, tabulated, windows};
use crate::occupancy::routes::choice::{self, LawRoute};
use urnfield_num::{Enclosure, Rate, Rational};

impl Occupancy {
    /// P(X = i), the probability of just i occupied urns; 0 outside the support.
    ///
    /// Source: `eqn:occupy-probability`, `eq:batch-probability`, `eqn:variable-committee-sizes`,
    /// `eqn:committee-union-pmf`, `eqn:committee-intersection-finite-pmf`,
    /// `thm:mutual-batch-occupy-moment`.
    ///
    /// ```
    /// use urnfield::Occupancy;
    /// let law = Occupancy::balls(6, 3)?; // three dice
    /// assert_eq!(law.pmf(3)?.exact().unwrap().to_string(), "5/9"); // all differ: S(3,3)·6·5·4/6³
    /// assert!(law.pmf(4)?.is_zero());
    /// # Ok::<(), urnfield::Error>(())
    /// ```
    pub fn pmf(&self, i: u64) -> Result<Enclosure, Error> {
        probability(self, Event::Point(i))
    }

    /// P(X = i) as an exact rational.
    ///
    /// Source: `eqn:occupy-probability`, `eq:batch-probability`, `eqn:committee-union-pmf`,
    /// `eqn:committee-intersection-finite-pmf`, `thm:mutual-batch-occupy-moment`.
    /// Limit: about 2·10^9 word operations, estimated beforehand; else `TooCostly`.
    ///
    /// ```
    /// use urnfield::{Committees, Occupancy};
    /// let law = Occupancy::union(5, &[Committees { count: 2, size: 3 }])?;
    /// assert_eq!(law.pmf_exact(4)?.to_string(), "3/5"); // C(5,4)·Δ⁴[C(x,3)²]/C(5,3)²
    /// # Ok::<(), urnfield::Error>(())
    /// ```
    pub fn pmf_exact(&self, i: u64) -> Result<Rational, Error> {
        exact::pmf_exact(self, i)
    }

    /// P(X ≥ i), i included.
    ///
    /// ```
    /// use urnfield::Occupancy;
    /// let law = Occupancy::lists(1_000_000, &[100; 5])?;
    /// // Five lists of 100 out of a million share something: never one minus nearly one.
    /// assert_eq!(format!("{:.5}", law.at_least(1)?), "1.0000e-14");
    /// # Ok::<(), urnfield::Error>(())
    /// ```
    pub fn at_least(&self, i: u64) -> Result<Enclosure, Error> {
        probability(self, Event::AtLeast(i))
    }

    /// P(X ≤ i), i included.
    ///
    /// ```
    /// use urnfield::Occupancy;
    /// let law = Occupancy::balls(6, 3)?;
    /// assert_eq!(law.at_most(1)?.exact().unwrap().to_string(), "1/36");
    /// # Ok::<(), urnfield::Error>(())
    /// ```
    pub fn at_most(&self, i: u64) -> Result<Enclosure, Error> {
        probability(self, Event::AtMost(i))
    }

    /// Σ P(X = y) over all y with P(X = y) ≤ P(X = x), ties included: Fisher's two-sided p-value.
    /// Zero where x is impossible.
    ///
    /// Formula: a tail from x outward, and one from the first value on the other side of the modes
    /// that is not likelier. Which is likelier is decided by enclosures, and ties in whole numbers.
    /// Cost: two tails, and as many probabilities as a bisection asks for; two lists of any size.
    ///
    /// ```
    /// use urnfield::Occupancy;
    /// let law = Occupancy::lists(8, &[4, 4])?; // 1, 16, 36, 16, 1 of 70
    /// assert_eq!(law.two_sided(3)?.exact().unwrap().to_string(), "17/35"); // 34 of 70
    /// assert_eq!(law.two_sided(2)?.exact().unwrap().to_string(), "1");
    /// # Ok::<(), urnfield::Error>(())
    /// ```
    pub fn two_sided(&self, x: u64) -> Result<Enclosure, Error> {
        fisher::two_sided(self, x)
    }

    /// Estimates how many word operations P(X = i), P(X ≥ i) or P(X ≤ i) takes, whichever is the
    /// most: for callers who ask several questions.
    ///
    /// ```
    /// use urnfield::Occupancy;
    /// let law = Occupancy::balls(1 << 40, 1 << 40)?;
    /// let cost = |bits| law.clone().precision(bits).cost_at(1 << 39);
    /// assert!(cost(53) < 1e7 && cost(3000) > 1e9);
    /// # Ok::<(), urnfield::Error>(())
    /// ```
    pub fn cost_at(&self, i: u64) -> f64 {
        choice::cost_at(self, i)
    }

    /// Returns the least i with P(X ≤ i) ≥ p.
    ///
    /// A search begins with few bits, however many bits other answers of the law have, because it
    /// only compares. Cost: some hundred probabilities; `TooCostly` where those take more than some
    /// seconds.
    ///
    /// ```
    /// use urnfield::Occupancy;
    /// let law = Occupancy::balls(6, 3)?; // P(X ≤ 1) = 1/36, P(X ≤ 2) = 16/36
    /// assert_eq!(law.quantile(&"1/36".parse()?)?, 1);
    /// assert_eq!(law.quantile(&"0.03".parse()?)?, 2);
    /// # Ok::<(), urnfield::Error>(())
    /// ```
    pub fn quantile(&self, p: &Rate) -> Result<u64, Error> {
        quantile::quantile(self, p)
    }

    /// The least possible x with P(X ≥ x) ≤ level; `None` where even the greatest possible value is
    /// likelier than that.
    ///
    /// Formula: one more than the quantile of 1 − level, as P(X ≥ x) ≤ level if and only if
    /// P(X ≤ x−1) ≥ 1 − level. Cost: as [`Occupancy::quantile`].
    ///
    /// ```
    /// use urnfield::Occupancy;
    /// let law = Occupancy::balls(6, 3)?; // three dice: P(X ≥ 3) = 20/36
    /// assert_eq!(law.critical(&"20/36".parse()?)?, Some(3));
    /// assert_eq!(law.critical(&"19/36".parse()?)?, None);
    /// # Ok::<(), urnfield::Error>(())
    /// ```
    pub fn critical(&self, level: &Rate) -> Result<Option<u64>, Error> {
        quantile::critical(self, level)
    }

    /// The most probable values, all of them where several tie.
    ///
    /// ```
    /// use urnfield::Occupancy;
    /// assert_eq!(Occupancy::balls(6, 3)?.mode()?, [3]);
    /// assert_eq!(Occupancy::balls(2, 2)?.mode()?, [1, 2]); // one half each
    /// # Ok::<(), urnfield::Error>(())
    /// ```
    pub fn mode(&self) -> Result<Vec<u64>, Error> {
        mode::mode(self)
    }

    /// P(X = i) for every i of `low..=high` inside the support, in one run.
    ///
    /// ```
    /// use urnfield::Occupancy;
    /// let law = Occupancy::balls(1000, 1000)?;
    /// let window = law.pmf_window(630, 634)?;
    /// assert_eq!(window.len(), 5);
    /// assert!(window[2].1.overlaps(&law.pmf(632)?));
    /// # Ok::<(), urnfield::Error>(())
    /// ```
    pub fn pmf_window(&self, low: u64, high: u64) -> Result<Vec<(u64, Enclosure)>, Error> {
        windows::pmf_window(self, low, high)
    }

    /// The parts in which to ask for a long window, first and last value of each, ascending: of so
    /// many rows, or all in one where one run gives the whole window sooner than its parts. What is
    /// refused is refused here.
    ///
    /// ```
    /// use urnfield::Occupancy;
    /// let law = Occupancy::balls(100_000, 100_000)?;
    /// let parts = law.window_parts(0, u64::MAX, 1000)?;
    /// assert_eq!((parts[0], parts.len()), ((1, 1000), 100));
    /// assert_eq!(law.pmf_window(1, 1000)?.len(), 1000);
    /// # Ok::<(), urnfield::Error>(())
    /// ```
    pub fn window_parts(&self, low: u64, high: u64, rows: u64) -> Result<Vec<(u64, u64)>, Error> {
        windows::window_parts(self, low, high, rows)
    }

    /// All i with P(X = i) not certainly below `threshold`, ascending.
    ///
    /// ```
    /// use urnfield::{Occupancy, Rational};
    /// let law = Occupancy::balls(1000, 1000)?;
    /// let all = law.pmf_above(&"1e-9".parse()?)?;
    /// assert_eq!((all[0].0, all.last().unwrap().0), (574, 690));
    /// # Ok::<(), urnfield::Error>(())
    /// ```
    pub fn pmf_above(&self, threshold: &Rational) -> Result<Vec<(u64, Enclosure)>, Error> {
        windows::pmf_above(self, threshold)
    }

    /// The law with its probabilities beside it, as far out as it takes to answer for these values.
    pub fn tabulated(self, values: &[u64]) -> Tabulated {
        tabulated::tabulated(self, values)
    }

    /// About how many cell updates of the recursion one probability near the mean is worth, by
    /// the best route: for callers that ask only if it is cheap.
    ///
    /// ```
    /// use urnfield::Occupancy;
    /// // A few thousand for balls in as many urns, and hardly more at any size.
    /// assert!(Occupancy::balls(1 << 60, 1 << 60)?.cost() < 1e6);
    /// # Ok::<(), urnfield::Error>(())
    /// ```
    pub fn cost(&self) -> f64 {
        choice::cost(self)
    }

    /// One probability by a named route, for tests that compare routes: `kind` is 0 for P(X = x),
    /// 1 for P(X ≥ x), −1 for P(X ≤ x); `None` where the support decides or the route is not made
    /// for the law.
    #[doc(hidden)]
    pub fn by_route(&self, route: LawRoute, kind: i8, x: u64) -> Option<Result<Enclosure, Error>> {
        choice::by_route(self, route, kind, x)
    }

    /// The window by circle integrals alone, or by one run of the recursion, for tests that compare
    /// routes; `None` stands for the values that have no circle.
    #[doc(hidden)]
    pub fn window_by_route(&self, route: LawRoute, low: u64, high: u64) -> Window {
        windows::window_by_route(self, route, low, high)
    }
}
