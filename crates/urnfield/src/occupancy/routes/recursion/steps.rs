//! The steps of the recursion: a few balls, or one committee.
//!
//! A committee of size k takes y of a given i urns with the hypergeometric probability
//!
//! C(i,y)·C(m−i,k−y)/C(m,k) = [i!(m−i)!] · [1/(s!(m−k−s)!)] · [1/(y!(k−y)!)] / C(m,k),  s = i − y,
//!
//! a product of a factor of the source i, one of the target and one of their distance: so a step
//! is one convolution with a fixed row between two scalings, and no table of rows is needed. The
//! intersection goes from i to y, the union from i to i + k − y: there the fixed row is C(k, ·).

use crate::occupancy::routes::recursion::chain::{
    Cells, Chain, Slice, dot, headroom, peak, sum_units,
};
use crate::occupancy::routes::rounded_down::RoundedDown;
use crate::occupancy::routes::two_lists::hypergeometric;
use urnfield_num::Real;

/// Numbers f(first), f(first + 1), … that follow from each other by ratios of words, rounded
/// down; made when they are first needed.
struct Sequence<R> {
    first: u64,
    values: Cells,
    /// f(x+1)/f(x) as ((a, b), (c, d)) for a·b/(c·d).
    ratio: R,
}

impl<R: Fn(u64) -> ((u64, u64), (u64, u64))> Sequence<R> {
    fn new(first: u64, value: RoundedDown, ratio: R) -> Sequence<R> {
        Sequence { first, values: [value].into_iter().collect(), ratio }
    }

    fn cover(&mut self, last: u64) {
        while self.first + (self.values.len() as u64) <= last {
            let x = self.first + self.values.len() as u64 - 1;
            let before = self.values.at(self.values.len() - 1);
            let (over, under) = (self.ratio)(x);
            let next = match (over.0.checked_mul(over.1), under.0.checked_mul(under.1)) {
                (Some(a), Some(b)) => before.times_ratio(a, b),
                _ => before.times_ratio(over.0, under.0).times_ratio(over.1, under.1),
            };
            self.values.push(next);
        }
    }

    fn index(&self, x: u64) -> usize {
        (x - self.first) as usize
    }

    /// Two roundings a step.
    fn units(&self) -> u128 {
        2 * self.values.len() as u128
    }
}

/// States left behind before their numbers are forgotten.
const STALE: u64 = 1 << 14;

/// Repeats the step of a committee of size k in a union: from i occupied urns to i + s.
///
/// `keep(step)` says which targets still matter after that step; others are left out without
/// being counted.
pub(crate) fn union_steps(
    mut chain: Chain,
    m: u64,
    k: u64,
    times: u64,
    mut keep: impl FnMut() -> (u64, u64),
) -> Chain {
    debug_assert!(chain.first >= k, "larger committees come first");
    // i!(m−i)! relative to a first state.
    let sources = |start| Sequence::new(start, RoundedDown::ONE, |i| ((i + 1, 1), (m - i, 1)));
    // 1/((t−k)!(m−t)!) such that the entry from `start` to `start` is C(start,k)/C(m,k).
    let targets = |start| {
        let stay = RoundedDown::of(&hypergeometric(m, start, k, k, 4));
        Sequence::new(start, stay, |t| ((m - t, 1), (t + 1 - k, 1)))
    };
    let mut start = chain.first;
    let mut source = sources(start);
    let mut target = targets(start);
    let mut row = Sequence::new(0, RoundedDown::ONE, |s| ((k - s, 1), (s + 1, 1)));
    row.cover(k);
    for _ in 0..times {
        let (first, last) = (chain.first, chain.last());
        if first - start > STALE.max(4 * (last - first)) {
            // Far behind: begin anew here, so that memory and units follow the window.
            start = first;
            (source, target) = (sources(start), targets(start));
        }
        source.cover(last);
        let (low, high) = keep();
        let highest = last.saturating_add(k).min(m).min(high.max(first));
        let lowest = first.max(low).min(highest);
        target.cover(highest.max(start));
        let scaled: Cells = (first..=last)
            .map(|i| chain.cell(i).times(source.values.at(source.index(i))))
            .collect();
        let addends = scaled.len().min(k as usize + 1);
        let spare = headroom(addends);
        let mut loss = chain.loss;
        loss.units += sum_units(addends as u128, spare) + 3;
        loss.units += source.units() + target.units() + row.units();
        let cells = (lowest..=highest).map(|t| {
            let from = first.max(t.saturating_sub(k));
            let to = last.min(t);
            if from > to {
                return Some(RoundedDown::ZERO);
            }
            // C(k, t − i) = C(k, k − t + i): the row runs along with the sources.
            let a = scaled.slice((from - first) as usize, (to - first) as usize + 1);
            let along = (k + from - t) as usize;
            let b = row.values.slice(along, along + (to - from) as usize + 1);
            let scale = target.values.at(target.index(t));
            let top = peak(a, b);
            let small = top + spare as i32 + scale.exponent <= loss.cut;
            (!small).then(|| dot(a, b, top, spare).times(scale))
        });
        chain = Chain::gather(loss, lowest, cells);
    }
    chain
}

