//! Estimates of the sets in blocked filters of one design and seed, as `bloom/sets/compare.rs`
//! makes them for plain filters: the OR is the filter of the union.

use crate::bloom::blocked::counts::BlockCounts;
use crate::bloom::blocked::items::BlockedItems;
use crate::bloom::sets::compare::{Comparison, confidence_of_each};
use crate::error::Error;
use crate::occupancy::estimate::{Estimate, Point};
use urnfield_num::{Enclosure, Rate};

impl BlockCounts {
    /// Compares the sets in two or more filters, given the counts of each and of their OR.
    ///
    /// Formula: each by [`BlockCounts::items`] at confidence 1 − α/(c+1), so that all hold
    /// together; the rest by arithmetic, as [`Design::compare`](crate::Design::compare). The
    /// intervals of lines come from bounds, and are wider than necessary.
    ///
    /// ```
    /// use urnfield::{BlockCounts, Blocked, Filter, Layout};
    /// let design = Blocked::lines(Layout::Standard, 200, 6)?;
    /// let counted = |filter: &Filter| {
    ///     BlockCounts::of_lines(design, filter.line_loads().expect("it has lines").iter())
    /// };
    /// let (mut a, mut b) = (Filter::new(design, 0)?, Filter::new(design, 0)?);
    /// a.insert_all_u64(&Vec::from_iter(0..6_000));
    /// b.insert_all_u64(&Vec::from_iter(4_000..9_000));
    /// let each = [counted(&a)?, counted(&b)?];
    /// a.union_with(&b)?;
    /// let found = BlockCounts::compare(&each, &counted(&a)?, &"95%".parse()?)?;
    /// assert!(found.union.interval.contains(9_000));
    /// assert!(found.intersection.interval.contains(2_000));
    /// # Ok::<(), urnfield::Error>(())
    /// ```
    pub fn compare(
        each: &[BlockCounts],
        or: &BlockCounts,
        confidence: &Rate,
    ) -> Result<Comparison, Error> {
        let filters = each.len();
        if filters < 2 || each.iter().any(|counts| counts.design() != or.design()) {
            return Err(Error::domain(
                "a comparison needs two filters or more, all of one design",
                format!("{filters} filters"),
            ));
        }
        let each_confidence = confidence_of_each(confidence, each.len())?;
        let found = |counts: &BlockCounts| {
            let BlockedItems { point, interval, confidence, .. } =
                counts.items(&each_confidence)?;
            Ok::<_, Error>(Estimate { point, interval, confidence })
        };
        let items: Vec<Estimate> = each.iter().map(found).collect::<Result<_, Error>>()?;
        let union = found(or)?;
        let points = match &items[..] {
            [a, b] => {
                let (common, share) = points(&a.point, &b.point, &union.point);
                (Some(common), Some(share))
            }
            _ => (None, None),
        };
        Ok(Comparison::of(items, union, points, confidence))
    }
}

/// Returns n̂_1 + n̂_2 − n̂_∪, and its share of n̂_∪.
fn points(a: &Point, b: &Point, union: &Point) -> (Point, Point) {
    let (Point::Value(a), Point::Value(b), Point::Value(union)) = (a, b, union) else {
        return (Point::Undefined, Point::Undefined);
    };
    let common: Enclosure = &(a + b) - union;
    let share = common.checked_div(union).map_or(Point::Undefined, Point::Value);
    (Point::Value(common), share)
}
