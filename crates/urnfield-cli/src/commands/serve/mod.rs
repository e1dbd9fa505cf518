//! `urnfield serve`: the page, for a browser on this machine.
//!
//! | file | idea |
//! |---|---|
//! | `assets` | the page's files, embedded where they were built |
//! | `exchange` | one request and its response |

mod assets;
mod exchange;

use crate::args::Serve;
use crate::refusal::Refusal;
use assets::ASSETS;
use std::io::Write;
use std::net::{Ipv4Addr, TcpListener, TcpStream};
use std::process::{Command, Stdio};
use std::sync::atomic::{AtomicUsize, Ordering};
use std::thread;
use std::time::Duration;
use urnfield_manners::{Answer, talk};

/// A browser that says nothing for so long has gone.
const PATIENCE: Duration = Duration::from_secs(10);
/// More connections at once than browsers make.
const MOST_CONNECTIONS: usize = 64;

static CONNECTIONS: AtomicUsize = AtomicUsize::new(0);

pub(super) fn run(typed: &Serve, out: &mut impl Write) -> Result<Answer, Refusal> {
    if ASSETS.is_empty() {
        return Err(Refusal::Typed(
            "the page is not in this program; run page/build in urnfield's source, and build the \
             program again"
                .into(),
        ));
    }
    // Loopback only: the page is for whoever sits here.
    let asked = typed.port.unwrap_or(0);
    let listener = TcpListener::bind((Ipv4Addr::LOCALHOST, asked)).map_err(|error| {
        Refusal::Typed(format!("port {asked} cannot be listened on ({error}); leave out --port"))
    })?;
    let port = listener.local_addr()?.port();
    let address = format!("http://127.0.0.1:{port}/");
    writeln!(out, "{address}")?;
    out.flush()?;
    talk(&["the page is there until Ctrl-C; nothing leaves this machine".into()]);
    if typed.open && !open(&address) {
        talk(&["no browser could be started; open the address in one".into()]);
    }
    for stream in listener.incoming().flatten() {
        if CONNECTIONS.fetch_add(1, Ordering::Relaxed) >= MOST_CONNECTIONS {
            CONNECTIONS.fetch_sub(1, Ordering::Relaxed);
            continue;
        }
        thread::spawn(move || {
            // Who hangs up is not waited for.
            let _ = serve(stream, port);
            CONNECTIONS.fetch_sub(1, Ordering::Relaxed);
        });
    }
    Ok(Answer::Yes)
}

fn serve(stream: TcpStream, port: u16) -> std::io::Result<()> {
    stream.set_read_timeout(Some(PATIENCE))?;
    stream.set_write_timeout(Some(PATIENCE))?;
    stream.set_nodelay(true)?;
    exchange::exchange(stream, port)
}

/// Whether the system could be asked to show the address.
fn open(address: &str) -> bool {
    let mut command = if cfg!(target_os = "macos") {
        Command::new("open")
    } else if cfg!(windows) {
        Command::new("explorer")
    } else {
        Command::new("xdg-open")
    };
    let quiet = command.arg(address).stdin(Stdio::null()).stdout(Stdio::null());
    quiet.stderr(Stdio::null()).spawn().is_ok()
}
