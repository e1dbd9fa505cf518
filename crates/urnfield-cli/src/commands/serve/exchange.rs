//! Requests and their responses: as much HTTP as a page of static files needs. A connection is kept
//! for the next request, as a page is some twenty files.

use super::assets::Asset;
use super::request::{Fault, Request};
use std::borrow::Cow;
use std::io::{self, ErrorKind, Read, Write};

/// The longest request that is read; one of a browser that asks for a page is far shorter.
const LONGEST_REQUEST: usize = 16 << 10;

/// What the page may do: run its own files and its module, and contact no other host.
const POLICY: &str = "default-src 'none'; script-src 'self' 'wasm-unsafe-eval'; worker-src 'self'; \
                      connect-src 'self'; style-src 'self'; img-src 'self' data: blob:; \
                      base-uri 'none'; form-action 'none'; frame-ancestors 'none'";

const NO_FILE: Fault = ("404 Not Found", "the page has no file of that name");
const LATE: Fault = ("408 Request Timeout", "a request took too long to arrive; send it again");

/// A connection to a client.
pub(crate) trait Wire: Read + Write {
    /// Starts the time that the next request or response may take.
    fn begin(&mut self);

    /// Whether other connections wait for this one to end.
    fn others_wait(&self) -> bool;
}

/// What is sent back; a `HEAD` has its head alone.
struct Response {
    head: Vec<u8>,
    body: Cow<'static, [u8]>,
}

/// Answers requests until the client has no more, or sent something else.
pub(crate) fn exchange(wire: &mut impl Wire, port: u16) -> io::Result<()> {
    let mut ahead = Vec::new();
    loop {
        wire.begin();
        let read = match next(wire, &mut ahead) {
            Ok(None) => return Ok(()),
            Ok(Some(text)) => Request::read(&text, port),
            Err(error) if error.kind() == ErrorKind::TimedOut && !ahead.is_empty() => Err(LATE),
            Err(error) => return Err(error),
        };
        wire.begin();
        let (Response { head, body }, keeps, whole) = match read {
            Ok(mut request) => {
                request.keeps &= !wire.others_wait();
                (found(&request)?, request.keeps, !request.head)
            }
            Err(fault) => (refused(fault, false), false, true),
        };
        wire.write_all(&head)?;
        if whole {
            wire.write_all(&body)?;
        }
        wire.flush()?;
        if !keeps {
            return Ok(());
        }
    }
}

/// The next request with its empty line, out of what was read `ahead`; `None` where nothing more is
/// said.
fn next(wire: &mut impl Read, ahead: &mut Vec<u8>) -> io::Result<Option<String>> {
    let mut piece = [0; 2048];
    loop {
        let end = ahead.windows(4).position(|end| end == b"\r\n\r\n").map(|at| at + 4);
        if let Some(end) = end {
            let request: Vec<u8> = ahead.drain(..end).collect();
            return Ok(Some(String::from_utf8_lossy(&request).into_owned()));
        }
        let got = if ahead.len() < LONGEST_REQUEST { wire.read(&mut piece)? } else { 0 };
        if got == 0 {
            // What has no end is shown as it is, and refused.
            let rest = String::from_utf8_lossy(&std::mem::take(ahead)).into_owned();
            return Ok((!rest.is_empty()).then_some(rest));
        }
        ahead.extend_from_slice(&piece[..got]);
    }
}

fn found(request: &Request) -> io::Result<Response> {
    let Some(asset) = Asset::at(&request.path) else {
        return Ok(refused(NO_FILE, request.keeps));
    };
    let (body, encoding): (Cow<'static, [u8]>, _) = if request.takes_gzip {
        (asset.gzipped.into(), "Content-Encoding: gzip\r\n")
    } else {
        (asset.unpacked()?.into(), "")
    };
    let head = head("200 OK", asset.media_type(), encoding, body.len(), request.keeps);
    Ok(Response { head, body })
}

fn refused((status, why): Fault, keeps: bool) -> Response {
    let body = format!("{why}\n").into_bytes();
    let head = head(status, "text/plain; charset=utf-8", "", body.len(), keeps);
    Response { head, body: body.into() }
}

