//! Questions about few urns: every certified answer contains the exact fraction and is narrow
//! enough.

use crate::bytes::Bytes;
use crate::exact::{Law, rate};
use urnfield::{Committees, Design, Enclosure, Error, Kind, Occupancy, Plan, Rate, Rational};

/// Every answer has so many certain bits, at any magnitude.
const PROMISED: u64 = 53;

/// Of more bits the fractions become long.
const MOST_BITS: u64 = 40;

/// A law of up to 16 urns: pmf, both tails, the mean, a quantile.
pub fn ask_law(data: &[u8]) {
    let mut bytes = Bytes(data);
    let urns = bytes.between(1, 16);
    let departments: Vec<Vec<Committees>> = (0..bytes.between(1, 3))
        .map(|_| {
            let one = |bytes: &mut Bytes<'_>| Committees {
                count: bytes.between(0, 4),
                size: bytes.between(0, urns),
            };
            (0..bytes.between(1, 2)).map(|_| one(&mut bytes)).collect()
        })
        .collect();
    let asked: Vec<&[Committees]> = departments.iter().map(Vec::as_slice).collect();
    let law = Occupancy::intersection(urns, &asked).expect("few urns, and no committee is larger");
    let exact = departments.iter().map(|committees| union(urns, committees));
    let exact = exact.reduce(|a, b| a.shared_with(&b)).expect("at least one");
    holds(law.mean(), &exact.mean());
    for i in 0..=urns {
        let (at, below) = (i as usize, (i as usize).checked_sub(1));
        let pmf = exact.pmf(at);
        let at_most = exact.at_most(at);
        let at_least = below.map_or(Rational::one(), |below| exact.at_most(below).complement());
        assert_eq!(law.pmf_exact(i).as_ref(), Ok(&pmf));
        holds(law.pmf(i), &pmf);
        holds(law.at_most(i), &at_most);
        holds(law.at_least(i), &at_least);
    }
    let p = fraction(bytes.between(1, 254), 255);
    let quantile = law.quantile(&p).expect("few urns") as usize;
    assert!(exact.at_most(quantile) >= *p.value());
    assert!(quantile == 0 || exact.at_most(quantile - 1) < *p.value());
}

fn union(urns: u64, committees: &[Committees]) -> Law {
    let all = committees.iter().flat_map(|one| (0..one.count).map(|_| one.size as usize));
    all.fold(Law::empty(urns as usize), |law, size| law.with_committee(size))
}

/// The rate of a small filter, and the smallest one for a few items.
pub fn ask_plan(data: &[u8]) {
    let mut bytes = Bytes(data);
    let kind = if bytes.flag() { Kind::Classic } else { Kind::Standard };
    let bits = bytes.between(1, MOST_BITS);
    let items = bytes.between(0, 6);
    let hashes = bytes.between(1, 8.min(bits));
    let load = Design::new(kind, bits, hashes).and_then(|design| design.holding(items));
    let load = load.expect("few bits, and no more hashes");
    let exact = rate(kind, bits as usize, hashes as usize, items as usize);
    holds(load.fpr(), &exact);
    holds(load.one_minus_fpr(), &exact.complement());
    let items = bytes.between(1, 3);
    let asked = fraction(bytes.between(20, 254), 255);
    let plan = Plan::smallest(kind, items, &asked).expect("few items");
    let bits = plan.design.bits();
    let hashes = plan.design.hashes();
    if bits > MOST_BITS {
        return;
    }
    let found = rate(kind, bits as usize, hashes as usize, items as usize);
    assert!(found <= *asked.value(), "{kind:?} {items} {asked}: {bits} bits, {hashes} hashes");
    holds(Ok(plan.fpr), &found);
    let fewer = bits as usize - 1;
    for hashes in 1..=6.min(fewer) {
        let missed = rate(kind, fewer, hashes, items as usize);
        assert!(missed > *asked.value(), "{kind:?} {items} {asked}: {fewer} bits would do");
    }
}

fn fraction(numerator: u64, denominator: u64) -> Rate {
    let value = Rational::new(numerator as i64, denominator).expect("no division by zero");
    Rate::new(value).expect("between 0 and 1")
}

fn holds(found: Result<Enclosure, Error>, exact: &Rational) {
    let found = found.expect("few urns");
    assert!(found.contains(exact), "{found:?} and not {exact}");
    if exact.is_zero() {
        assert!(found.is_zero(), "{found:?} and not 0");
    } else {
        assert!(found.certain_bits() >= PROMISED, "{found:?} has fewer bits");
    }
}
