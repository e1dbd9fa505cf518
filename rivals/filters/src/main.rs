//! urnfield's filters and their peers: the same keys, equal m and k, one run.
//!
//! `./run` does everything and records it; `cargo run --release -- 1e6 u64 7 5` does one race of
//! five rounds and prints it, and `-- lines 1e6 u64 10 5` one of filters with blocks, ten bits an item.

mod bulk;
mod contenders;
mod limit;
mod lines;
mod race;

use race::{Figures, OPERATIONS};
use urnfield::{Design, Kind, Plan};

/// Everybody gets the size that our plan needs, and its hashes.
fn race(items: u64, texts: bool, hashes: u64, rounds: usize) {
    let rate = if hashes == 7 { "1%" } else { "0.1%" };
    let plan = Plan::smallest(Kind::Standard, items, &rate.parse().expect("a rate"));
    let design = plan.expect("a plan").design;
    let (m, k) = (design.bits(), design.hashes());
    assert_eq!(k, hashes, "1% and 0.1% take 7 and 10 hashes");
    let exact = Design::new(Kind::Standard, m, k).and_then(|design| design.holding(items));
    let exact = exact.and_then(|load| load.fpr()).expect("a rate").hi_f64();
    let line = limit::nanoseconds_a_line((m / 8) as usize);
    let keys = if texts { "20 bytes" } else { "u64" };
    let entries = contenders::line_up(m, k, items);
    for Figures { name, times, rate } in race::run(entries, items, texts, rounds) {
        for (operation, (time, ratio)) in OPERATIONS.iter().zip(times) {
            let rate = rate.map_or(String::new(), |rate| format!("{:.4}", rate / exact));
            println!(
                "{keys},{rate_asked},{items},{name:?},{operation},{time:.2},{ratio:.3},{rate},{line:.2}",
                rate_asked = if hashes == 7 { "1%" } else { "0.1%" }
            );
        }
    }
}

fn main() {
    let args: Vec<String> = std::env::args().skip(1).collect();
    if args.first().is_none_or(|first| first != "lines") {
        println!("keys,rate,items,peer,operation,ns,ratio,rate_over_exact,machine_ns_a_line");
    }
    match args.iter().map(String::as_str).collect::<Vec<_>>()[..] {
        [] => {
            for (texts, hashes) in [(false, 7), (false, 10), (true, 7)] {
                race(10_000, texts, hashes, 15);
                race(1_000_000, texts, hashes, 7);
                race(100_000_000, texts, hashes, 3);
            }
            let bits = 959_295_700;
            let line = limit::nanoseconds_a_line(bits as usize / 8);
            for (name, time, ratio) in bulk::run(bits, 5) {
                println!("u64,1%,100000000,{name:?},bulk insert,{time:.2},{ratio:.3},,{line:.2}");
            }
        }
        ["lines"] => lines::all(),
        ["lines", items, keys, bits, rounds] => lines::race(
            items.parse::<f64>().expect("a number of items") as u64,
            keys == "text",
            bits.parse().expect("bits an item"),
            rounds.parse().expect("a number of rounds"),
        ),
        [items, keys, hashes, rounds] => race(
            items.parse::<f64>().expect("a number of items") as u64,
            keys == "text",
            hashes.parse().expect("7 or 10"),
            rounds.parse().expect("a number of rounds"),
        ),
        _ => panic!("nothing, or: [lines] ITEMS u64|text 7|10 ROUNDS, or: lines"),
    }
}
