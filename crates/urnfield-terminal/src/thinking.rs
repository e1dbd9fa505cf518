//! Long computations without steps: at a terminal, a line shows for how long the program has been
//! working and how to stop it.

use crate::status_line::StatusLine;
use crate::talk::is_quiet;
use std::io::{self, IsTerminal, Write};
use std::sync::mpsc::{Receiver, RecvTimeoutError, channel};
use std::thread;
use std::time::Duration;
use urnfield::filter::start_thread;

/// Shorter work shows nothing.
const PATIENCE: Duration = Duration::from_secs(2);

/// The time between two updates.
const BEAT: Duration = Duration::from_millis(250);

/// Runs `work`, and shows a line at the terminal if it takes long.
pub fn thinking<T>(doing: &'static str, work: impl FnOnce() -> T) -> T {
    if !io::stderr().is_terminal() || is_quiet() {
        return work();
    }
    watched(doing, io::stderr(), PATIENCE, work)
}

/// Returns whether standard output goes into a file, where a reader does not see lines come.
pub fn stdout_is_a_file() -> bool {
    #[cfg(unix)]
    {
        use std::os::fd::AsFd;
        let file = io::stdout().as_fd().try_clone_to_owned().map(std::fs::File::from);
        file.and_then(|file| file.metadata()).is_ok_and(|about| about.is_file())
    }
    #[cfg(not(unix))]
    false
}

fn watched<T>(
    doing: &'static str,
    out: impl Write + Send + 'static,
    patience: Duration,
    work: impl FnOnce() -> T,
) -> T {
    let (done, over) = channel::<()>();
    let watch = move || say(doing, out, patience, &over);
    // Without a thread for the line, the work is done without it.
    let watcher = start_thread(|begun| {
        thread::Builder::new().name("progress".into()).spawn(move || {
            begun();
            watch();
        })
    });
    let made = work();
    drop(done);
    // The line is gone before anything is printed.
    let _ = watcher.map(thread::JoinHandle::join);
    made
}

/// Shows the line from the end of `patience` until the work is over.
fn say(doing: &'static str, out: impl Write, patience: Duration, over: &Receiver<()>) {
    if over.recv_timeout(patience) != Err(RecvTimeoutError::Timeout) {
        return;
    }
    let (mut line, mut waited) = (StatusLine::new(out), patience);
    loop {
        let sign = line.turning();
        let seconds = waited.as_secs();
        line.show(&format!("{doing} {sign} {seconds} s so far; Ctrl-C stops it"));
        if over.recv_timeout(BEAT) != Err(RecvTimeoutError::Timeout) {
            return line.clear();
        }
        waited += BEAT;
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::sync::{Arc, Mutex};

    /// What was written.
    #[derive(Clone, Default)]
    struct Written(Arc<Mutex<Vec<u8>>>);

    impl Written {
        fn text(&self) -> String {
            String::from_utf8_lossy(&self.0.lock().expect("no panic")).into_owned()
        }
    }

    impl Write for Written {
        fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
            self.0.lock().expect("no panic").write(bytes)
        }
        fn flush(&mut self) -> io::Result<()> {
            Ok(())
        }
    }

    #[test]
    fn who_waits_longer_is_told_and_who_does_not_is_not() {
        let written = Written::default();
        let shown = watched("computing", written.clone(), Duration::ZERO, || {
            (0..1000).find_map(|_| {
                thread::sleep(Duration::from_millis(10));
                Some(written.text()).filter(|text| text.contains("Ctrl-C"))
            })
        });
        let shown = shown.expect("something within ten seconds");
        assert!(shown.contains("computing ") && shown.contains(" 0 s so far; "), "{shown}");
        let all = written.text();
        assert!(all.ends_with(" \r"), "and it is gone: {all:?}");
        let nothing = Written::default();
        assert_eq!(watched("computing", nothing.clone(), PATIENCE, || 7), 7);
        assert_eq!(nothing.text(), "");
    }
}
