//! Mathematics that takes its time: who waits at a terminal sees that something goes on, for how long already, and how
//! to stop it. Nobody else sees anything.

use indicatif::{ProgressBar, ProgressDrawTarget, ProgressStyle};
use std::io::{self, IsTerminal};
use std::sync::mpsc::{Receiver, RecvTimeoutError, channel};
use std::thread;
use std::time::Duration;

/// What is over sooner needs no words.
const PATIENCE: Duration = Duration::from_secs(2);

/// How often it is said anew.
const BEAT: Duration = Duration::from_millis(250);

/// Does some work that says nothing itself, and cannot be stepped into.
pub fn thinking<T>(doing: &'static str, work: impl FnOnce() -> T) -> T {
    if !io::stderr().is_terminal() {
        return work();
    }
    watched(doing, ProgressDrawTarget::stderr(), PATIENCE, work)
}

fn watched<T>(
    doing: &'static str,
    target: ProgressDrawTarget,
    patience: Duration,
    work: impl FnOnce() -> T,
) -> T {
    let (done, over) = channel::<()>();
    let watch = move || say(doing, target, patience, &over);
    // Where there is no thread for it, the work is done in silence.
    let watcher = thread::Builder::new().name("progress".into()).spawn(watch);
    let made = work();
    drop(done);
    // The line is gone before anything is printed.
    let _ = watcher.map(thread::JoinHandle::join);
    made
}

/// Says so until the work is over, or not at all.
fn say(doing: &'static str, target: ProgressDrawTarget, patience: Duration, over: &Receiver<()>) {
    if over.recv_timeout(patience) != Err(RecvTimeoutError::Timeout) {
        return;
    }
    let style = ProgressStyle::with_template("{msg} {spinner} {prefix} so far; Ctrl-C stops it");
    let style = style.unwrap_or_else(|_| ProgressStyle::default_spinner());
    let bar = ProgressBar::with_draw_target(None, target)
        .with_style(style.tick_chars("|/-\\ "))
        .with_message(doing);
    let mut waited = patience;
    loop {
        bar.set_prefix(format!("{} s", waited.as_secs()));
        bar.tick();
        if over.recv_timeout(BEAT) != Err(RecvTimeoutError::Timeout) {
            return bar.finish_and_clear();
        }
        waited += BEAT;
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use indicatif::TermLike;
    use std::sync::{Arc, Mutex};

    /// What stands on the last line of a terminal.
    #[derive(Clone, Debug, Default)]
    struct Line(Arc<Mutex<String>>);

    impl Line {
        fn text(&self) -> String {
            self.0.lock().expect("no panic").clone()
        }

        fn edit(&self, edit: impl FnOnce(&mut String)) -> io::Result<()> {
            edit(&mut self.0.lock().expect("no panic"));
            Ok(())
        }
    }

    impl TermLike for Line {
        fn width(&self) -> u16 {
            60
        }
        fn move_cursor_up(&self, _: usize) -> io::Result<()> {
            Ok(())
        }
        fn move_cursor_down(&self, _: usize) -> io::Result<()> {
            Ok(())
        }
        fn move_cursor_right(&self, _: usize) -> io::Result<()> {
            Ok(())
        }
        fn move_cursor_left(&self, _: usize) -> io::Result<()> {
            Ok(())
        }
        fn write_line(&self, text: &str) -> io::Result<()> {
            self.write_str(text)
        }
        fn write_str(&self, text: &str) -> io::Result<()> {
            self.edit(|line| line.push_str(text))
        }
        fn clear_line(&self) -> io::Result<()> {
            self.edit(String::clear)
        }
        fn flush(&self) -> io::Result<()> {
            Ok(())
        }
    }

    #[test]
    fn who_waits_longer_is_told_and_who_does_not_is_not() {
        let line = Line::default();
        let target = || ProgressDrawTarget::term_like(Box::new(line.clone()));
        let shown = watched("computing", target(), Duration::ZERO, || {
            (0..1000).find_map(|_| {
                thread::sleep(Duration::from_millis(10));
                Some(line.text()).filter(|text| text.contains("Ctrl-C"))
            })
        });
        let shown = shown.expect("something within ten seconds");
        assert!(shown.contains("computing ") && shown.contains(" 0 s so far; "), "{shown}");
        assert_eq!(line.text().trim_end(), "", "and it is gone");
        assert_eq!(watched("computing", target(), PATIENCE, || 7), 7);
        assert_eq!(line.text().trim_end(), "");
    }
}
