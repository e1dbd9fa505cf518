//! Reads the head of a request, strictly: whatever two readers could understand in two ways is
//! refused with 400.

/// The parts of a request that decide the response.
#[derive(Debug, PartialEq, Eq)]
pub(crate) struct Request {
    /// `HEAD`: the response has no body.
    pub(crate) head: bool,
    pub(crate) path: String,
    pub(crate) takes_gzip: bool,
    /// Whether another request may follow on the same connection.
    pub(crate) keeps: bool,
}

/// A status, and the sentence that explains it.
pub(crate) type Fault = (&'static str, &'static str);

const LINES: Fault = ("400 Bad Request", "a request is a line and headers of up to 16 KiB");
const HEADERS: Fault = (
    "400 Bad Request",
    "a header is a name, a colon directly after it, and a value on the same line without control \
     characters",
);
const ONE_HOST: Fault = ("400 Bad Request", "a request names its host once");
const ELSEWHERE: Fault = ("403 Forbidden", "the page answers to 127.0.0.1 and localhost");
const ONLY_GET: Fault = ("405 Method Not Allowed", "the page is only read: GET or HEAD");

impl Request {
    /// Reads a request that came to this port, with the empty line that ends it.
    pub(crate) fn read(text: &str, port: u16) -> Result<Request, Fault> {
        let (head, _) = text.split_once("\r\n\r\n").ok_or(LINES)?;
        let mut lines = head.split("\r\n");
        let mut words = lines.next().unwrap_or_default().split(' ');
        let (Some(method), Some(target), Some(version), None) =
            (words.next(), words.next(), words.next(), words.next())
        else {
            return Err(LINES);
        };
        let minor = version.strip_prefix("HTTP/1.").ok_or(LINES)?;
        if !matches!(minor.as_bytes(), [b'0'..=b'9']) {
            return Err(LINES);
        }
        let headers = Headers::read(lines)?;
        let mut hosts = headers.values("host");
        let host = hosts.next().unwrap_or_default();
        if hosts.next().is_some() {
            return Err(ONE_HOST);
        }
        // Another name that leads here belongs to a foreign page that wants to read this one.
        let ours = ["127.0.0.1", "localhost"];
        let named = ours.iter().any(|ours| host == format!("{ours}:{port}"));
        let usual = port == 80 && ours.contains(&host);
        if !named && !usual {
            return Err(ELSEWHERE);
        }
        if !["GET", "HEAD"].contains(&method) {
            return Err(ONLY_GET);
        }
        let path = target.split(['?', '#']).next().unwrap_or_default();
        Ok(Request {
            head: method == "HEAD",
            path: path.to_owned(),
            takes_gzip: headers.values("accept-encoding").any(|all| all.contains("gzip")),
            // A body is never read here, so it would be taken for the next request.
            keeps: minor != "0"
                && !headers.list("connection").any(|word| word.eq_ignore_ascii_case("close"))
                && headers.values("content-length").next().is_none()
                && headers.values("transfer-encoding").next().is_none(),
        })
    }
}

/// Names in lower case, and values without the blanks around them.
struct Headers<'a>(Vec<(String, &'a str)>);

impl<'a> Headers<'a> {
    fn read(lines: impl Iterator<Item = &'a str>) -> Result<Headers<'a>, Fault> {
        let header = |line: &'a str| {
            let (name, value) = line.split_once(':')?;
            // A folded line begins with a blank, which no name has.
            let named = !name.is_empty() && name.bytes().all(is_of_a_name);
            let printed = value.bytes().all(|byte| byte == b'\t' || !byte.is_ascii_control());
            (named && printed).then(|| (name.to_ascii_lowercase(), value.trim()))
        };
        lines.map(header).collect::<Option<_>>().map(Headers).ok_or(HEADERS)
    }

