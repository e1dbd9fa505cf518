//! Signals such as Ctrl-C: unfinished files are removed before the process ends.

/// Makes the process remove its unfinished files when a signal ends it.
#[cfg(unix)]
pub(crate) fn leave_nothing_unfinished() {
    use signal_hook::consts::{SIGHUP, SIGINT, SIGTERM, SIGXFSZ};
    use signal_hook::iterator::Signals;
    use signal_hook::low_level::emulate_default_handler;
    use std::sync::Arc;
    // A file that grows beyond `ulimit -f` becomes an error like a full disk.
    let _ = signal_hook::flag::register(SIGXFSZ, Arc::default());
    // Without the handler, a later write removes the files.
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

/// On other systems a later write removes the files.
#[cfg(not(unix))]
pub(crate) fn leave_nothing_unfinished() {}
