//! f = E f_B(N), N binomial: one block filled item by item, in doubles of positive terms only.

use super::{Draws, LAYOUTS};
use urnfield::{Blocked, Layout};

/// The rates of one block with 0, 1, …, `most` items.
fn block_rates(layout: Layout, bits: usize, k: u64, most: usize) -> Vec<f64> {
    let size = if layout == Layout::Split { bits / k as usize } else { bits };
    // The law of the bits set, of one word for a split block.
    let mut law = vec![0.0; size + 1];
    law[0] = 1.0;
    let draw = |law: &mut Vec<f64>, among: usize, start: usize| {
        // One bit among those not yet drawn by this item.
        for x in (0..=size).rev() {
            let stay = (x as f64 - start as f64).max(0.0) / among as f64;
            let come = if x > 0 { (size as f64 - x as f64 + 1.0) / among as f64 } else { 0.0 };
            law[x] = law[x] * stay + if x > 0 { law[x - 1] * come } else { 0.0 };
        }
    };
    let mut rates = Vec::new();
    for _ in 0..=most {
        let mean = |power: &dyn Fn(f64) -> f64| {
            law.iter().enumerate().map(|(x, p)| p * power(x as f64)).sum::<f64>()
        };
        rates.push(match layout {
            Layout::Standard => mean(&|x| (x / size as f64).powi(k as i32)),
            Layout::Classic => mean(&|x| {
                (0..k).map(|i| (x - i as f64).max(0.0) / (size as f64 - i as f64)).product()
            }),
            Layout::Split => mean(&|x| x / size as f64).powi(k as i32),
        });
        match layout {
            Layout::Standard => (0..k).for_each(|_| draw(&mut law, size, 0)),
            Layout::Split => draw(&mut law, size, 0),
            // A committee: the i-th member is none of the i before, which are all set.
            Layout::Classic => (0..k as usize).for_each(|i| draw(&mut law, size - i, i)),
        }
    }
    rates
}

#[test]
fn random_rates_are_means_over_loads() {
    let mut draws = Draws(17);
    let mut compared = 0;
    while compared < 150 {
        let layout = LAYOUTS[draws.next() as usize % 3];
        let bits = [8, 12, 32, 64, 96, 128, 256][draws.next() as usize % 7];
        let blocks = draws.within(1, 10_000);
        let hashes = draws.within(1, 16.min(bits));
        let Ok(design) = Blocked::new(layout, blocks, bits, hashes) else { continue };
        let items = draws.within(1, blocks.saturating_mul(30).min(100_000));
        let mean = items as f64 / blocks as f64;
        let most = (mean + 12.0 * mean.sqrt() + 60.0).min(items as f64) as usize;
        let rates = block_rates(layout, bits as usize, hashes, most);
        // P(N = 0) = (1 − 1/b)^n, and the ratios of the binomial law.
        let (n, b) = (items as f64, blocks as f64);
        let rate = if blocks == 1 {
            if items as usize > most {
                continue;
            }
            rates[items as usize]
        } else {
            let mut p = (n * (-1.0 / b).ln_1p()).exp();
            let mut sum = 0.0;
            for (load, rate) in rates.iter().enumerate() {
                sum += p * rate;
                p *= (n - load as f64) / ((load as f64 + 1.0) * (b - 1.0));
            }
            sum
        };
        let exact = design.holding(items).fpr().expect("in reach");
        super::keeps_its_promise(&exact, &format!("{design:?} with {items}"));
        let ratio = rate / exact.lo_f64();
        assert!((ratio - 1.0).abs() < 1e-8, "{design:?} with {items}: {exact}, ratio {ratio}");
        compared += 1;
    }
}
