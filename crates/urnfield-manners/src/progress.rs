//! How far it is, for people who wait at a terminal; for nobody else.

use indicatif::{HumanDuration, ProgressBar, ProgressDrawTarget, ProgressStyle};
use std::io::{self, IsTerminal};
use std::time::{Duration, Instant};

/// What is over sooner needs no bar.
const PATIENCE: Duration = Duration::from_millis(500);

/// A bar on stderr: by bytes or by steps where their number is known, else a count of keys.
pub struct Progress {
    doing: &'static str,
    total: Option<u64>,
    /// What the total counts.
    unit: Unit,
    keys: u64,
    /// `None` where nobody looks.
    since: Option<Instant>,
    bar: Option<ProgressBar>,
}

#[derive(Clone, Copy, PartialEq, Eq)]
enum Unit {
    Bytes,
    Steps,
}

impl Progress {
    /// For keys that are read, out of so many bytes.
    pub fn new(doing: &'static str, total: Option<u64>) -> Progress {
        let since = io::stderr().is_terminal().then(Instant::now);
        Progress { doing, total, unit: Unit::Bytes, keys: 0, since, bar: None }
    }

    /// For work that is no reading, see [`Progress::step_of`].
    pub fn counting(doing: &'static str) -> Progress {
        let mut progress = Progress::new(doing, None);
        progress.unit = Unit::Steps;
        progress
    }

    /// Never shown: for output on the same terminal, which says itself how far it is.
    pub fn silent() -> Progress {
        Progress { doing: "", total: None, unit: Unit::Bytes, keys: 0, since: None, bar: None }
    }

    /// After every block: so many bytes have been read by now, and so many keys more.
    pub fn step(&mut self, bytes: u64, keys: u64) {
        self.keys += keys;
        let Some(waited) = self.since.map(|since| since.elapsed()).filter(|w| *w >= PATIENCE)
        else {
            return;
        };
        let bar = self.bar.get_or_insert_with(|| begin(self.doing, self.total, self.unit));
        // Reckoned from the first key on: the bar itself knows only of the time since it is there.
        let mut pace = format!("{} keys/s", in_words(self.keys, waited));
        if let Some(total) = self.total {
            let left =
                waited.as_secs_f64() * total.saturating_sub(bytes) as f64 / bytes.max(1) as f64;
            pace.push_str(&format!(", {} left", HumanDuration(Duration::from_secs(left as u64))));
        }
        bar.set_prefix(pace);
        bar.set_position(if self.total.is_some() { bytes } else { self.keys });
    }

    /// After every step of work: so many of so many are done.
    pub fn step_of(&mut self, done: u64, total: u64) {
        self.total = Some(total);
        self.step(done, 0);
    }

    /// A sentence that the bar does not overwrite.
    pub fn say(&self, sentence: &str) {
        let say = || crate::talk(&[sentence.to_owned()]);
        match &self.bar {
            Some(bar) => bar.suspend(say),
            None => say(),
        }
    }
}

impl Drop for Progress {
    fn drop(&mut self) {
        if let Some(bar) = &self.bar {
            bar.finish_and_clear();
        }
    }
}

/// So many in a second, to two or three digits.
fn in_words(keys: u64, waited: Duration) -> String {
    match keys as f64 / waited.as_secs_f64() {
        pace if pace >= 1e6 => format!("{:.1} million", pace / 1e6),
        pace if pace >= 1e4 => format!("{:.0} thousand", pace / 1e3),
        pace => format!("{pace:.0}"),
    }
}

/// No colours, and nothing but ASCII: it looks the same everywhere.
fn begin(doing: &'static str, total: Option<u64>, unit: Unit) -> ProgressBar {
    let (bar, template) = match total {
        Some(all) => (
            ProgressBar::with_draw_target(Some(all), ProgressDrawTarget::stderr()),
            match unit {
                Unit::Bytes => "{msg} [{bar:25}] {percent}% of {total_bytes}, {prefix}",
                Unit::Steps => "{msg} [{bar:30}] {percent}%, {eta} left",
            },
        ),
        None => (
            ProgressBar::with_draw_target(None, ProgressDrawTarget::stderr()),
            "{msg} {spinner} {pos} keys, {prefix}",
        ),
    };
    let style = ProgressStyle::with_template(template).unwrap_or_else(|_| {
        // The templates are constants, and a test reads them.
        ProgressStyle::default_bar()
    });
    bar.with_style(style.progress_chars("=> ").tick_chars("|/-\\ ")).with_message(doing)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn nobody_at_the_terminal_sees_no_bar() {
        let mut progress = Progress::silent();
        progress.step(1 << 40, 1 << 30);
        assert!(progress.bar.is_none());
    }

    #[test]
    fn paces_are_short() {
        let pace = |keys| in_words(keys, Duration::from_millis(500));
        assert_eq!([pace(0), pace(1000), pace(12_345)], ["0", "2000", "25 thousand"]);
        assert_eq!(pace(12_345_678), "24.7 million");
    }

    #[test]
    fn bars_begin_and_end() {
        let units = [Unit::Bytes, Unit::Bytes, Unit::Steps];
        for (total, unit) in [None, Some(1000), Some(1000)].into_iter().zip(units) {
            let mut progress = Progress::silent();
            (progress.total, progress.unit) = (total, unit);
            progress.since = Instant::now().checked_sub(2 * PATIENCE);
            progress.step(10, 1);
            progress.step(20, 1);
            let bar = progress.bar.as_ref().map(ProgressBar::position);
            assert_eq!(bar, Some(if total.is_some() { 20 } else { 2 }));
        }
    }
}
