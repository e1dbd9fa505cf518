//! Size a filter and compute its exact rate: `cargo run -p urnfield --example plan_and_rate`.

use urnfield::{Design, Kind, Plan, Rational};

pub(crate) fn main() -> Result<(), urnfield::Error> {
    // The smallest filter for a million items whose mean rate is at most 1 %.
    let plan = Plan::smallest(Kind::Standard, 1_000_000, &"1%".parse()?)?;
    println!("{} bits, {} hashes: {:.7}", plan.design.bits(), plan.design.hashes(), plan.fpr);
    assert!(plan.fpr.certainly_le(&"1/100".parse::<Rational>()?));

    // The size from the usual formula misses its target.
    let usual = Design::new(Kind::Standard, 9_585_059, 7)?.holding(1_000_000)?;
    println!("9585059 bits, 7 hashes: {:.7}", usual.fpr()?);
    Ok(())
}
