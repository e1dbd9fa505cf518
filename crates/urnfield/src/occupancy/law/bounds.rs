//! The bounds of `thm:batch-occupancy-bounds`, in the ranges in which they are proved.

use crate::error::Error;
use crate::occupancy::law::joint::joint;
use crate::occupancy::law::moments::LARGEST_TABLE;
use crate::occupancy::law::{Committees, Department, Model, Occupancy, Shape, at_most_one};
use crate::refine::{Computation, refine};
use urnfield_num::{Enclosure, Real};

/// Bounds of the moment E C(X,r)/C(m,r) = P(the first r urns are occupied), beside its value.
#[derive(Debug, Clone, PartialEq, Eq)]
#[non_exhaustive]
pub struct MomentBounds {
    /// The order of the moment, r.
    pub order: u64,
    /// The quantity itself.
    pub joint: Enclosure,
    /// Upper bound (μ/m)^r, for all r ≤ m.
    pub upper: Enclosure,
    /// Lower bound C(μ,r)/C(m,r), for a union and r ≤ k + 1 with k its largest committee.
    pub jensen: Option<Enclosure>,
    /// Lower bound ∇^r[x^(nk)]/m^(nk), the moment of n·k single balls, for n committees of size k
    /// and r ≤ k; at most `jensen`. `None` for laws with one value.
    pub balls: Option<Enclosure>,
}

enum Quantity<'a> {
    Joint(&'a Occupancy, u64),
    Upper(&'a Occupancy, u64),
    Jensen(&'a Occupancy, u64),
}

impl Computation for Quantity<'_> {
    fn at(&self, words: usize) -> Real {
        match *self {
            Quantity::Joint(law, r) => joint(law, r, words)[r as usize].clone(),
            Quantity::Upper(law, r) => joint(law, 1, words)[1].pow(r),
            // ∏_{i<r} (μ − i)/(m − i)
            Quantity::Jensen(law, r) => {
                let mean = joint(law, 1, words)[1].mul_word(law.urns);
                (0..r).fold(Real::from_u64(1, words), |product, i| {
                    product.mul(&mean.sub(&Real::from_u64(i, words))).div_word(law.urns - i)
                })
            }
        }
    }
}

/// Computes [`Occupancy::moment_bounds`].
pub(crate) fn moment_bounds(law: &Occupancy, r: u64) -> Result<MomentBounds, Error> {
    if r > law.urns {
        return Err(Error::domain(
            "a bound needs an order r <= urns",
            format!("r = {r} with urns = {}", law.urns),
        ));
    }
    if r as u128 * r as u128 / 2 > LARGEST_TABLE {
        return Err(Error::TooCostly {
            what: "a bound of this order",
            needs: r as u128 * r as u128 / 2,
            unit: "table entries".into(),
            limit: LARGEST_TABLE,
            remedy: "ask for a lower order",
        });
    }
    let upper = match law.support().1 {
        0 if r > 0 => Enclosure::zero(),
        _ => certain(law, Quantity::Upper(law, r))?,
    };
    let (largest, equal) = match &law.shape {
        Shape::Union(Department { committees, .. }) => match committees[..] {
            [Committees { count, size }] => (Some(size), Some((count, size))),
            _ => (committees.first().map(|c| c.size), None),
        },
        Shape::Certain(x) if !matches!(law.model, Model::Intersection(_)) => (Some(*x), None),
        _ => (None, None),
    };
    let mut jensen = None;
    if let Some(k) = largest
        && r <= k.saturating_add(1)
    {
        // μ = r − 1 exactly makes the last factor zero, which no precision tells from small.
        jensen = match law.shape {
            Shape::Certain(x) if r > x => Some(Enclosure::zero()),
            _ => Some(certain(law, Quantity::Jensen(law, r))?),
        };
    }
    let mut balls = None;
    if let Some((count, size)) = equal
        && r <= size
    {
        let single = Occupancy::balls(law.urns, count * size)?.precision(law.precision);
        balls = Some(certain_joint(&single, r)?);
    }
    Ok(MomentBounds { order: r, joint: certain_joint(law, r)?, upper, jensen, balls })
}

fn certain(law: &Occupancy, quantity: Quantity) -> Result<Enclosure, Error> {
    refine("a bound of this order", law.precision, law.precision + 64, &quantity).map(at_most_one)
}

fn certain_joint(law: &Occupancy, r: u64) -> Result<Enclosure, Error> {
    if r > law.support().1 {
        return Ok(Enclosure::zero());
    }
    certain(law, Quantity::Joint(law, r))
}
