//! What others print, in doubles as their own programs compute it.

use super::{Draws, rate};
use urnfield::bloom::blocked::BlockSizing;
use urnfield::{Blocked, Enclosure, Layout};

fn near(value: &Enclosure, expected: f64, what: &str) {
    assert!(value.certain_bits() >= 53, "{what}: {value}");
    let ratio = value.lo_f64() / expected;
    assert!((ratio - 1.0).abs() < 1e-9, "{what}: {value} for {expected}");
}

/// Σ_i Poisson(i)·rate(i), term by term.
fn poisson(mean: f64, rate: impl Fn(f64) -> f64) -> f64 {
    let mut p = (-mean).exp();
    let mut sum = 0.0;
    for i in 0..2000u32 {
        sum += p * rate(f64::from(i));
        p *= mean / f64::from(i + 1);
    }
    sum
}

#[test]
fn formulas_are_those_of_the_programs() {
    let mut draws = Draws(4);
    for _ in 0..100 {
        let bits = [64u64, 256, 512][draws.next() as usize % 3];
        let k = [1, 2, 4, 8][draws.next() as usize % 4];
        let blocks = draws.within(1, 1 << 30);
        let items = blocks.saturating_mul(draws.within(1, 60)) + draws.within(0, blocks);
        let load = |layout| Blocked::new(layout, blocks, bits, k).expect("a filter").holding(items);
        let (m, n, kf, w) = ((blocks * bits) as f64, items as f64, k as f64, bits as f64);
        let (line, split) = (load(Layout::Standard), load(Layout::Split));
        let power = |c: f64| (-(-kf / c).exp_m1()).powf(kf);
        let what = format!("{line:?}");
        near(&line.textbook().expect("in reach").value, power(m / n), &what);
        let keys = n / blocks as f64;
        match line.rocksdb().expect("in reach") {
            None => assert!(items <= blocks),
            Some(said) => {
                let [crowded, lonely] = [1.0, -1.0].map(|s| power(w / (keys + s * keys.sqrt())));
                near(&said.value, (crowded + lonely) / 2.0, &what);
            }
        }
        let boost = poisson(keys, |i| (1.0 - (1.0 - 1.0 / w).powf(kf * i)).powf(kf));
        near(&line.boost().expect("in reach").expect("a block").value, boost, &what);
        let multi = poisson(keys, |i| (1.0 - (1.0 - kf / w).powf(i)).powf(kf));
        near(&split.boost().expect("in reach").expect("a multiblock").value, multi, &what);
        near(&split.poisson().expect("in reach").value, multi, &what);
        assert_eq!(load(Layout::Classic).boost().expect("none"), None);
    }
}

/// With more and more blocks of the same load the exact rate is Poisson's.
#[test]
fn many_blocks_have_poisson_loads() {
    for layout in super::LAYOUTS {
        let ratio = |blocks: u64| {
            let load = Blocked::new(layout, blocks, 512, 8).expect("a filter").holding(blocks * 40);
            let exact = load.fpr().expect("in reach");
            load.poisson().expect("in reach").value.lo_f64() / exact.lo_f64()
        };
        let excess = [1, 4, 64, 4096, 1 << 30].map(|blocks| ratio(blocks) - 1.0);
        assert!(excess.windows(2).all(|two| two[0] > two[1]), "{layout}: {excess:?}");
        assert!(excess[0] > 0.05 && excess[4].abs() < 1e-7, "{layout}: {excess:?}");
    }
}

/// Whoever asks for p′ gets p, at any number of values up to what writers write.
#[test]
fn asking_for_less_keeps_the_rate() {
    let mut draws = Draws(12);
    let (mut missed, parquet) = (0, BlockSizing::parquet());
    for p in ["5%", "1%", "0.1%", "0.01%"].map(rate) {
        for _ in 0..25 {
            let items = draws.within(1, 10_000_000);
            let plan = parquet.smallest(items, &p).expect("in reach");
            let asked = plan.ask_writer_for().expect("in reach");
            // Four digits, rounded down.
            let asked = rate(&format!("{:.3e}", asked.lo_f64() * 0.9999));
            let written = Blocked::parquet_as_written(items, &asked).expect("a size");
            let kept = written.holding(items).fpr().expect("in reach").certainly_le(p.value());
            assert!(kept, "{items} at {p}: {asked}");
            let naive = Blocked::parquet_as_written(items, &p).expect("a size");
            let rate = naive.holding(items).fpr().expect("in reach");
            missed += u32::from(rate.certainly_gt(p.value()));
        }
    }
    assert!(missed > 5, "writers missed {missed} of 100");
}

#[test]
fn writers_have_their_limits() {
    let written = |items, p| Blocked::parquet_as_written(items, &rate(p)).map(|w| w.bits() / 8);
    assert_eq!(written(1, "1%").ok(), Some(32));
    assert_eq!(written(u64::MAX, "1e-9").ok(), Some(128 << 20));
    assert!(written(0, "1%").is_err());
}
