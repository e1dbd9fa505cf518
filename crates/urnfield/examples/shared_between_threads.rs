//! Fill one filter from several threads: `cargo run -p urnfield --example shared_between_threads`.

use std::thread;
use urnfield::filter::SharedFilter;
use urnfield::{Kind, Plan};

pub(crate) fn main() -> Result<(), urnfield::Error> {
    let plan = Plan::smallest(Kind::Standard, 40_000, &"0.1%".parse()?)?;
    let filter = SharedFilter::new(plan.design, 0)?;
    thread::scope(|scope| {
        for part in 0..4_u64 {
            let filter = &filter;
            // Inserts take `&self` and no lock.
            scope.spawn(move || {
                (0..10_000).for_each(|i| {
                    filter.insert_u64(part * 10_000 + i);
                })
            });
        }
    });
    let filter = filter.snapshot()?;
    assert!((0..40_000).all(|item| filter.contains_u64(item)));
    println!("{} of {} bits are set", filter.bits_set(), filter.design().bits());
    Ok(())
}
