//! An estimate in f64 of the work of a run of the recursion, before it starts.
//!
//! Nothing certain rests on these numbers: a bad estimate chooses a slower route, or refuses a
//! question near the limit.

use crate::occupancy::law::Department;
use crate::occupancy::law::rough::{occupied_share, rough};
use crate::occupancy::routes::recursion::running::WIDE;
use crate::occupancy::routes::recursion::steps::balls_at_once;

/// Standard deviation of a union: at most that of m independent urns, and of the pairs that meet.
fn union_deviation(m: f64, log_vacant: f64, members: f64) -> f64 {
    let q = log_vacant.exp();
    // For balls: m·q·(1 − q − q·ln(1/q)); committees have less.
    let balls = m * q * (1.0 - q + q * log_vacant);
    balls.max(0.0).min(members * members / (2.0 * m)).sqrt()
}

/// One stretch of equal steps, for the sum of window × row width.
struct Stretch {
    steps: f64,
    deviation: f64,
    /// States possible at all.
    support: f64,
    row_deviation: f64,
    row_support: f64,
    /// Balls thrown at once make rows cheaper.
    share: f64,
    /// What a step takes beside its products: a large committee has a row of its own.
    beside: f64,
}

/// Cell updates that the row of a large committee is worth: its first entry is made of factorials.
const ROW: f64 = 1e4;

/// The stretches of a run.
pub(crate) struct WorkEstimate {
    stretches: Vec<Stretch>,
    deviation: f64,
}

const SAMPLES: u64 = 16;

/// The most states a run may keep.
const LONGEST_WINDOW: f64 = 4e6;

impl WorkEstimate {
    pub(crate) fn union(m: u64, d: &Department) -> WorkEstimate {
        let mf = m as f64;
        let (mut log, mut members) = (0.0, 0.0);
        let mut stretches = Vec::new();
        let largest = d.largest() as f64;
        for c in &d.committees {
            let parts = c.count.min(SAMPLES);
            let (size, steps) = (c.size as f64, c.count as f64 / parts as f64);
            let each = (-size / mf).max(-1.0).ln_1p() * steps;
            let at_once = if c.size == 1 { balls_at_once(m, c.count) as f64 } else { 1.0 };
            for _ in 0..parts {
                log += each;
                members += size * steps;
                let share = log.exp();
                stretches.push(Stretch {
                    steps,
                    deviation: union_deviation(mf, log, members),
                    support: (members.min(mf) - largest).max(0.0) + 1.0,
                    row_deviation: (size * share * (1.0 - share)).sqrt(),
                    row_support: if c.size == 1 { at_once + 1.0 } else { size + 1.0 },
                    share: 1.0 / at_once,
                    beside: if c.size > WIDE { ROW } else { 0.0 },
                });
            }
        }
        let deviation = union_deviation(mf, log, members);
        WorkEstimate { stretches, deviation }
    }

    pub(crate) fn lists(m: u64, lists: &[u64]) -> WorkEstimate {
        let mf = m as f64;
        let mut mean = lists[0] as f64;
        let mut deviation = 0.0f64;
        let mut stretches = Vec::new();
        let mut support = 1.0;
        for &k in &lists[1..] {
            let p = k as f64 / mf;
            let row_deviation = (mean * p * (1.0 - p)).sqrt();
            let reach = (lists[0] as f64).min(mf - lists[0] as f64).min(mf - k as f64) + 1.0;
            stretches.push(Stretch {
                steps: 1.0,
                deviation,
                support,
                row_deviation,
                row_support: reach,
                share: 1.0,
                beside: 0.0,
            });
            deviation = (deviation * deviation * p * p + row_deviation * row_deviation).sqrt();
            mean *= p;
            support = lists[0] as f64 + 1.0;
        }
        WorkEstimate { stretches, deviation }
    }

    pub(crate) fn general(m: u64, departments: &[Department]) -> WorkEstimate {
        let mf = m as f64;
        let mut stretches = Vec::new();
        let mut order: Vec<&Department> = departments.iter().collect();
        order.sort_by_key(|d| (d.single().is_none(), d.members));
        let (mut mean, mut deviation, mut support) = (mf, 0.0f64, 1.0f64);
        for d in order {
            let inner = WorkEstimate::union(m, d);
            let p = occupied_share(mf, rough(&d.committees));
            let row_deviation =
                (mean * p * (1.0 - p) + (inner.deviation * mean / mf).powi(2)).sqrt();
            let most = (d.members as f64).min(mf) + 1.0;
            let widths = |z: f64| (2.0 * z * inner.deviation + 8.0).min(most);
            // A row is itself a step over the states of the department's union.
            stretches.push(Stretch {
                steps: widths(16.0) + 1.0,
                deviation,
                support,
                row_deviation,
                row_support: most,
                share: 1.0,
                beside: 0.0,
            });
            stretches.extend(inner.stretches);
            deviation = (deviation * deviation * p * p + row_deviation.powi(2)).sqrt();
            mean *= p;
            support = most.min(support.max(most));
        }
        WorkEstimate { stretches, deviation }
    }

    pub(crate) fn deviation(&self) -> f64 {
        self.deviation
    }

    /// Cell updates when products at or below 2^cut are dropped.
    pub(crate) fn work(&self, cut: f64) -> f64 {
        let z = (2.0 * -cut * std::f64::consts::LN_2).sqrt();
        let width =
            |deviation: f64, support: f64| (2.0 * z * deviation + z * z / 3.0 + 4.0).min(support);
        let one = |s: &Stretch| {
            let row = width(s.row_deviation, s.row_support);
            let window = width(s.deviation, s.support);
            // Exponents of longer windows than this could leave their range.
            let excess = if window.max(row) > LONGEST_WINDOW { 1e12 } else { 0.0 };
            s.steps * (s.share * window * row + s.beside) + excess
        };
        self.stretches.iter().map(one).sum()
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::occupancy::Committees;

    /// Windows are narrow here, but each committee makes a row of its own.
    #[test]
    fn rows_of_large_committees_count() {
        let m = 3_401_756_333_256;
        let of = |count: u64, size: u64| {
            let committees = vec![Committees { count, size }];
            let members = count.saturating_mul(size);
            WorkEstimate::union(m, &Department { committees, members }).work(-110.0)
        };
        assert!(of(199_148, 1_046_295_105_915) >= 1e9);
        assert!(of(52, 913_960) < 1e7);
    }
}
