//! Requests and their responses: as much HTTP as a page of static files needs. A connection is kept
//! for the next request, as a page is some twenty files.

use super::assets::Asset;
use std::borrow::Cow;
use std::io::{self, Read, Write};

/// A longer request is none of a browser that asks for a page.
const LONGEST_REQUEST: usize = 16 << 10;

/// What the page may do: run its own files and its module, and ask nobody else for anything.
const POLICY: &str = "default-src 'none'; script-src 'self' 'wasm-unsafe-eval'; worker-src 'self'; \
                      connect-src 'self'; style-src 'self'; img-src 'self' data: blob:; \
                      base-uri 'none'; form-action 'none'; frame-ancestors 'none'";

/// What matters of a request.
#[derive(Debug, PartialEq, Eq)]
struct Request {
    /// `HEAD`: the response has no body.
    head: bool,
    path: String,
    takes_gzip: bool,
    /// Whether another request may follow on the same connection.
    keeps: bool,
}

/// What is sent back; a `HEAD` has its head alone.
struct Response {
    head: Vec<u8>,
    body: Cow<'static, [u8]>,
}

/// A status and why.
type Fault = (&'static str, &'static str);

const BAD: Fault = ("400 Bad Request", "a request is a line and headers of up to 16 KiB");
const ELSEWHERE: Fault = ("403 Forbidden", "the page answers to 127.0.0.1 and localhost");
const NO_FILE: Fault = ("404 Not Found", "the page has no file of that name");
const ONLY_GET: Fault = ("405 Method Not Allowed", "the page is only read: GET or HEAD");

/// Answers requests until whoever asks has no more, or asked for something else.
pub(super) fn exchange(mut stream: impl Read + Write, port: u16) -> io::Result<()> {
    let mut ahead = Vec::new();
    while let Some(text) = next(&mut stream, &mut ahead)? {
        let (Response { head, body }, keeps, whole) = match Request::read(&text, port) {
            Ok(request) => (found(&request)?, request.keeps, !request.head),
            Err(fault) => (refused(fault, false), false, true),
        };
        stream.write_all(&head)?;
        if whole {
            stream.write_all(&body)?;
        }
        stream.flush()?;
        if !keeps {
            break;
        }
    }
    Ok(())
}

/// The next request with its empty line, out of what was read `ahead`; `None` where nothing more is
/// said.
fn next(stream: &mut impl Read, ahead: &mut Vec<u8>) -> io::Result<Option<String>> {
    let mut piece = [0; 2048];
    loop {
        let end = ahead.windows(4).position(|end| end == b"\r\n\r\n").map(|at| at + 4);
        if let Some(end) = end {
            let request: Vec<u8> = ahead.drain(..end).collect();
            return Ok(Some(String::from_utf8_lossy(&request).into_owned()));
        }
        let got = if ahead.len() < LONGEST_REQUEST { stream.read(&mut piece)? } else { 0 };
        if got == 0 {
            // What has no end is shown as it is, and refused.
            let rest = String::from_utf8_lossy(&std::mem::take(ahead)).into_owned();
            return Ok((!rest.is_empty()).then_some(rest));
        }
        ahead.extend_from_slice(&piece[..got]);
    }
}

impl Request {
    fn read(text: &str, port: u16) -> Result<Request, Fault> {
        let (head, _) = text.split_once("\r\n\r\n").ok_or(BAD)?;
        let mut lines = head.split("\r\n");
        let mut words = lines.next().unwrap_or_default().split(' ');
        let (Some(method), Some(target), Some(version), None) =
            (words.next(), words.next(), words.next(), words.next())
        else {
            return Err(BAD);
        };
        if !version.starts_with("HTTP/1.") {
            return Err(BAD);
        }
        let headers: Vec<(String, &str)> = lines
            .filter_map(|line| line.split_once(':'))
            .map(|(name, value)| (name.to_ascii_lowercase(), value.trim()))
            .collect();
        let header = |name: &str| headers.iter().find(|(n, _)| n == name).map(|(_, value)| *value);
        // Another name that leads here is somebody else's page that wants to read this one.
        let hosts = ["127.0.0.1", "localhost"].map(|host| format!("{host}:{port}"));
        let host = header("host").unwrap_or_default();
        let plain = port == 80 && ["127.0.0.1", "localhost"].contains(&host);
        if !plain && !hosts.iter().any(|ours| ours == host) {
            return Err(ELSEWHERE);
        }
        if !["GET", "HEAD"].contains(&method) {
            return Err(ONLY_GET);
        }
        let path = target.split(['?', '#']).next().unwrap_or_default();
        Ok(Request {
            head: method == "HEAD",
            path: path.to_owned(),
            takes_gzip: header("accept-encoding").is_some_and(|all| all.contains("gzip")),
            // A body would be taken for the next request: nobody reads it here.
            keeps: version == "HTTP/1.1"
                && !header("connection").is_some_and(|all| all.eq_ignore_ascii_case("close"))
                && header("content-length").is_none()
                && header("transfer-encoding").is_none(),
        })
    }
}