// Without Cross-Origin-Opener-Policy, for which a browser begins a process of its own before it
// shows anything: no other window can read this one without it either.
fn head(status: &str, media_type: &str, more: &str, length: usize, keeps: bool) -> Vec<u8> {
    let then = if keeps { "keep-alive" } else { "close" };
    format!(
        "HTTP/1.1 {status}\r\n\
         Content-Type: {media_type}\r\n\
         Content-Length: {length}\r\n\
         {more}\
         Content-Security-Policy: {POLICY}\r\n\
         Cross-Origin-Resource-Policy: same-origin\r\n\
         Referrer-Policy: no-referrer\r\n\
         X-Content-Type-Options: nosniff\r\n\
         Cache-Control: no-cache\r\n\
         Vary: Accept-Encoding\r\n\
         Connection: {then}\r\n\r\n"
    )
    .into_bytes()
}

#[cfg(test)]
mod tests {
    use super::*;

    /// What is asked, a few bytes at a time, and what is answered.
    #[derive(Default)]
    struct Recorded {
        asked: Vec<u8>,
        answered: Vec<u8>,
        others_wait: bool,
        /// Nothing follows what is asked, and the other end does not hang up.
        late: bool,
    }

    impl Wire for Recorded {
        fn begin(&mut self) {}

        fn others_wait(&self) -> bool {
            self.others_wait
        }
    }

    impl Read for Recorded {
        fn read(&mut self, into: &mut [u8]) -> io::Result<usize> {
            if self.asked.is_empty() && self.late {
                return Err(ErrorKind::TimedOut.into());
            }
            let n = self.asked.len().min(into.len()).min(7);
            into[..n].copy_from_slice(&self.asked[..n]);
            self.asked.drain(..n);
            Ok(n)
        }
    }

    impl Write for Recorded {
        fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
            self.answered.extend_from_slice(bytes);
            Ok(bytes.len())
        }

        fn flush(&mut self) -> io::Result<()> {
            Ok(())
        }
    }

    /// The statuses of the answers to what is asked on one connection.
    fn statuses(asked: &str) -> Vec<String> {
        said(Recorded { asked: asked.into(), ..Recorded::default() })
    }

    fn said(mut wire: Recorded) -> Vec<String> {
        let late = wire.late;
        let ended = exchange(&mut wire, 8080);
        assert!(ended.is_ok() || late, "a wire does not break");
        let text = String::from_utf8_lossy(&wire.answered).into_owned();
        text.split("HTTP/1.1 ").skip(1).map(|each| each[..3].to_owned()).collect()
    }

    #[test]
    fn a_connection_is_kept_until_it_is_closed_or_misused() {
        let get = |more: &str| format!("GET /no HTTP/1.1\r\nHost: localhost:8080\r\n{more}\r\n");
        assert_eq!(statuses(&[get(""), get(""), get("")].concat()), ["404", "404", "404"]);
        assert_eq!(statuses(&[get("Connection: close\r\n"), get("")].concat()), ["404"]);
        // What follows a body or a refusal is not read as a request.
        assert_eq!(statuses(&[get("Content-Length: 9\r\n"), get("")].concat()), ["404"]);
        assert_eq!(statuses(&["POST / HTTP/1.1\r\n\r\n".into(), get("")].concat()), ["403"]);
        assert_eq!(statuses(&[get(""), "GET / HT".into()].concat()), ["404", "400"]);
        assert_eq!(statuses(&"x".repeat(2 * LONGEST_REQUEST)), ["400"]);
        assert_eq!(statuses(""), [""; 0]);
    }

    #[test]
    fn a_connection_ends_after_its_response_while_others_wait() {
        let asked = "GET /no HTTP/1.1\r\nHost: localhost:8080\r\n\r\n".repeat(3).into_bytes();
        let wire = Recorded { asked, others_wait: true, ..Recorded::default() };
        assert_eq!(said(wire), ["404"]);
    }

    #[test]
    fn a_late_request_is_told_and_an_idle_connection_just_ends() {
        for (asked, answers) in [("GET / HT", &["408"][..]), ("", &[])] {
            let wire = Recorded { asked: asked.into(), late: true, ..Recorded::default() };
            assert_eq!(said(wire), answers);
        }
    }

    #[test]
    fn a_response_is_strict_and_as_long_as_it_says() {
        let Response { head, body } = refused(NO_FILE, true);
        let head = String::from_utf8(head).expect("text");
        assert!(head.ends_with("\r\n\r\n") && head.contains("\r\nConnection: keep-alive\r\n"));
        assert!(head.starts_with("HTTP/1.1 404 Not Found\r\n"));
        assert!(head.contains(&format!("\r\nContent-Length: {}\r\n", body.len())));
        assert!(head.contains("\r\nContent-Security-Policy: default-src 'none'; "));
        assert!(head.contains("; frame-ancestors 'none'\r\n"));
        assert!(head.contains("\r\nCross-Origin-Resource-Policy: same-origin\r\n"));
    }
}
