//! A million answers: random questions over all regions, each answer held against a second route that shares
//! no code with the one that gave it.
//!
//! | region | second route |
//! |---|---|
//! | few urns, few balls; balls, unions, lists, departments | counting in whole numbers (`million/counted.rs`) |
//! | few members in any number of urns, up to 2^64 − 1 | the same |
//! | any number of committees in few urns | the alternating sum of the paper on 640 bits |
//! | hundreds and thousands of urns | every other route of the library |
//! | millions of urns and more, any load | other integrals: tails against points, blocks against single values; and the same on longer mantissas, whose nodes take ln Γ |
//!
//! `URNFIELD_TEST_MULTIPLIER=400 URNFIELD_TEST_SEED=1 cargo test --release -p urnfield --test million -- --nocapture`
//! draws a slice; each test prints how many answers it compared.

mod counted;
mod drawn;
mod regions;

use urnfield::{Enclosure, Error, Rational};
use urnfield_paper::draws::{Draws, multiplier, seed};

/// Draws of a slice: other questions for every `URNFIELD_TEST_SEED`.
fn draws(region: u64) -> Draws {
    Draws::new(seed().wrapping_mul(1000).wrapping_add(region))
}

/// What a region was asked.
#[derive(Default)]
struct Tally {
    answers: u64,
    refusals: u64,
}

impl Tally {
    /// The answer, which must keep the library's promise, or nothing where it was refused as too costly.
    fn kept(&mut self, what: &str, answer: Result<Enclosure, Error>) -> Option<Enclosure> {
        match answer {
            Ok(p) => {
                self.answers += 1;
                assert!(p.certain_bits() >= 53, "{what}: {p} has {} bits", p.certain_bits());
                let is_probability =
                    p.certainly_ge(&Rational::zero()) && p.certainly_le(&Rational::one());
                assert!(is_probability, "{what}: {p}");
                Some(p)
            }
            Err(Error::TooCostly { .. }) => {
                self.refusals += 1;
                None
            }
            Err(error) => panic!("{what}: {error}"),
        }
    }

    fn print(&self, region: &str) {
        println!("{region}: {} answers compared, {} refusals", self.answers, self.refusals);
    }
}

/// Asks about so many laws times the multiplier; without one nothing, as other tests have their share of it.
fn run(region: &str, number: u64, laws: u64, mut ask: impl FnMut(&mut Draws, &mut Tally)) {
    if multiplier() == 1 {
        return;
    }
    let (mut draws, mut tally) = (draws(number), Tally::default());
    (0..laws * multiplier()).for_each(|_| ask(&mut draws, &mut tally));
    tally.print(region);
    assert!(tally.answers > 0, "{region}");
}

#[test]
fn few_urns_are_counted() {
    run("few urns", 1, 60, |draws, tally| {
        let stated = drawn::small(draws);
        regions::against_counting(&stated, draws, tally);
    });
}

#[test]
fn few_members_in_any_number_of_urns_are_counted() {
    run("few members", 2, 60, |draws, tally| {
        let stated = drawn::few_members(draws);
        regions::against_counting(&stated, draws, tally);
    });
}

#[test]
fn any_number_of_committees_in_few_urns_is_an_alternating_sum() {
    run("many committees", 3, 30, regions::many_committees);
}

#[test]
fn hundreds_of_urns_agree_by_every_route() {
    run("hundreds of urns", 4, 6, regions::every_route);
}

#[test]
fn large_laws_agree_with_other_integrals() {
    run("large laws", 5, 12, regions::other_integrals);
}
