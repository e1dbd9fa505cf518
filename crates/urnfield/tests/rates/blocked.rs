//! Blocked filters.
//!
//! | file | second route |
//! |---|---|
//! | `oracle` | every row of `oracle/blocked.json` |
//! | `brute` | all items and all questions of tiny filters, in fractions |
//! | `loads` | one block item by item, mixed over binomial loads: positive terms only |
//! | `in_hand` | every state of tiny filters: its own rate, its spread, what the items' interval covers |
//! | `own_tail` | all outcomes of tiny filters; one block is a plain filter; simulations |
//! | `formulas` | what others print, in doubles as their programs compute it |
//! | `plans` | all small sizes one after the other, as fractions |
//! | `corners` | the ends of the machine's numbers |
//! | `identities` | one block is a plain filter; one hash is everybody's; ends of the machine's numbers |

mod brute;
mod corners;
mod formulas;
mod identities;
mod in_hand;
mod loads;
mod oracle;
mod own_tail;
mod plans;

use urnfield::{Enclosure, Rate, Rational};

const LAYOUTS: [urnfield::Layout; 3] =
    [urnfield::Layout::Standard, urnfield::Layout::Classic, urnfield::Layout::Split];

fn rate(text: &str) -> Rate {
    text.parse().expect(text)
}

/// A probability has the bits it promises and lies between 0 and 1.
fn keeps_its_promise(value: &Enclosure, what: &str) {
    assert!(value.certain_bits() >= 53, "{what}: {value} has {} bits", value.certain_bits());
    assert!(value.certainly_ge(&Rational::zero()), "{what}: {value}");
    assert!(value.certainly_le(&Rational::one()), "{what}: {value}");
}

/// SplitMix64: seeded draws, the same on every machine.
struct Draws(u64);

impl Draws {
    fn next(&mut self) -> u64 {
        self.0 = self.0.wrapping_add(0x9e37_79b9_7f4a_7c15);
        let z = (self.0 ^ (self.0 >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        let z = (z ^ (z >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
        z ^ (z >> 31)
    }

    /// From `least` to `most`; often one of the two ends, and as often small as large.
    fn within(&mut self, least: u64, most: u64) -> u64 {
        let width = most - least;
        match self.next() % 8 {
            0 => least,
            1 => most,
            2 => least + width.min(1),
            3 => most - width.min(1),
            _ => {
                let shift = self.next() % u64::from(64 - width.leading_zeros()).max(1);
                least + self.next() % ((width >> shift).saturating_add(1).max(1))
            }
        }
    }
}
