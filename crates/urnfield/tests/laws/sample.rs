//! Draws have the law they are drawn from.
#![cfg(feature = "rand")]

use std::convert::Infallible;
use urnfield::{Committees, Occupancy};
use urnfield_paper::draws::{Draws, multiplier};
use urnfield_paper::formulas::table::Law;

/// The tests' own generator, for the library.
struct Source(Draws);

impl rand_core::TryRng for Source {
    type Error = Infallible;
    fn try_next_u32(&mut self) -> Result<u32, Infallible> {
        Ok((self.0.word() >> 32) as u32)
    }
    fn try_next_u64(&mut self) -> Result<u64, Infallible> {
        Ok(self.0.word())
    }
    fn try_fill_bytes(&mut self, bytes: &mut [u8]) -> Result<(), Infallible> {
        bytes.iter_mut().for_each(|byte| *byte = self.0.word() as u8);
        Ok(())
    }
}

/// Every count is within 6 standard deviations (and 6) of its mean: some 200 counts, each wrong by
/// chance less than once in 10^8.
fn agrees(law: &Occupancy, source: &mut Source) {
    let table = Law::of(law);
    let draws = 20_000 * multiplier();
    let mut seen = vec![0u64; law.urns() as usize + 1];
    for _ in 0..draws {
        seen[law.sample(source).expect("small") as usize] += 1;
    }
    for (x, (count, p)) in seen.iter().zip(&table.0).enumerate() {
        if p.is_zero() {
            assert_eq!(*count, 0, "{x} of {law:?}");
            continue;
        }
        let p = law.pmf(x as u64).expect("small").lo_f64();
        let mean = draws as f64 * p;
        let reach = 6.0 + 6.0 * (mean * (1.0 - p)).sqrt();
        assert!((*count as f64 - mean).abs() < reach, "{x} of {law:?}: {count} against {mean}");
    }
}

#[test]
fn draws_have_their_law() {
    let mut source = Source(Draws::new(31));
    let lists = |sizes: &[(u64, u64)]| -> Vec<Committees> {
        sizes.iter().map(|&(count, size)| Committees { count, size }).collect()
    };
    agrees(&Occupancy::balls(10, 8).expect("a law"), &mut source);
    agrees(&Occupancy::balls(5, 0).expect("a law"), &mut source);
    for committees in [&[(3, 4)][..], &[(2, 9), (1, 3)], &[(1, 10)], &[(4, 1), (1, 6)]] {
        agrees(&Occupancy::union(12, &lists(committees)).expect("a law"), &mut source);
    }
    for departments in [
        &[&[(1, 5)][..], &[(1, 7)]][..],
        &[&[(1, 10)], &[(1, 11)], &[(1, 3)]],
        &[&[(2, 3)], &[(3, 2), (1, 1)]],
        &[&[(2, 8)], &[(1, 6)], &[(5, 1)]],
    ] {
        let departments: Vec<Vec<Committees>> = departments.iter().map(|d| lists(d)).collect();
        let departments: Vec<&[Committees]> = departments.iter().map(|d| &d[..]).collect();
        agrees(&Occupancy::intersection(12, &departments).expect("a law"), &mut source);
    }
}

#[test]
fn a_seed_gives_the_same_draws_again() {
    let law = Occupancy::balls(1000, 1000).expect("a law");
    let draws = || {
        let mut source = Source(Draws::new(32));
        (0..20).map(|_| law.sample(&mut source).expect("small")).collect::<Vec<u64>>()
    };
    assert_eq!(draws(), draws());
    assert_eq!(law.sample_cost(), 1000);
}

#[test]
fn large_laws_are_drawn_from_without_memory() {
    let law = Occupancy::balls(u64::MAX, 1_000_000).expect("a law");
    let drawn = law.sample(&mut Source(Draws::new(33))).expect("in reach");
    assert_eq!(drawn, 1_000_000); // A collision once in forty million draws.
    let half = Occupancy::union(1 << 20, &[Committees { count: 2, size: (1 << 20) - 3 }]);
    let half = half.expect("a law");
    assert_eq!(half.sample_cost(), 6);
    assert!(half.sample(&mut Source(Draws::new(34))).expect("in reach") >= (1 << 20) - 3);
}
