//! The AND of filters that hold disjoint sets.

use crate::design::plain::{Design, Kind};
use crate::occupancy::{Committees, Occupancy};
use urnfield_num::Error;

impl Design {
    /// The law of the number of bits set in the AND of filters of this design that hold `items`
    /// items each, all sets pairwise disjoint: an intersection of departments.
    ///
    /// Formula: mean m^(1−nk)·∏(m^(n_i k) − (m−1)^(n_i k)) for standard filters. Source:
    /// `cor:filter-intersection`, `eqn:expected_intersection`, `eqn:var_intersection`.
    /// DIFFERENCE: the sets must be disjoint; the printed variance has two wrong signs.
    ///
    /// ```
    /// use urnfield::{Design, Kind};
    /// let law = Design::new(Kind::Standard, 2, 1)?.and_of(&[1, 1])?;
    /// assert_eq!(law.mean()?.exact().unwrap().to_string(), "1/2");
    /// assert_eq!(law.variance()?.exact().unwrap().to_string(), "1/4"); // the print says 3/4
    /// # Ok::<(), urnfield::Error>(())
    /// ```
    pub fn and_of(&self, items: &[u64]) -> Result<Occupancy, Error> {
        let mut departments = Vec::with_capacity(items.len());
        for &n in items {
            self.holding(n)?;
            departments.push([match self.kind() {
                Kind::Standard => Committees { count: n * self.hashes(), size: 1 },
                Kind::Classic => Committees { count: n, size: self.hashes() },
            }]);
        }
        let departments: Vec<&[Committees]> = departments.iter().map(|d| &d[..]).collect();
        Occupancy::intersection(self.bits(), &departments)
    }
}