    /// The values of every header of that name.
    fn values(&self, name: &str) -> impl Iterator<Item = &'a str> {
        self.0.iter().filter(move |(found, _)| found == name).map(|(_, value)| *value)
    }

    /// The values of every header of that name, each taken apart at its commas.
    fn list(&self, name: &str) -> impl Iterator<Item = &'a str> {
        self.values(name).flat_map(|value| value.split(',')).map(str::trim)
    }
}

fn is_of_a_name(byte: u8) -> bool {
    byte.is_ascii_alphanumeric() || b"!#$%&'*+-.^_`|~".contains(&byte)
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    fn read(text: &str) -> Result<Request, Fault> {
        Request::read(text, 8080)
    }

    fn with(header: &str) -> Result<Request, Fault> {
        read(&format!("GET / HTTP/1.1\r\nHost: localhost:8080\r\n{header}\r\n\r\n"))
    }

    #[test]
    fn requests_are_read() {
        let text = "GET /page.js?x#y HTTP/1.1\r\nHOST: localhost:8080\r\nAccept-Encoding: br, gzip\r\n\r\n";
        let path = "/page.js".to_owned();
        assert_eq!(read(text), Ok(Request { head: false, path, takes_gzip: true, keeps: true }));
        let text = "HEAD / HTTP/1.0\r\nHost: 127.0.0.1:8080\r\n\r\n";
        let path = "/".to_owned();
        assert_eq!(read(text), Ok(Request { head: true, path, takes_gzip: false, keeps: false }));
    }

    #[test]
    fn a_connection_is_kept_unless_close_is_listed_or_a_body_follows() {
        for last in ["Connection: keep-alive", "Connection: closed", "Connection:", "Accept:\t*/*"]
        {
            assert!(with(last).expect("a request").keeps, "{last}");
        }
        for last in [
            "Connection: Close",
            "Connection: keep-alive, close",
            "Connection:close ,TE",
            "Connection: TE\r\nConnection: close",
            "Content-Length: 3",
            "Transfer-Encoding: chunked",
        ] {
            assert!(!with(last).expect("a request").keeps, "{last}");
        }
    }

    #[test]
    fn malformed_headers_are_refused_with_400() {
        for header in [
            "Accept : text/html",
            "Content-Length : 9",
            "Accept\t: text/html",
            "Accept: text/html,\r\n image/png",
            "Accept: text/html,\r\n\tx: y",
            " Accept: text/html",
            "Accept",
            ": text/html",
            "Acc(ept: text/html",
            "Accept: a\rb",
            "Accept: a\nConnection: close",
            "Accept: a\0b",
        ] {
            assert_eq!(with(header), Err(HEADERS), "{header:?}");
        }
        assert_eq!(with("Host: localhost:8080"), Err(ONE_HOST));
    }

    #[test]
    fn what_a_page_is_not_asked_is_refused() {
        let host = "Host: localhost:8080\r\n\r\n";
        assert_eq!(read(&format!("POST / HTTP/1.1\r\n{host}")), Err(ONLY_GET));
        for line in
            ["GET / HTTP/2", "GET / HTTP/1.", "GET / HTTP/1.1x", "GET /a b HTTP/1.1", "GET /"]
        {
            assert_eq!(read(&format!("{line}\r\n{host}")), Err(LINES), "{line}");
        }
        assert_eq!(read("GET / HTTP/1.1\r\nHost: localhost:8080\r\n"), Err(LINES));
        for host in ["Host: evil.example:8080\r\n", "Host: localhost\r\n", ""] {
            assert_eq!(read(&format!("GET / HTTP/1.1\r\n{host}\r\n")), Err(ELSEWHERE));
        }
        let plain = Request::read("GET / HTTP/1.1\r\nHost: localhost\r\n\r\n", 80);
        assert!(plain.is_ok(), "browsers leave out the port that is usual");
    }

    proptest! {
        #[test]
        fn any_bytes_are_a_request_or_refused(bytes: Vec<u8>, text: String) {
            let _ = read(&String::from_utf8_lossy(&bytes));
            let _ = read(&format!("{text}\r\n\r\n"));
            let _ = with(&text);
        }
    }
}
