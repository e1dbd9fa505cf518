//! Build a filter, save it, load it, ask it: `cargo run -p urnfield --example first_filter`.

use urnfield::{Filter, filter::Packing};

pub(crate) fn main() -> Result<(), urnfield::Error> {
    let mut filter = Filter::for_items(1_000_000, 0.01)?; // a million items, a rate of at most 1 %
    filter.insert("amphora");
    assert!(filter.contains("amphora")); // an inserted item is always found
    filter.save("pots.urn", Packing::Raw)?;
    let pots = Filter::load("pots.urn", None)?; // None: the filter has no secret key
    assert!(!pots.contains("krater"));
    Ok(())
}
