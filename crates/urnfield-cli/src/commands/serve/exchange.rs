//! One request and its response: as much HTTP as a page of static files needs.

use super::assets::Asset;
use std::borrow::Cow;
use std::io::{self, Read, Write};

/// A longer request is none of a browser that asks for a page.
const LONGEST_REQUEST: u64 = 16 << 10;

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
}

/// A status and why.
type Fault = (&'static str, &'static str);

const BAD: Fault = ("400 Bad Request", "a request is a line and headers of up to 16 KiB");
const ELSEWHERE: Fault = ("403 Forbidden", "the page answers to 127.0.0.1 and localhost");
const NO_FILE: Fault = ("404 Not Found", "the page has no file of that name");
const ONLY_GET: Fault = ("405 Method Not Allowed", "the page is only read: GET or HEAD");

/// Reads a request and answers it; then the connection ends.
pub(super) fn exchange(mut stream: impl Read + Write, port: u16) -> io::Result<()> {
    let response = match read(&mut stream)? {
        None => return Ok(()),
        Some(text) => match Request::read(&text, port) {
            Ok(request) => found(&request)?,
            Err(fault) => refused(fault),
        },
    };
    stream.write_all(&response)?;
    stream.flush()
}

/// The request up to its empty line; `None` where somebody connected and said nothing.
fn read(stream: &mut impl Read) -> io::Result<Option<String>> {
    let (mut bytes, mut piece) = (Vec::new(), [0; 2048]);
    let mut limited = stream.take(LONGEST_REQUEST);
    loop {
        match limited.read(&mut piece)? {
            0 => break,
            n => bytes.extend_from_slice(&piece[..n]),
        }
        if bytes.windows(4).any(|end| end == b"\r\n\r\n") {
            break;
        }
    }
    Ok((!bytes.is_empty()).then(|| String::from_utf8_lossy(&bytes).into_owned()))
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
        })
    }
}

fn found(request: &Request) -> io::Result<Vec<u8>> {
    let Some(asset) = Asset::at(&request.path) else { return Ok(refused(NO_FILE)) };
    let (body, encoding): (Cow<'static, [u8]>, _) = match request.takes_gzip {
        true => (asset.gzipped.into(), "Content-Encoding: gzip\r\n"),
        false => (asset.unpacked()?.into(), ""),
    };
    let mut response = head("200 OK", asset.media_type(), encoding, body.len());
    if !request.head {
        response.extend_from_slice(&body);
    }
    Ok(response)
}

fn refused((status, why): Fault) -> Vec<u8> {
    let body = format!("{why}\n");
    let mut response = head(status, "text/plain; charset=utf-8", "", body.len());
    response.extend_from_slice(body.as_bytes());
    response
}

fn head(status: &str, media_type: &str, more: &str, length: usize) -> Vec<u8> {
    format!(
        "HTTP/1.1 {status}\r\n\
         Content-Type: {media_type}\r\n\
         Content-Length: {length}\r\n\
         {more}\
         Content-Security-Policy: {POLICY}\r\n\
         Cross-Origin-Opener-Policy: same-origin\r\n\
         Cross-Origin-Resource-Policy: same-origin\r\n\
         Referrer-Policy: no-referrer\r\n\
         X-Content-Type-Options: nosniff\r\n\
         Cache-Control: no-cache\r\n\
         Vary: Accept-Encoding\r\n\
         Connection: close\r\n\r\n"
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
        assert_eq!(read(text), Ok(Request { head: false, path, takes_gzip: true }));
        let text = "HEAD / HTTP/1.0\r\nHost: 127.0.0.1:8080\r\n\r\n";
        assert_eq!(read(text), Ok(Request { head: true, path: "/".into(), takes_gzip: false }));
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
        let response = String::from_utf8(refused(NO_FILE)).expect("text");
        let (head, body) = response.split_once("\r\n\r\n").expect("an empty line");
        assert!(head.starts_with("HTTP/1.1 404 Not Found\r\n"));
        assert!(head.contains(&format!("\r\nContent-Length: {}\r\n", body.len())));
        assert!(head.contains("\r\nContent-Security-Policy: default-src 'none'; "));
    }

    proptest! {
        #[test]
        fn any_bytes_are_a_request_or_refused(bytes: Vec<u8>, text: String) {
            let _ = read(&String::from_utf8_lossy(&bytes));
            let _ = read(&format!("{text}\r\n\r\n"));
        }
    }
}
