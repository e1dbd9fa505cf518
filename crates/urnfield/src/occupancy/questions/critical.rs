//! The critical value of an overlap: from where on it is rarer than a level.

use crate::occupancy::Occupancy;
use urnfield_num::Error;
use urnfield_num::Rate;

impl Occupancy {
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
        let last = self.quantile(&level.complement())?;
        Ok((last < self.support().1).then(|| last + 1))
    }
}
