//! Progress bars, which are shown only at a terminal.

use crate::status_line::{StatusLine, bar};
use crate::talk::is_quiet;
use std::io::{self, IsTerminal, Stderr};
use std::time::{Duration, Instant};
use urnfield_answers::Aside;

/// Shorter work gets no bar.
const PATIENCE: Duration = Duration::from_millis(500);

/// The shortest time between two updates.
const BEAT: Duration = Duration::from_millis(50);

/// A bar on stderr: by bytes or by steps where their number is known, else a count of keys.
pub struct Progress {
    doing: &'static str,
    total: Option<u64>,
    /// What the total counts.
    unit: Unit,
    keys: u64,
    /// `None` if stderr is not a terminal.
    since: Option<Instant>,
    /// The line, and when it was written.
    line: Option<(StatusLine<Stderr>, Instant)>,
}

#[derive(Clone, Copy, PartialEq, Eq)]
enum Unit {
    Bytes,
    Steps,
}

impl Progress {
    /// Creates a bar for reading `total` bytes of keys.
    pub fn new(doing: &'static str, total: Option<u64>) -> Progress {
        let since = (io::stderr().is_terminal() && !is_quiet()).then(Instant::now);
        Progress { doing, total, unit: Unit::Bytes, keys: 0, since, line: None }
    }

    /// Creates a bar for other work. See [`Progress::step_of`].
    pub fn counting(doing: &'static str) -> Progress {
        let mut progress = Progress::new(doing, None);
        progress.unit = Unit::Steps;
        progress
    }

    /// Creates a bar that is never shown, for output on the same terminal.
    pub fn silent() -> Progress {
        Progress { doing: "", total: None, unit: Unit::Bytes, keys: 0, since: None, line: None }
    }

    /// Updates the bar after a block: all bytes that were read so far, and the new keys.
    pub fn step(&mut self, bytes: u64, keys: u64) {
        self.keys += keys;
        let Some(waited) = self.since.map(|since| since.elapsed()).filter(|w| *w >= PATIENCE)
        else {
            return;
        };
        if self.line.as_ref().is_some_and(|(_, written)| written.elapsed() < BEAT) {
            return;
        }
        let (mut line, _) =
            self.line.take().unwrap_or_else(|| (StatusLine::new(io::stderr()), Instant::now()));
        let text = self.in_words(bytes, waited, &mut line);
        line.show(&text);
        self.line = Some((line, Instant::now()));
    }

    /// Returns how much is done, and how long the rest takes.
    fn in_words(&self, done: u64, waited: Duration, line: &mut StatusLine<Stderr>) -> String {
        let (doing, pace) = (self.doing, pace(self.keys, waited));
        let Some(total) = self.total else {
            return format!("{doing} {} {} keys, {pace} keys/s", line.turning(), self.keys);
        };
        let left = waited.as_secs_f64() * total.saturating_sub(done) as f64 / done.max(1) as f64;
        let left = time(left as u64);
        let percent = u128::from(done.min(total)) * 100 / u128::from(total.max(1));
        match self.unit {
            Unit::Bytes => {
                let bar = bar(done, total, 10);
                let all = size(total);
                format!("{doing} {bar} {percent}% of {all}, {pace} keys/s, {left} left")
            }
            Unit::Steps => format!("{doing} {} {percent}%, {left} left", bar(done, total, 30)),
        }
    }

    /// Updates the bar: `done` of `total` steps are done.
    pub fn step_of(&mut self, done: u64, total: u64) {
        self.total = Some(total);
        self.step(done, 0);
    }

    /// Prints a sentence that the bar does not overwrite.
    pub fn say(&mut self, aside: &Aside) {
        if let Some((line, _)) = &mut self.line {
            line.clear();
        }
        crate::say(std::slice::from_ref(aside));
    }
}

impl Drop for Progress {
    fn drop(&mut self) {
        if let Some((line, _)) = &mut self.line {
            line.clear();
        }
    }
}

/// Returns the keys per second, to two or three digits.
fn pace(keys: u64, waited: Duration) -> String {
    match keys as f64 / waited.as_secs_f64() {
        pace if pace >= 1e6 => format!("{:.1} million", pace / 1e6),
        pace if pace >= 1e4 => format!("{:.0} thousand", pace / 1e3),
        pace => format!("{pace:.0}"),
    }
}

/// Returns a time to one or two digits.
fn time(seconds: u64) -> String {
    match seconds {
        0..120 => format!("{seconds} s"),
        120..7200 => format!("{} min", seconds / 60),
        _ => format!("{} h", seconds / 3600),
    }
}

/// Returns a size in the largest unit that fits.
fn size(bytes: u64) -> String {
    const UNITS: [&str; 7] = ["B", "KiB", "MiB", "GiB", "TiB", "PiB", "EiB"];
    let power = bytes.checked_ilog2().unwrap_or(0) / 10;
    let digits = if power == 0 { 0 } else { 1 };
    format!("{:.digits$} {}", bytes as f64 / (1_u64 << (10 * power)) as f64, UNITS[power as usize])
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn nobody_at_the_terminal_sees_no_bar() {
        let mut progress = Progress::silent();
        progress.step(1 << 40, 1 << 30);
        assert!(progress.line.is_none());
    }

    #[test]
    fn paces_are_short() {
        let pace = |keys| pace(keys, Duration::from_millis(500));
        assert_eq!([pace(0), pace(1000), pace(12_345)], ["0", "2000", "25 thousand"]);
        assert_eq!(pace(12_345_678), "24.7 million");
    }

    #[test]
    fn times_and_sizes_are_short() {
        assert_eq!(
            [0, 119, 120, 7199, 7200].map(time),
            ["0 s", "119 s", "2 min", "119 min", "2 h"]
        );
        let sizes = [0, 1023, 1536, 1 << 20, u64::MAX].map(size);
        assert_eq!(sizes, ["0 B", "1023 B", "1.5 KiB", "1.0 MiB", "16.0 EiB"]);
    }

    #[test]
    fn it_is_said_how_far_it_is() {
        let said = |total, unit, done, keys| {
            let mut progress = Progress::silent();
            (progress.doing, progress.total, progress.unit) = ("reading", total, unit);
            progress.keys = keys;
            let mut line = StatusLine::new(io::stderr());
            progress.in_words(done, Duration::from_secs(2), &mut line)
        };
        let bytes = "reading [==>       ] 25% of 3.9 KiB, 50 keys/s, 6 s left";
        assert_eq!(said(Some(4000), Unit::Bytes, 1000, 100), bytes);
        let steps = "reading [===============>              ] 50%, 2 s left";
        assert_eq!(said(Some(8), Unit::Steps, 4, 0), steps);
        assert_eq!(said(None, Unit::Bytes, 1000, 7), "reading / 7 keys, 4 keys/s");
        assert_eq!(said(Some(0), Unit::Steps, 0, 0).len(), "reading [] 0%, 0 s left".len() + 30);
    }

    #[test]
    fn lines_begin_late_and_are_not_written_at_every_step() {
        let mut progress = Progress::silent();
        progress.since = Some(Instant::now());
        progress.step(10, 1);
        assert!(progress.line.is_none(), "nobody has waited yet");
        progress.since = Instant::now().checked_sub(2 * PATIENCE);
        progress.step(20, 1);
        let written = |progress: &Progress| progress.line.as_ref().map(|(_, written)| *written);
        let first = written(&progress);
        assert!(first.is_some());
        progress.step(30, 1);
        assert_eq!((written(&progress), progress.keys), (first, 3));
    }
}
