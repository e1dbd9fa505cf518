//! `urnfield serve`: the page, for a browser on this machine.
//!
//! | file | idea |
//! |---|---|
//! | `assets` | the page's files, embedded where they were built |
//! | `request` | the head of a request, read strictly |
//! | `exchange` | the requests of one connection and their responses |
//! | `connection` | a connection with a deadline for every request and response |
//! | `pool` | a fixed number of threads that serve connections |

mod assets;
mod connection;
mod exchange;
mod pool;
mod request;

use crate::args::Serve;
use assets::ASSETS;
use connection::Connection;
use pool::{Demand, Pool};
use std::io::{self, Write};
use std::net::{Ipv4Addr, TcpListener, TcpStream};
use std::process::{Command, Stdio};
use urnfield_terminal::{Answer, Refusal, talk};

pub(crate) fn run(typed: &Serve, out: &mut impl Write) -> Result<Answer, Refusal> {
    if ASSETS.is_empty() {
        return Err(Refusal::Typed(
            "the page is not in this program; run crates/urnfield-wasm/page/build in urnfield's source, and build the \
             program again"
                .into(),
        ));
    }
    // Loopback only: the page is for this machine.
    let asked = typed.port.unwrap_or(0);
    let listener = TcpListener::bind((Ipv4Addr::LOCALHOST, asked)).map_err(|error| {
        Refusal::Typed(format!("port {asked} cannot be listened on ({error}); leave out --port"))
    })?;
    let port = listener.local_addr()?.port();
    let pool = pool(port).map_err(|error| {
        Refusal::Typed(format!(
            "the system gives no thread for the page's connections ({error}); raise the limit on \
             processes or memory, or end other programs"
        ))
    })?;
    let address = format!("http://127.0.0.1:{port}/");
    writeln!(out, "{address}")?;
    out.flush()?;
    talk(&["the page is there until Ctrl-C; nothing leaves this machine".into()]);
    if typed.open && !open(&address) {
        talk(&["no browser could be started; open the address in one".into()]);
    }
    pool.serve(|| listener.accept().map(|(stream, _)| stream));
    Ok(Answer::Yes)
}

/// The threads that answer what comes to this port.
fn pool(port: u16) -> io::Result<Pool> {
    Pool::start(move |stream: TcpStream, demand: &Demand| {
        // A client that hangs up has its reasons.
        let _ = Connection::new(stream, demand).and_then(|mut connection| {
            exchange::exchange(&mut connection, port)?;
            connection.close()
        });
    })
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

#[cfg(test)]
mod tests {
    use super::*;
    use std::io::{ErrorKind, Read};
    use std::net::SocketAddr;
    use std::sync::Arc;
    use std::sync::atomic::{AtomicU32, Ordering};
    use std::thread;
    use std::time::{Duration, Instant};

    /// A server that stays until the test ends. The page need not be built: a missing file has a
    /// response too.
    fn served() -> SocketAddr {
        let listener = TcpListener::bind((Ipv4Addr::LOCALHOST, 0)).expect("a free port");
        let address = listener.local_addr().expect("it is bound");
        let pool = pool(address.port()).expect("threads");
        thread::spawn(move || pool.serve(|| listener.accept().map(|(stream, _)| stream)));
        address
    }

    fn get(address: SocketAddr, headers: &str) -> String {
        let mut stream = TcpStream::connect(address).expect("it listens");
        stream.set_read_timeout(Some(Duration::from_secs(60))).expect("a timeout");
        let request = format!("GET /no HTTP/1.1\r\nHost: {address}\r\n{headers}\r\n");
        stream.write_all(request.as_bytes()).expect("it reads");
        let mut response = String::new();
        stream.read_to_string(&mut response).expect("it answers and closes");
        response
    }

    #[test]
    fn slow_clients_do_not_lock_others_out() {
        let address = served();
        // More than there are threads and places in the queue.
        let mut slow: Vec<TcpStream> =
            (0..64).map(|_| TcpStream::connect(address).expect("it listens")).collect();
        let began = Instant::now();
        for round in 0..5 {
            for stream in &mut slow {
                // Those that were closed meanwhile do not matter.
                let _ = stream.write_all(b"G");
            }
            let response = get(address, "Connection: close\r\n");
            assert!(response.starts_with("HTTP/1.1 404 "), "{round} {response}");
        }
        assert!(began.elapsed() < Duration::from_secs(9), "{:?}", began.elapsed());
    }

    #[test]
    fn a_slow_request_ends_after_its_deadline_however_regular_its_bytes_are() {
        let address = served();
        let mut stream = TcpStream::connect(address).expect("it listens");
        stream.set_read_timeout(Some(Duration::from_millis(500))).expect("a timeout");
        let began = Instant::now();
        let mut answered = Vec::new();
        while answered.is_empty() {
            assert!(began.elapsed() < Duration::from_secs(30), "it is never closed");
            let _ = stream.write_all(b"G");
            let mut piece = [0; 1024];
            match stream.read(&mut piece) {
                Ok(n) => answered.extend_from_slice(&piece[..n]),
                Err(error) if error.kind() == ErrorKind::WouldBlock => (),
                Err(error) => panic!("{error}"),
            }
        }
        assert!(answered.starts_with(b"HTTP/1.1 408 "), "{answered:?}");
    }

    #[test]
    fn a_refusal_arrives_although_more_was_sent_than_is_read() {
        let response = get(served(), &"x".repeat(60_000));
        assert!(response.starts_with("HTTP/1.1 400 "), "{response}");
    }

    #[test]
    fn without_descriptors_nothing_spins_and_idle_connections_end() {
        let listener = TcpListener::bind((Ipv4Addr::LOCALHOST, 0)).expect("a free port");
        let address = listener.local_addr().expect("it is bound");
        let tries = Arc::new(AtomicU32::new(0));
        let counted = Arc::clone(&tries);
        let pool = pool(address.port()).expect("threads");
        thread::spawn(move || {
            let mut first = true;
            pool.serve(|| {
                counted.fetch_add(1, Ordering::Relaxed);
                if std::mem::take(&mut first) {
                    return listener.accept().map(|(stream, _)| stream);
                }
                Err(io::Error::other("no descriptor"))
            });
        });
        let mut idle = TcpStream::connect(address).expect("it listens");
        let began = Instant::now();
        assert_eq!(idle.read(&mut [0]).expect("it is closed"), 0);
        let took = began.elapsed();
        let tries = tries.load(Ordering::Relaxed);
        assert!(took < Duration::from_secs(5), "{took:?}");
        assert!(u128::from(tries) <= 3 + took.as_millis() / 50, "{tries} tries in {took:?}");
    }
}
