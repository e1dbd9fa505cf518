//! urnfield's side of the benchmarks: times jobs, or prints their values.
//!
//! `urnfield-rivals JOB...` prints a line per job: name, median seconds per evaluation, how many
//! values it made, the fewest certain bits among them, and the largest value with its certain
//! digits.
//! `urnfield-rivals --bounds JOB` prints every value as `index lower upper`, rounded outward, for
//! `compare.py` to hold against the rivals' values.

use cpu_time::ProcessTime;
use std::hint::black_box;
use std::process::ExitCode;
use std::time::Duration;
use urnfield::{Committees, Design, Enclosure, Error, Kind, Occupancy};

/// What a job answers: one value, or a window of a pmf.
type Answer = Result<Vec<(u64, Enclosure)>, Error>;

type Job = fn() -> Answer;

/// Each job states its law afresh, so that nothing is prepared outside the clock.
const JOBS: [(&str, Job); 34] = [
    ("tail-union-100x50-4000", || one(committees()?.at_least(4000))),
    ("tail-union-100x50-4200", || one(committees()?.at_least(4200))),
    ("tail-overlap-7x5000-10", || one(lists(20_000, 7, 5000)?.at_least(10))),
    ("tail-overlap-10x1500-140", || one(lists(2000, 10, 1500)?.at_least(140))),
    ("tail-balls-1e9-mean", || one(union(E9, 690_000_000, 1)?.at_least(498_423_932))),
    ("tail-balls-1e9-30sd", || one(union(E9, 690_000_000, 1)?.at_least(498_686_167))),
    ("tail-balls-1e12-mean", || one(union(E12, 690_000_000_000, 1)?.at_least(498_423_930_935))),
    ("tail-balls-1e12-30sd", || one(union(E12, 690_000_000_000, 1)?.at_least(498_432_223_551))),
    ("tail-union-1e9-mean", || one(union(E9, 100_000_000, 7)?.at_least(503_414_698))),
    ("tail-union-1e9-30sd", || one(union(E9, 100_000_000, 7)?.at_least(503_678_579))),
    ("tail-union-1e12-mean", || one(union(E12, 69_000_000_000, 10)?.at_least(498_423_930_936))),
    ("tail-union-1e12-30sd", || one(union(E12, 69_000_000_000, 10)?.at_least(498_432_223_552))),
    ("pmf-balls-1e3", || Occupancy::balls(1000, 1000)?.pmf_window(0, 1000)),
    ("pmf-balls-1e4", || Occupancy::balls(10_000, 10_000)?.pmf_window(0, 10_000)),
    ("pmf-balls-1e5-above-1e-300", || {
        Occupancy::balls(100_000, 100_000)?.pmf_above(&"1e-300".parse()?)
    }),
    ("pmf-balls-1e5-30sd", || union(100_000, 69_315, 1)?.pmf_window(47_373, 52_627)),
    ("pmf-union-100x50", || committees()?.pmf_window(0, 10_000)),
    ("mean-balls-1e12", || one(balls_1e12()?.mean())),
    ("variance-balls-1e12", || one(balls_1e12()?.variance())),
    ("moment10-balls-1e12", || one(balls_1e12()?.raw_moment(10))),
    ("standard-rate-1e6-7", || rate(Kind::Standard, 1_000_000, 99_021, 7)),
    ("standard-rate-1e6-30", || rate(Kind::Standard, 1_000_000, 23_104, 30)),
    ("standard-rate-1e9-7", || rate(Kind::Standard, 1_000_000_000, 99_021_025, 7)),
    ("standard-rate-1e9-30", || rate(Kind::Standard, 1_000_000_000, 23_104_906, 30)),
    ("standard-rate-1e12-30", || rate(Kind::Standard, 1_000_000_000_000, 23_104_906_000, 30)),
    ("standard-rate-1e5-10000", || rate(Kind::Standard, 100_000, 7, 10_000)),
    ("standard-rate-1e7-100", || rate(Kind::Standard, 10_000_000, 69_314, 100)),
    ("classic-rate-1e6-7", || rate(Kind::Classic, 1_000_000, 99_021, 7)),
    ("classic-rate-1e6-30", || rate(Kind::Classic, 1_000_000, 23_104, 30)),
    ("classic-rate-1e9-7", || rate(Kind::Classic, 1_000_000_000, 99_021_025, 7)),
    ("classic-rate-1e9-30", || rate(Kind::Classic, 1_000_000_000, 23_104_906, 30)),
    ("classic-rate-1e12-30", || rate(Kind::Classic, 1_000_000_000_000, 23_104_906_000, 30)),
    ("classic-rate-1e5-10000", || rate(Kind::Classic, 100_000, 7, 10_000)),
    ("classic-rate-1e7-100", || rate(Kind::Classic, 10_000_000, 69_314, 100)),
];

