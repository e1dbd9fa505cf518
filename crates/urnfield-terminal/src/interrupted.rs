//! Ctrl-C, and being told to end: what is unfinished goes first.

/// From now on, who is told to stop removes the files it has not finished, and ends as it would have.
#[cfg(unix)]
pub(crate) fn leave_nothing_unfinished() {
    use signal_hook::consts::{SIGHUP, SIGINT, SIGTERM, SIGXFSZ};
    use signal_hook::iterator::Signals;
    use signal_hook::low_level::emulate_default_handler;
    use std::sync::Arc;
    // A file that grows beyond `ulimit -f` is an error like a full disk, and told in a sentence.
    let _ = signal_hook::flag::register(SIGXFSZ, Arc::default());
    // Where that cannot be had, a later write sweeps what was left.
    let Ok(mut signals) = Signals::new([SIGHUP, SIGINT, SIGTERM]) else { return };
    let mut waiting = move || {
        if let Some(signal) = signals.forever().next() {
            urnfield::filter::remove_unfinished();
            let _ = emulate_default_handler(signal);
        }
    };
    let _ = urnfield::filter::start_thread(|begun| {
        std::thread::Builder::new().name("signals".into()).spawn(move || {
            begun();
            waiting();
        })
    });
}

/// Elsewhere a later write sweeps what was left.
#[cfg(not(unix))]
pub(crate) fn leave_nothing_unfinished() {}
