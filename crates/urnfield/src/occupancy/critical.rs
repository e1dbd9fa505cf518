//! The critical value of an overlap: from where on it is rarer than a level.

use super::Occupancy;
use crate::num::Error;
use crate::num::Rate;

impl Occupancy {
    /// The least x with P(X ≥ x) ≤ level. One above everything possible where even the greatest
    /// value is more likely than that.
    ///
    /// Formula: one more than the quantile of 1 − level, as P(X ≥ x) ≤ level if and only if
    /// P(X ≤ x−1) ≥ 1 − level. Cost: as [`Occupancy::quantile`].
    ///
    /// ```
    /// use urnfield::Occupancy;
    /// let law = Occupancy::balls(6, 3)?; // three dice: P(X ≥ 3) = 20/36
    /// assert_eq!(law.critical(&"20/36".parse()?)?, 3);
    /// assert_eq!(law.critical(&"19/36".parse()?)?, 4);
    /// # Ok::<(), urnfield::Error>(())
    /// ```
    pub fn critical(&self, level: &Rate) -> Result<u64, Error> {
        let last = self.quantile(&level.complement())?;
        last.checked_add(1).ok_or_else(|| {
            Error::domain("a critical value stays below 2^64", format!("level = {level}"))
        })
    }
}
