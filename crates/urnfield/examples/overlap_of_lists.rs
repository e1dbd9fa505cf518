//! Test whether lists overlap by chance: `cargo run -p urnfield --example overlap_of_lists`.

use urnfield::Occupancy;

pub(crate) fn main() -> Result<(), urnfield::Error> {
    // Lists of 300, 400 and 500 out of 20000 genes share four genes.
    let law = Occupancy::lists(20_000, &[300, 400, 500])?;
    let p = law.at_least(4)?; // P(X >= 4), 4 included
    println!("expected {:.2}, P(X >= 4) = {p:.7}", law.mean()?);
    println!("between {:e} and {:e}", p.lo_f64(), p.hi_f64());
    Ok(())
}