const E9: u64 = 1_000_000_000;
const E12: u64 = 1_000_000_000_000;

fn rate(kind: Kind, bits: u64, items: u64, hashes: u64) -> Answer {
    one(Design::new(kind, bits, hashes)?.holding(items)?.fpr())
}

fn one(value: Result<Enclosure, Error>) -> Answer {
    Ok(vec![(0, value?)])
}

fn committees() -> Result<Occupancy, Error> {
    union(10_000, 100, 50)
}

/// Balls are committees of one.
fn union(urns: u64, count: u64, size: u64) -> Result<Occupancy, Error> {
    Occupancy::union(urns, &[Committees { count, size }])
}

fn lists(urns: u64, count: usize, size: u64) -> Result<Occupancy, Error> {
    let list = [Committees { count: 1, size }];
    Occupancy::intersection(urns, &vec![&list[..]; count])
}

fn balls_1e12() -> Result<Occupancy, Error> {
    Occupancy::balls(E12, E12)
}

/// Batches long enough for the clock, repeated until this much time has gone by.
const BATCH: Duration = Duration::from_millis(10);
const TOTAL: Duration = Duration::from_millis(200);

/// The median over batches of the CPU seconds that one evaluation takes.
fn seconds(job: Job) -> Result<f64, Error> {
    let batch = |count: u32| -> Result<Duration, Error> {
        let start = ProcessTime::now();
        for _ in 0..count {
            black_box(black_box(job)()?);
        }
        Ok(start.elapsed())
    };
    let mut count = 1;
    let mut time = batch(count)?;
    while time < BATCH {
        count *= 2;
        time = batch(count)?;
    }
    let mut times = vec![time];
    while times.iter().sum::<Duration>() < TOTAL {
        times.push(batch(count)?);
    }
    times.sort();
    Ok(times[times.len() / 2].as_secs_f64() / f64::from(count))
}

fn report(name: &str, job: Job, bounds: bool) -> Result<(), Error> {
    let values = job()?;
    if bounds {
        for (i, value) in &values {
            let (low, high) = value.decimal_bounds(30);
            println!("{i} {low} {high}");
        }
        return Ok(());
    }
    let bits = values.iter().map(|(_, v)| v.certain_bits()).min();
    let largest = values.iter().max_by(|a, b| a.1.hi_f64().total_cmp(&b.1.hi_f64()));
    let (Some(bits), Some((_, largest))) = (bits, largest) else {
        println!("{name} {:e} 0 - -", seconds(job)?);
        return Ok(());
    };
    let count = values.len();
    println!("{name} {:e} {count} {bits} {largest:.30}", seconds(job)?);
    Ok(())
}

fn main() -> ExitCode {
    let mut arguments: Vec<String> = std::env::args().skip(1).collect();
    let bounds = arguments.first().is_some_and(|a| a == "--bounds");
    if bounds {
        arguments.remove(0);
    }
    for name in &arguments {
        let Some((_, job)) = JOBS.iter().find(|(job, _)| job == name) else {
            eprintln!("urnfield-rivals: no job is called {name}");
            return ExitCode::from(2);
        };
        if let Err(error) = report(name, *job, bounds) {
            eprintln!("urnfield-rivals: {name}: {error}");
            return ExitCode::FAILURE;
        }
    }
    if arguments.is_empty() {
        JOBS.iter().for_each(|(name, _)| println!("{name}"));
    }
    ExitCode::SUCCESS
}
