//! urnfield's filters and their peers: the same keys, equal m and k, one run.
//!
//! `./run` does everything and records it. One part of it, printed and not recorded:
//!
//! ```text
//! cargo run --release -- plain 1e6 u64 7,20 5 few        # five rounds; `all` for every peer
//! cargo run --release -- plain 1e8 text 7 3 few busy     # beside a neighbour who never rests
//! cargo run --release -- lines 1e6 u64 10 5              # filters with blocks, ten bits an item
//! cargo run --release -- bulk | shared | passes
//! cargo run --release -- spin "urnfield standard" hit u64 7 1e5   # for an instruction counter
//! ```

mod bulk;
mod contenders;
mod limit;
mod lines;
mod neighbour;
mod passes;
mod race;
mod shared;

use contenders::Peers;
use race::{Figures, OPERATIONS};
use urnfield::{Design, Kind};

/// How many hashes: rates of one half, a quarter, …, 1e-2, 1e-3, 1e-4, 1e-5, 1e-6, 1e-9, 1e-12.
const HASHES: [u64; 10] = [1, 2, 4, 7, 10, 13, 17, 20, 30, 40];

/// Everybody gets the bits for which so many hashes are best: k/ln 2 an item, and half of them end up set.
fn race(items: u64, texts: bool, k: u64, rounds: usize, peers: Peers, neighbour: &str) {
    let m = (items as f64 * k as f64 / std::f64::consts::LN_2).ceil() as u64;
    let exact = Design::new(Kind::Standard, m, k).and_then(|design| design.holding(items));
    let exact = exact.and_then(|load| load.fpr()).expect("a rate").hi_f64();
    let line = limit::nanoseconds_a_line((m / 8) as usize);
    let keys = if texts { "20 bytes" } else { "u64" };
    let entries = contenders::line_up(m, k, items, peers);
    for Figures { name, times, rate, asked } in race::run(entries, items, texts, rounds) {
        // What cannot have been counted often enough is not a rate.
        let rate = rate.filter(|_| exact * asked as f64 > 100.0);
        let rate = rate.map_or(String::new(), |rate| format!("{:.4}", rate / exact));
        for (operation, (time, ratio)) in OPERATIONS.iter().zip(times) {
            let limit = limit::lines(operation, k) * line;
            println!(
                "{neighbour},{keys},{k},{items},{name:?},{operation},{time:.2},{ratio:.3},{rate},\
                 {line:.2},{:.2}",
                time / limit
            );
        }
    }
}

/// Rounds that give steady medians in seconds.
fn rounds(items: u64) -> usize {
    match items {
        0..100_000 => 11,
        100_000..10_000_000 => 5,
        _ => 3,
    }
}

fn main() {
    let args: Vec<String> = std::env::args().skip(1).collect();
    let args: Vec<&str> = args.iter().map(String::as_str).collect();
    let number = |text: &str| text.parse::<f64>().expect("a number") as u64;
    let (args, busy) = match args.split_last() {
        Some((&"busy", rest)) => (rest, true),
        _ => (&args[..], false),
    };
    let neighbour = if busy { "busy" } else { "quiet" };
    let _restless = busy.then(neighbour::Restless::start);
    match args {
        ["header"] => println!(
            "neighbour,keys,hashes,items,peer,operation,ns,ratio,rate_over_exact,\
             machine_ns_a_line,over_limit"
        ),
        // Everything of one size.
        ["sweep", items, keys] => {
            let items = number(items);
            for k in HASHES {
                let all = k == 7 && *keys == "u64" && !busy;
                let peers = if all { Peers::All } else { Peers::Few };
                race(items, *keys == "text", k, rounds(items), peers, neighbour);
            }
        }
        ["plain", items, keys, hashes, rounds, peers] => {
            let peers = if *peers == "all" { Peers::All } else { Peers::Few };
            for k in hashes.split(',') {
                let rounds = number(rounds) as usize;
                race(number(items), *keys == "text", number(k), rounds, peers, neighbour);
            }
        }
        ["bulk"] => {
            let bits = 1_009_887_565; // 1e8 items, seven hashes
            let line = limit::nanoseconds_a_line(bits as usize / 8);
            for (name, time, ratio) in bulk::run(bits, 5) {
                let over = time / (7.0 * line);
                println!(
                    "{neighbour},u64,7,100000000,{name:?},bulk insert,{time:.2},{ratio:.3},,{line:.2},{over:.2}"
                );
            }
        }
        ["shared"] => shared::run(),
        ["passes"] => passes::run(),
        // For an instruction counter: `./callgrind` counts what is done within one function.
        ["spin", peer, operation, keys, hashes, count] => {
            let k = number(hashes);
            let count = number(count) as usize;
            let m = (10_000.0 * k as f64 / std::f64::consts::LN_2).ceil() as u64;
            let entries = contenders::line_up(m, k, 10_000, Peers::All);
            let entry = entries.iter().find(|entry| entry.name == *peer).expect("a peer");
            race::spin(entry, operation, *keys == "text", count);
        }
        ["spin-lines", peer, operation, keys, bits, count] => {
            lines::spin(peer, operation, *keys == "text", number(bits), number(count) as usize);
        }
        ["lines-header"] => lines::header(),
        ["lines", items, keys, bits, rounds] => {
            lines::race(number(items), *keys == "text", number(bits), number(rounds) as usize);
        }
        _ => panic!("see the head of main.rs"),
    }
}
