//! How long the questions of the table of `docs/reference/limits.md` take: `cargo bench -p urnfield
//! --bench limits` asks each of them up to three times and writes the table with the best time, on
//! one core.

#[path = "../tests/sizes/table_of_limits.rs"]
mod table_of_limits;

use std::fmt::Write;
use std::hint::black_box;
use std::time::{Duration, Instant};
use table_of_limits::{Asked, Fate, ROWS, page_of_limits, parts};

/// A question that took longer is not asked again.
const LONG: Duration = Duration::from_millis(300);

fn main() {
    let mut table = String::from("| asked for | limit | for example |\n|---|---|---|\n");
    for row in &ROWS {
        let asked: Vec<String> = row.asked.iter().map(measured).collect();
        let _ = writeln!(table, "| {} | {} | {} |", row.what, row.limit, asked.join("; "));
        println!("{}: {}", row.what, asked.join("; "));
    }
    let text = std::fs::read_to_string(page_of_limits()).expect("the page is there");
    let [before, _, after] = parts(&text);
    std::fs::write(page_of_limits(), format!("{before}{table}{after}"))
        .expect("the page can be written");
}

/// The question with its time, or how soon it was refused.
fn measured(&(said, fate, ask): &Asked) -> String {
    let mut best = Duration::MAX;
    for _ in 0..3 {
        let start = Instant::now();
        let answer = black_box(ask());
        best = best.min(start.elapsed());
        assert_eq!(answer.is_err(), fate == Fate::Refused, "{said}: {answer:?}");
        if best > LONG {
            break;
        }
    }
    let refused = if fate == Fate::Refused { "refused in " } else { "" };
    format!("{said}: {refused}{}", shown(best.as_secs_f64()))
}

/// Two digits and a unit.
fn shown(seconds: f64) -> String {
    let (unit, size) = [("s", 1.0), ("ms", 1e-3), ("µs", 1e-6)]
        .into_iter()
        .find(|(_, size)| seconds >= *size)
        .unwrap_or(("µs", 1e-6));
    let number = seconds / size;
    let places = usize::from(number < 10.0);
    format!("{number:.places$} {unit}")
}
