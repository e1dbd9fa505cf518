//! Laws of a few urns as exact fractions, committee by committee, independent of the library.

use dashu_int::{IBig, UBig};
use urnfield::{Kind, Rational};

/// How many of all equally probable outcomes occupy i urns.
pub(crate) struct Law {
    ways: Vec<UBig>,
    all: UBig,
}

/// C(n, k), for n up to 60.
fn choose(n: usize, k: usize) -> u64 {
    if k > n {
        return 0;
    }
    (0..k).fold(1_u128, |product, i| product * (n - i) as u128 / (i + 1) as u128) as u64
}

impl Law {
    /// No urn is occupied.
    pub(crate) fn empty(urns: usize) -> Law {
        let mut ways = vec![UBig::ZERO; urns + 1];
        ways[0] = UBig::ONE;
        Law { ways, all: UBig::ONE }
    }

    fn urns(&self) -> usize {
        self.ways.len() - 1
    }

    /// One committee more: of its members some are new, and the others were there.
    pub(crate) fn with_committee(&self, size: usize) -> Law {
        let m = self.urns();
        let mut ways = vec![UBig::ZERO; m + 1];
        for (there, count) in self.ways.iter().enumerate() {
            for new in 0..=size.min(m - there) {
                let chosen = choose(m - there, new) * choose(there, size - new);
                ways[there + new] += count * chosen;
            }
        }
        Law { ways, all: &self.all * choose(m, size) }
    }

    /// Urns that are in this one and in another, independent one: of the other one's places any are
    /// as probable as any others.
    pub(crate) fn shared_with(&self, other: &Law) -> Law {
        let m = self.urns();
        let mut shares = vec![Rational::zero(); m + 1];
        for (a, ours) in self.ways.iter().enumerate() {
            for (b, theirs) in other.ways.iter().enumerate() {
                for (shared, share) in shares.iter_mut().enumerate().take(a.min(b) + 1) {
                    let chosen = choose(a, shared) * choose(m - a, b - shared);
                    let part = fraction(ours * theirs * chosen, UBig::from(choose(m, b)));
                    *share = &*share + &part;
                }
            }
        }
        // Over one denominator again.
        let common = (0..=m).fold(UBig::ONE, |product, b| product * choose(m, b).max(1));
        let scale = fraction(common.clone(), UBig::ONE);
        let ways = shares.iter().map(|share| (share * &scale).parts().0).collect();
        Law { ways, all: &self.all * &other.all * common }
    }

    /// P(X = i).
    pub(crate) fn pmf(&self, i: usize) -> Rational {
        fraction(self.ways[i].clone(), self.all.clone())
    }

    /// P(X ≤ i).
    pub(crate) fn at_most(&self, i: usize) -> Rational {
        let ways = self.ways[..=i].iter().fold(UBig::ZERO, |sum, ways| sum + ways);
        fraction(ways, self.all.clone())
    }

    /// E X.
    pub(crate) fn mean(&self) -> Rational {
        let sum = self.ways.iter().enumerate().fold(UBig::ZERO, |sum, (i, ways)| sum + ways * i);
        fraction(sum, self.all.clone())
    }

    /// The chance that k bits of another item are all among those that are set.
    pub(crate) fn hit(&self, kind: Kind, hashes: usize) -> Rational {
        let m = self.urns();
        let (mut ways, all) = (UBig::ZERO, ways_of(kind, m, hashes));
        for (i, count) in self.ways.iter().enumerate() {
            ways += count * ways_of(kind, i, hashes);
        }
        fraction(ways, &self.all * all)
    }
}

/// In how many ways an item chooses its bits among so many.
fn ways_of(kind: Kind, bits: usize, hashes: usize) -> UBig {
    match kind {
        Kind::Standard => UBig::from(bits).pow(hashes),
        Kind::Classic => UBig::from(choose(bits, hashes)),
    }
}

/// The exact rate of a filter.
pub(crate) fn rate(kind: Kind, bits: usize, hashes: usize, items: usize) -> Rational {
    let (committees, size) = match kind {
        Kind::Standard => (items * hashes, 1),
        Kind::Classic => (items, hashes),
    };
    let law = (0..committees).fold(Law::empty(bits), |law, _| law.with_committee(size));
    law.hit(kind, hashes)
}

fn fraction(ways: UBig, all: UBig) -> Rational {
    Rational::from_integers(IBig::from(ways), all)
}