fn found(request: &Request) -> io::Result<Response> {
    let Some(asset) = Asset::at(&request.path) else {
        return Ok(refused(NO_FILE, request.keeps));
    };
    let (body, encoding): (Cow<'static, [u8]>, _) = match request.takes_gzip {
        true => (asset.gzipped.into(), "Content-Encoding: gzip\r\n"),
        false => (asset.unpacked()?.into(), ""),
    };
    let head = head("200 OK", asset.media_type(), encoding, body.len(), request.keeps);
    Ok(Response { head, body })
}

fn refused((status, why): Fault, keeps: bool) -> Response {
    let body = format!("{why}\n").into_bytes();
    let head = head(status, "text/plain; charset=utf-8", "", body.len(), keeps);
    Response { head, body: body.into() }
}

// Without Cross-Origin-Opener-Policy, for which a browser begins a process of its own before it shows
// anything: no other window can read this one without it either.
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
    use proptest::prelude::*;

    fn read(text: &str) -> Result<Request, Fault> {
        Request::read(text, 8080)
    }

    #[test]
    fn requests_are_read() {
        let text = "GET /page.js?x#y HTTP/1.1\r\nHOST: localhost:8080\r\nAccept-Encoding: br, gzip\r\n\r\n";
        let path = "/page.js".to_owned();
        assert_eq!(read(text), Ok(Request { head: false, path, takes_gzip: true, keeps: true }));
        let text = "HEAD / HTTP/1.0\r\nHost: 127.0.0.1:8080\r\n\r\n";
        let path = "/".to_owned();
        assert_eq!(read(text), Ok(Request { head: true, path, takes_gzip: false, keeps: false }));
        for last in ["Connection: Close", "Content-Length: 3", "Transfer-Encoding: chunked"] {
            let text = format!("GET / HTTP/1.1\r\nHost: localhost:8080\r\n{last}\r\n\r\n");
            assert!(!read(&text).expect("a request").keeps, "{last}");
        }
    }

    /// What is asked, a few bytes at a time, and what is answered.
    struct Wire {
        asked: Vec<u8>,
        answered: Vec<u8>,
    }

    impl Read for Wire {
        fn read(&mut self, into: &mut [u8]) -> io::Result<usize> {
            let n = self.asked.len().min(into.len()).min(7);
            into[..n].copy_from_slice(&self.asked[..n]);
            self.asked.drain(..n);
            Ok(n)
        }
    }

    impl Write for Wire {
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
        let mut wire = Wire { asked: asked.into(), answered: Vec::new() };
        exchange(&mut wire, 8080).expect("a wire does not break");
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
    fn what_a_page_is_not_asked_is_refused() {
        let host = "Host: localhost:8080\r\n\r\n";
        assert_eq!(read(&format!("POST / HTTP/1.1\r\n{host}")), Err(ONLY_GET));
        assert_eq!(read(&format!("GET / HTTP/2\r\n{host}")), Err(BAD));
        assert_eq!(read(&format!("GET /a b HTTP/1.1\r\n{host}")), Err(BAD));
        assert_eq!(read("GET / HTTP/1.1\r\nHost: localhost:8080\r\n"), Err(BAD));
        for host in ["Host: evil.example:8080\r\n", "Host: localhost\r\n", ""] {
            assert_eq!(read(&format!("GET / HTTP/1.1\r\n{host}\r\n")), Err(ELSEWHERE));
        }
        let plain = Request::read("GET / HTTP/1.1\r\nHost: localhost\r\n\r\n", 80);
        assert!(plain.is_ok(), "browsers leave out the port that is usual");
        assert!(Asset::at("/../Cargo.toml").is_none() && Asset::at("index.html").is_none());
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

    proptest! {
        #[test]
        fn any_bytes_are_a_request_or_refused(bytes: Vec<u8>, text: String) {
            let _ = read(&String::from_utf8_lossy(&bytes));
            let _ = read(&format!("{text}\r\n\r\n"));
        }
    }
}