/// The step of one list of size k in an intersection: from a common urns to y of them.
///
/// Only targets near the modes of the rows are looked at. Beyond the largest mode every row falls,
/// so where one target is dropped, all further ones are as small: they are counted, not visited.
/// Below the smallest mode this holds likewise.
pub(crate) fn list_step(chain: &Chain, m: u64, k: u64, keep: (u64, u64)) -> Chain {
    let (first, last) = (chain.first, chain.last());
    let lowest = first.saturating_sub(m - k).max(keep.0);
    let highest = last.min(k).min(keep.1);
    if lowest > highest {
        let nowhere = lowest.min(k);
        return Chain::gather(chain.loss, nowhere, [Some(RoundedDown::ZERO)].into_iter());
    }
    let mode = |a: u64| ((a as u128 + 1) * (k as u128 + 1) / (m as u128 + 2)) as u64;
    let low_mode = mode(first).clamp(lowest, highest);
    let high_mode = mode(last).clamp(lowest, highest);
    let mut margin = reach(m, k, last, chain.loss.cut);
    loop {
        let from = low_mode.saturating_sub(margin).max(lowest);
        let to = high_mode.saturating_add(margin).min(highest);
        if let Some(next) = list_step_between(chain, m, k, (from, to), (lowest, highest)) {
            return next;
        }
        margin = margin.saturating_mul(2);
    }
}

/// How far from its mode a row is above 2^cut, about: the deviations that such a tail is away. Of
/// nearly all urns hardly any number of names is open, however many they are.
fn reach(m: u64, k: u64, a: u64, cut: i32) -> u64 {
    let share = k as f64 / m as f64;
    let others = m.saturating_sub(a) as f64 / m as f64;
    let deviation = (a as f64 * others * share * (1.0 - share)).sqrt();
    let nats = -cut as f64 * std::f64::consts::LN_2;
    ((2.0 * nats).sqrt() * deviation * 1.05 + nats + 8.0) as u64
}

/// [`list_step`] on the targets `from..=to`; `None` where an end that is not an end of all targets
/// is still too large to be left out.
fn list_step_between(
    chain: &Chain,
    m: u64,
    k: u64,
    (low, high): (u64, u64),
    (lowest, highest): (u64, u64),
) -> Option<Chain> {
    let (first, last) = (chain.first, chain.last());
    let mut source = Sequence::new(first, RoundedDown::ONE, |a| ((a + 1, 1), (m - a, 1)));
    source.cover(last);
    // s = a − y is the number of urns lost; 1/(s!(m−k−s)!) from the least possible s on.
    let (nearest, farthest) = (first.saturating_sub(high), last - low);
    let lost = |s: u64| (((m - k).saturating_sub(s), 1), (s + 1, 1));
    let mut row = Sequence::new(nearest, RoundedDown::ONE, lost);
    row.cover(farthest);
    // The entry from a to y, both in range, that anchors the targets: C(a,y)C(m−a,k−y)/C(m,k).
    let a = first.max(low);
    let entry = hypergeometric(m, a, k, low, 4);
    // Source and row are rounded down there, so the quotient is taken down by their units.
    let others = source.values.at(source.index(a)).real(4);
    let others = others.mul(&row.values.at(row.index(a - low)).real(4));
    let short = Real::from_u128(source.units() + row.units(), -127, 4);
    let start = entry.div(&others).mul(&Real::from_u64(1, 4).sub(&short));
    let mut target = Sequence::new(low, RoundedDown::of(&start), |y| ((k - y, 1), (y + 1, 1)));
    target.cover(high);
    let scaled: Cells =
        (first..=last).map(|a| chain.cell(a).times(source.values.at(source.index(a)))).collect();
    let spare = headroom(scaled.len());
    let mut loss = chain.loss;
    loss.units += sum_units(scaled.len() as u128, spare) + 3;
    // The anchor was taken down by the units of source and row, so they count once more.
    loss.units += 2 * (source.units() + row.units()) + target.units() + 2;
    let at = |y: u64| {
        let from = first.max(y);
        if from > last {
            return Some(RoundedDown::ZERO);
        }
        let a = scaled.slice((from - first) as usize, scaled.len());
        let b = row.values.slice(row.index(from - y), row.index(last - y) + 1);
        let scale = target.values.at(target.index(y));
        let top = peak(a, b);
        let small = top + spare as i32 + scale.exponent <= loss.cut;
        (!small).then(|| dot(a, b, top, spare).times(scale))
    };
    if low > lowest && at(low).is_some() || high < highest && at(high).is_some() {
        return None;
    }
    let mut next = Chain::gather(loss, low, (low..=high).map(at));
    next.loss.dropped += (low - lowest) as u128 + (highest - high) as u128;
    Some(next)
}

/// How many balls one step can throw at a time: their m^j ways are counted in 127 bits.
pub(crate) fn balls_at_once(m: u64, balls: u64) -> u32 {
    let bits = 64 - (m - 1).leading_zeros().min(63);
    (127 / bits).min(16).min(balls.min(16) as u32).max(1)
}

