//! [`Tabulated`]: a law and a table of its probabilities, which is asked first.

use crate::error::Error;
use crate::occupancy::law::{Event, Occupancy, at_most_one};
use crate::occupancy::questions::fisher::two_sided;
use crate::occupancy::questions::law_table::{LawTable, table_for};
use crate::occupancy::questions::probability::probability;
use crate::occupancy::questions::quantile::quantile;
use urnfield_num::{Enclosure, Rate};

/// A law with a table of its probabilities, for many questions.
///
/// The table is made in one run if that saves time: for three or more lists that share many names.
/// Its answers are as certain as those of the law, and each costs very little.
///
/// ```
/// use urnfield::Occupancy;
/// let law = Occupancy::lists(2000, &[1500; 5])?;
/// let table = law.clone().tabulated(&[480]);
/// assert!(table.at_least(480)?.overlaps(&law.at_least(480)?));
/// assert_eq!(table.quantile(&"2.5%".parse()?)?, law.quantile(&"2.5%".parse()?)?);
/// # Ok::<(), urnfield::Error>(())
/// ```
#[derive(Debug, Clone)]
pub struct Tabulated {
    law: Occupancy,
    table: Option<LawTable>,
}

/// Computes [`Occupancy::tabulated`].
pub(crate) fn tabulated(law: Occupancy, values: &[u64]) -> Tabulated {
    let table = table_for(&law, values);
    Tabulated { law, table }
}

impl Tabulated {
    /// Returns the law.
    pub fn law(&self) -> &Occupancy {
        &self.law
    }

    /// P(X ≥ i), i included.
    pub fn at_least(&self, i: u64) -> Result<Enclosure, Error> {
        self.certain(|table| table.at_least(i))
            .map_or_else(|| probability(&self.law, Event::AtLeast(i)), Ok)
    }

    /// P(X ≤ i), i included.
    pub fn at_most(&self, i: u64) -> Result<Enclosure, Error> {
        self.certain(|table| table.at_most(i))
            .map_or_else(|| probability(&self.law, Event::AtMost(i)), Ok)
    }

    /// Fisher's two-sided p-value: the probability of all values that are not likelier than i.
    pub fn two_sided(&self, i: u64) -> Result<Enclosure, Error> {
        let found = self.certain(|table| table.two_sided(&self.law, i));
        found.map_or_else(|| two_sided(&self.law, i), Ok)
    }

    /// The least i with P(X ≤ i) ≥ p.
    pub fn quantile(&self, p: &Rate) -> Result<u64, Error> {
        let found = self.table.as_ref().and_then(|table| table.quantile(p));
        found.map_or_else(|| quantile(&self.law, p), Ok)
    }

    /// Returns the answer of the table if it is as certain as that of the law.
    fn certain(&self, ask: impl Fn(&LawTable) -> Option<Enclosure>) -> Option<Enclosure> {
        let found = self.table.as_ref().and_then(ask).map(at_most_one)?;
        (found.certain_bits() >= self.law.precision).then_some(found)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::occupancy::law::rough::rough_mean;

    #[test]
    fn a_table_says_what_its_law_says() {
        let mut tables = 0;
        for (number, m) in (400..1900).step_by(73).enumerate() {
            let size = |list: usize| m / 2 + (m * (3 + (list * 5 + number) as u64 % 9)) / 30;
            let sizes: Vec<u64> = (0..3 + number % 3).map(size).collect();
            let law = Occupancy::lists(m, &sizes).expect("a law");
            let (mean, deviation) =
                (rough_mean(&law), law.variance().expect("small").hi_f64().sqrt());
            let far = (number % 13) as f64 - 6.0;
            let (least, most) = law.support();
            let x = ((mean + far * deviation).max(0.0) as u64).clamp(least, most);
            let table = law.clone().tabulated(&[x]);
            tables += u32::from(table.table.is_some());
            let asked: [(Result<_, _>, Result<_, _>); 3] = [
                (table.at_least(x), law.at_least(x)),
                (table.at_most(x), law.at_most(x)),
                (table.two_sided(x), law.two_sided(x)),
            ];
            for (what, (ours, theirs)) in asked.into_iter().enumerate() {
                let (ours, theirs) = (ours.expect("small"), theirs.expect("small"));
                assert!(ours.overlaps(&theirs), "{m} {sizes:?} {x} {what}: {ours} {theirs}");
                assert!(ours.certain_bits() >= 53, "{m} {sizes:?} {x} {what}: {ours:?}");
            }
            for p in ["2.5%", "97.5%", "1e-9", "0.999999", "1/2"] {
                let p: Rate = p.parse().expect("a rate");
                assert_eq!(table.quantile(&p), law.quantile(&p), "{m} {sizes:?} {p:?}");
            }
        }
        assert!(tables > 12, "{tables} tables");
    }
}
