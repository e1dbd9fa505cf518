//! Single probabilities: the integral of an event, its cost and its value.

use crate::occupancy::law::{Committees, Department, Event, Occupancy, Shape};
use crate::occupancy::routes::contour::departments::random_sizes;
use crate::occupancy::routes::contour::integral::{
    FEWEST_POLES, Family, Integral, IntegralOf, as_union, members, posed,
};
use crate::occupancy::routes::contour::nodes::certain::certain;
use crate::refine::LARGEST_PRECISION;
use urnfield_num::Enclosure;

/// An event as an integral, with its cost.
pub(crate) struct Pose<'a> {
    law: &'a Occupancy,
    posed: PosedAs<'a>,
    /// About how many word operations it takes.
    pub(crate) cost: f64,
}

enum PosedAs<'a> {
    Departments(&'a [Department], Event),
    Union { committees: Vec<Committees>, of: IntegralOf, poles_end: u64 },
}

/// Returns the integral for an event; `None` where the method does not apply.
pub(crate) fn pose(law: &Occupancy, event: Event) -> Option<Pose<'_>> {
    if let Shape::General(departments) = &law.shape {
        let posed = PosedAs::Departments(departments, event);
        return Some(Pose { law, posed, cost: random_sizes::cost(law, departments, event)? });
    }
    let (committees, event) = as_union(law, event)?;
    let (of, poles_end) = posed(law.urns, &committees, event)?;
    if law.precision > LARGEST_PRECISION {
        return None;
    }
    // Measured at 53 bits: 0.3 ms and 0.25 ms for every size of committee.
    let bits = (law.precision + 20 + u64::from(law.urns.ilog2())) as f64;
    let sizes = committees.len() as f64;
    let cost = (300_000.0 + 250_000.0 * sizes) * (bits / 100.0).powf(2.6).max(1.0);
    Some(Pose { law, posed: PosedAs::Union { committees, of, poles_end }, cost })
}

impl Pose<'_> {
    /// P(event); `None` where the circle turns out to be unusable.
    pub(crate) fn value(&self) -> Option<Enclosure> {
        let law = self.law;
        match &self.posed {
            PosedAs::Departments(departments, event) => {
                random_sizes::event(law, departments, *event)
            }
            PosedAs::Union { committees, of, poles_end } => {
                let family = Family::of(committees);
                let integral =
                    Integral { m: law.urns, family, of: *of, from: 0, poles_end: *poles_end };
                certain(&integral, law.precision, members(committees))
            }
        }
    }
}

/// Returns log2 of a bound of an event of a general intersection, if that is not too costly.
pub(crate) fn log2_bound(law: &Occupancy, event: Event) -> Option<f64> {
    let Shape::General(departments) = &law.shape else { return None };
    random_sizes::bound(law, departments, event)?.magnitude().map(|size| size as f64)
}

/// Whether there is an integral for P(X = i).
pub(crate) fn reaches(law: &Occupancy, i: u64) -> bool {
    pose(law, Event::Point(i)).is_some()
}

/// P(r given urns are all occupied) in a union, by the integral; `None` where the method does
/// not apply.
pub(crate) fn joint(law: &Occupancy, r: u64) -> Option<Enclosure> {
    let m = law.urns;
    let Shape::Union(d) = &law.shape else { return None };
    let from = m.checked_sub(r)?;
    m.checked_add(2)?;
    let family = Family::of(&d.committees);
    let poles_end = m.checked_add(1)?;
    let integral = Integral { m, family, of: IntegralOf::Joint, from, poles_end };
    let poles = integral.poles_end - integral.first_pole();
    let members = u128::from(d.members);
    if poles < FEWEST_POLES || members <= u128::from(r) + 1 {
        return None;
    }
    certain(&integral, law.precision, members)
}