/// Repeats the step of j balls: from i occupied urns to i + s.
///
/// The ways are integers: ways'_s = ways_s·(i+s) + ways_{s−1}·(m−i−s+1), `eqn:classic-recurrence`
/// j times; entries are ways/m^j, with two roundings (the inverse, the product).
pub(crate) fn ball_steps(
    mut chain: Chain,
    m: u64,
    j: u32,
    times: u64,
    mut keep: impl FnMut() -> (u64, u64),
) -> Chain {
    let width = j as usize + 1;
    let power = Real::from_u64(m, 4).pow(j as u64);
    let inverse = RoundedDown::of(&Real::from_u64(1, 4).div(&power));
    let spare = headroom(width);
    // Column of target t: from t − j, …, t. Kept for the targets of the current window.
    let mut columns =
        Columns { m, j, inverse, base: chain.first, source: chain.first, cells: Cells::default() };
    for _ in 0..times {
        let (first, last) = (chain.first, chain.last());
        let (low, high) = keep();
        let highest = last.saturating_add(j as u64).min(m).min(high.max(first));
        let lowest = first.max(low).min(highest);
        columns.cover(first, last);
        let mut loss = chain.loss;
        loss.units += sum_units(width as u128, spare) + 2;
        let cells = (lowest..=highest).map(|t| {
            let from = first.max(t.saturating_sub(j as u64));
            let to = last.min(t);
            if from > to {
                return Some(RoundedDown::ZERO);
            }
            let a = chain.cells.slice((from - first) as usize, (to - first) as usize + 1);
            let b = columns.slice(t, from, to);
            let top = peak(a, b);
            (top + spare as i32 > loss.cut).then(|| dot(a, b, top, spare))
        });
        chain = Chain::gather(loss, lowest, cells);
    }
    chain
}

/// Entries of the steps of j balls, by target: j + 1 of them, from t − j to t.
struct Columns {
    m: u64,
    j: u32,
    inverse: RoundedDown,
    /// Target of the first column kept.
    base: u64,
    /// The next source whose entries are not yet there.
    source: u64,
    cells: Cells,
}

impl Columns {
    fn width(&self) -> usize {
        self.j as usize + 1
    }

    /// Makes sure of all entries from the sources `first..=last`, and forgets what is far behind.
    fn cover(&mut self, first: u64, last: u64) {
        let kept = self.cells.len() / self.width();
        let stale = (first - self.base) as usize;
        if self.source < first {
            // The window has jumped: nothing of the old one is needed.
            (self.base, self.source, self.cells) = (first, first, Cells::default());
        } else if stale > kept / 2 && stale > 1000 {
            self.cells = self.cells.tail(stale * self.width());
            self.base = first;
        }
        while self.source <= last {
            let ways = ball_ways(self.m, self.source, self.j);
            let reach = (self.source - self.base) as usize + self.width();
            while self.cells.len() < reach * self.width() {
                self.cells.push(RoundedDown::ZERO);
            }
            for (s, way) in ways[..self.width()].iter().enumerate() {
                let column = (self.source - self.base) as usize + s;
                let at = column * self.width() + (self.j as usize - s);
                self.cells.set(at, RoundedDown::normal(*way, 128).times(self.inverse));
            }
            self.source += 1;
        }
    }

    /// The entries into t from `from`, …, `to`.
    fn slice(&self, t: u64, from: u64, to: u64) -> Slice<'_> {
        let at = (t - self.base) as usize * self.width() + (self.j as u64 + from - t) as usize;
        self.cells.slice(at, at + (to - from) as usize + 1)
    }
}

/// The ways of j balls from i occupied urns to i, …, i + j, as floors (exact).
fn ball_ways(m: u64, i: u64, j: u32) -> [u128; 17] {
    // Of a ball at i + s: the occupied urns, and those that are not.
    let stay: [u64; 17] = std::array::from_fn(|s| i.saturating_add(s as u64).min(m));
    let mut ways = [0u128; 17];
    ways[0] = 1;
    for thrown in 0..(j as usize).min(16) {
        for s in (1..=thrown + 1).rev() {
            ways[s] = ways[s] * stay[s] as u128 + ways[s - 1] * (m - stay[s - 1]) as u128;
        }
        ways[0] *= stay[0] as u128;
    }
    ways
}

#[cfg(test)]
mod tests {
    use super::*;

    /// A committee of a million meets nearly no urn that is occupied: its row has a deviation of
    /// four, and not of a thousand.
    #[test]
    fn rows_of_nearly_all_urns_are_narrow() {
        let m = 3_401_756_333_256;
        let margin = reach(m, m - 913_960, m - 47_525_600, -110);
        assert!((84..300).contains(&margin), "{margin}");
        // Half of half of all urns has the deviation it always had.
        let margin = reach(1_000_000, 500_000, 500_000, -110);
        assert!((3000..8000).contains(&margin), "{margin}");
    }
}
