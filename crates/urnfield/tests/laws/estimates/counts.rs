//! Laws as whole numbers: in how many ways committees occupy x of m urns, one committee at a time.

use dashu_int::UBig;
use urnfield::Rate;

/// ways\[x\] of `total` outcomes occupy x urns.
#[derive(Clone)]
pub(crate) struct Counts {
    pub(crate) ways: Vec<UBig>,
    pub(crate) total: UBig,
}

pub(crate) fn choose(n: u64, k: u64) -> UBig {
    if k > n {
        return UBig::ZERO;
    }
    (0..k).fold(UBig::ONE, |c, i| c * UBig::from(n - i) / UBig::from(i + 1))
}

impl Counts {
    /// No committee yet.
    pub(crate) fn none(m: u64) -> Counts {
        let mut ways = vec![UBig::ZERO; m as usize + 1];
        ways[0] = UBig::ONE;
        Counts { ways, total: UBig::ONE }
    }

    fn urns(&self) -> u64 {
        self.ways.len() as u64 - 1
    }

    /// One committee of k more.
    pub(crate) fn and(&self, k: u64) -> Counts {
        let m = self.urns();
        let mut ways = vec![UBig::ZERO; self.ways.len()];
        for (y, count) in (0..).zip(&self.ways).filter(|(_, count)| **count != UBig::ZERO) {
            for new in k.saturating_sub(y)..=k.min(m - y) {
                ways[(y + new) as usize] += count * choose(m - y, new) * choose(y, k - new);
            }
        }
        Counts { ways, total: &self.total * choose(m, k) }
    }

    pub(crate) fn of(m: u64, sizes: &[u64]) -> Counts {
        sizes.iter().fold(Counts::none(m), |law, &k| law.and(k))
    }

    pub(crate) fn at_least(&self, x: u64) -> UBig {
        self.ways.iter().skip(x as usize).sum()
    }

    pub(crate) fn at_most(&self, x: u64) -> UBig {
        self.ways.iter().take(x as usize + 1).sum()
    }

    /// Whether so many outcomes are a share of more than `level` = a/b of all.
    pub(crate) fn exceeds(&self, count: &UBig, (a, b): (u64, u64)) -> bool {
        count * UBig::from(b) > &self.total * UBig::from(a)
    }
}

/// α/2 as a fraction.
pub(crate) fn half_of_doubt(confidence: &Rate) -> (u64, u64) {
    let doubt = confidence.value().complement().shift(-1).to_string();
    let (a, b) = doubt.split_once('/').expect("a fraction below 1");
    (a.parse().expect("small"), b.parse().expect("small"))
}
