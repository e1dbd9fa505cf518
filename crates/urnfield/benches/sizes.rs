//! How long every question of the grid of all sizes takes: `cargo bench -p urnfield --bench sizes` writes
//! `docs/figures/sizes.csv` and its picture `docs/figures/sizes.svg`. `-- FOLDER` writes there instead.
//!
//! A cell is a load and a number of urns; its time is that of the slowest of its questions, each the best of
//! three, on one core.

#[path = "../tests/sizes/grid.rs"]
mod grid;

use std::fmt::Write;
use std::hint::black_box;
use std::path::{Path, PathBuf};
use std::time::Instant;
use urnfield::{Error, Occupancy, Rate};

const QUESTIONS: [&str; 4] = ["pmf", "tails", "quantile", "mode"];

/// The slowest question of a kind, in seconds; `None` where one is refused.
fn slowest(law: &Occupancy, question: &str) -> Option<f64> {
    let ask: Vec<Box<dyn Fn() -> Result<(), Error> + '_>> = match question {
        "pmf" => values(law, |law, x| law.pmf(x).map(drop)),
        "tails" => values(law, |law, x| law.at_most(x).and(law.at_least(x)).map(drop)),
        "mode" => vec![Box::new(|| law.mode().map(drop))],
        _ => {
            let levels = grid::LEVELS.into_iter().map(|level| level.parse::<Rate>());
            let levels = levels.map(|level| level.expect("a level"));
            levels.map(|level| Box::new(move || law.quantile(&level).map(drop)) as Box<_>).collect()
        }
    };
    ask.iter().map(|ask| best(ask)).try_fold(0.0, |most: f64, time| Some(most.max(time?)))
}

fn values<'a>(
    law: &'a Occupancy,
    ask: impl Fn(&Occupancy, u64) -> Result<(), Error> + Copy + 'a,
) -> Vec<Box<dyn Fn() -> Result<(), Error> + 'a>> {
    let asked = grid::values(law).into_iter();
    asked.map(|x| Box::new(move || ask(law, x)) as Box<_>).collect()
}

fn best(ask: &dyn Fn() -> Result<(), Error>) -> Option<f64> {
    let mut least = f64::INFINITY;
    for _ in 0..3 {
        let start = Instant::now();
        black_box(ask()).ok()?;
        least = least.min(start.elapsed().as_secs_f64());
    }
    Some(least)
}

/// A load in thousandths, a number of urns, and the seconds of the four questions.
type Row = (u64, u64, [Option<f64>; 4]);

fn main() {
    let here = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../docs/figures");
    // Cargo passes `--bench`.
    let folder = std::env::args().skip(1).find(|arg| !arg.starts_with("--"));
    let folder = folder.map_or(here, PathBuf::from);
    let rows: Vec<Row> = grid::laws()
        .map(|(load, [_, urns], law)| (load, urns, QUESTIONS.map(|kind| slowest(&law, kind))))
        .collect();
    let mut csv = String::from("load,urns,pmf,tails,quantile,mode\n");
    for (load, urns, times) in &rows {
        let times = times.map(|time| time.map_or("refused".into(), |time| format!("{time:.1e}")));
        let _ = writeln!(csv, "{},{urns},{}", *load as f64 / 1000.0, times.join(","));
    }
    std::fs::write(folder.join("sizes.csv"), csv).expect("the folder is there");
    std::fs::write(folder.join("sizes.svg"), picture(&rows)).expect("the folder is there");
}

const SIDE: usize = 22;
const LEFT: usize = 60;
const TOP: usize = 54;

/// From white at a microsecond to black at a second, in seven steps; red is a refusal.
fn colour(time: Option<f64>) -> String {
    let Some(time) = time else { return "#c00".into() };
    let step = ((time.log10() + 6.0).clamp(0.0, 5.99) as u32).min(6);
    let grey = 245 - 38 * step;
    format!("rgb({grey},{grey},{})", 255 - 38 * step)
}

/// Four maps side by side: urns to the right, loads upwards.
fn picture(rows: &[Row]) -> String {
    let mut urns: Vec<u64> = rows.iter().map(|row| row.1).collect();
    urns.sort_unstable();
    urns.dedup();
    let mut loads: Vec<u64> = rows.iter().map(|row| row.0).collect();
    loads.sort_unstable();
    loads.dedup();
    let (wide, high) = (urns.len() * SIDE + 24, loads.len() * SIDE);
    let (width, height) = (LEFT + QUESTIONS.len() * wide, TOP + high + 70);
    let mut svg = format!(
        "<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"0 0 {width} {height}\" \
         font-family=\"sans-serif\" font-size=\"11\">\n<rect width=\"{width}\" height=\"{height}\" \
         fill=\"#fff\"/>\n<text x=\"{LEFT}\" y=\"18\" font-size=\"14\">The slowest question of each kind, by \
         balls per urn and number of urns</text>\n"
    );
    let text = |svg: &mut String, x: usize, y: usize, anchor: &str, words: &str| {
        let _ = writeln!(svg, "<text x=\"{x}\" y=\"{y}\" text-anchor=\"{anchor}\">{words}</text>");
    };
    for (at, load) in loads.iter().enumerate() {
        let y = TOP + high - at * SIDE - 7;
        text(&mut svg, LEFT - 6, y, "end", &format!("{}", *load as f64 / 1000.0));
    }
    for (map, question) in QUESTIONS.iter().enumerate() {
        let left = LEFT + map * wide;
        text(&mut svg, left, TOP - 8, "start", question);
        for (load, m, times) in rows {
            let column = urns.iter().position(|u| u == m).unwrap_or(0);
            let row = loads.iter().position(|l| l == load).unwrap_or(0);
            let (x, y) = (left + column * SIDE, TOP + high - (row + 1) * SIDE);
            let said = times[map].map_or("refused".into(), |time| format!("{time:.1e} s"));
            let _ = writeln!(
                svg,
                "<rect x=\"{x}\" y=\"{y}\" width=\"{SIDE}\" height=\"{SIDE}\" fill=\"{}\" \
                 stroke=\"#fff\"><title>{m} urns: {said}</title></rect>",
                colour(times[map])
            );
        }
        for (column, m) in urns.iter().enumerate().step_by(3) {
            let power = format!("1e{}", (*m as f64).log10().round());
            text(&mut svg, left + column * SIDE + SIDE / 2, TOP + high + 14, "middle", &power);
        }
    }
    let scale = [
        (1e-6, "1 µs"),
        (1e-5, "10 µs"),
        (1e-4, "0.1 ms"),
        (1e-3, "1 ms"),
        (1e-2, "10 ms"),
        (1e-1, "0.1 s"),
    ];
    for (step, (time, said)) in scale.iter().enumerate() {
        let x = LEFT + step * 90;
        let (y, fill) = (TOP + high + 34, colour(Some(time * 1.5)));
        let _ =
            writeln!(svg, "<rect x=\"{x}\" y=\"{y}\" width=\"20\" height=\"14\" fill=\"{fill}\"/>");
        text(&mut svg, x + 26, y + 11, "start", &format!("from {said}"));
    }
    svg.push_str("</svg>\n");
    svg
}
