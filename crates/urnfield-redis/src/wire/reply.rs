//! Replies of a server, read with limits: a server that is none, or one that was taken over, cannot
//! make its client hold more memory than a filter's shard needs.

use std::fmt;
use std::io::{self, BufRead, Read};

/// Bytes in one line. Errors and redirections have some hundred.
const MOST_IN_LINE: u64 = 1 << 16;
/// Bytes in one text. A shard has 2^23, and its seal.
const MOST_IN_TEXT: u64 = 1 << 24;
/// Replies in a list. The longest are lists of bits, one for every position of a batch, and of
/// slots.
const MOST_IN_LIST: u64 = 1 << 20;
/// Lists within lists. `CLUSTER SLOTS` has four.
const DEEPEST: u32 = 8;

/// One reply, as version 2 of the protocol has them.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) enum Reply {
    Nil,
    Int(i64),
    Status(String),
    Bytes(Vec<u8>),
    List(Vec<Reply>),
    Failed(Failure),
}

/// What a server says instead of an answer.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Failure {
    /// The first word, such as `MOVED`.
    pub(crate) code: String,
    pub(crate) detail: String,
}

impl fmt::Display for Failure {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{} {}", self.code, self.detail)
    }
}

impl Reply {
    /// Reads one reply.
    pub(crate) fn read(from: &mut impl BufRead) -> io::Result<Reply> {
        Reply::read_at(from, 0)
    }

    fn read_at(from: &mut impl BufRead, depth: u32) -> io::Result<Reply> {
        match with_line(from, head)? {
            Head::Whole(reply) => Ok(reply),
            Head::Text(length) => bytes(from, length),
            Head::List(length) => list(from, length, depth),
        }
    }

    /// Returns the reply's text, where it is one.
    pub(crate) fn as_text(&self) -> Option<String> {
        match self {
            Reply::Bytes(bytes) => Some(text(bytes)),
            Reply::Status(status) => Some(status.clone()),
            _ => None,
        }
    }
}

/// What the first line of a reply says.
enum Head {
    Whole(Reply),
    Text(i64),
    List(i64),
}

fn head(line: &[u8]) -> io::Result<Head> {
    let (&sort, rest) = line.split_first().ok_or_else(|| foreign("an empty line"))?;
    match sort {
        b':' => Ok(Head::Whole(Reply::Int(number(rest)?))),
        b'$' => Ok(Head::Text(number(rest)?)),
        b'*' => Ok(Head::List(number(rest)?)),
        b'+' => Ok(Head::Whole(Reply::Status(text(rest)))),
        b'-' => {
            let all = text(rest);
            let (code, detail) = all.split_once(' ').unwrap_or((&all, ""));
            let failure = Failure { code: code.into(), detail: detail.into() };
            Ok(Head::Whole(Reply::Failed(failure)))
        }
        _ => Err(foreign(&format!("a line that begins with byte {sort}"))),
    }
}

/// Reads a line and gives it to `parse` without its end. Most lines are one bit of a long list, so
/// a line that is in the buffer is not copied.
fn with_line<T>(
    from: &mut impl BufRead,
    parse: impl FnOnce(&[u8]) -> io::Result<T>,
) -> io::Result<T> {
    let buffered = from.fill_buf()?;
    let part = &buffered[..buffered.len().min(MOST_IN_LINE as usize)];
    if let Some(end) = part.iter().position(|&byte| byte == b'\n') {
        let parsed = without_end(&part[..=end]).and_then(parse);
        from.consume(end + 1);
        return parsed;
    }
    let mut line = Vec::new();
    from.by_ref().take(MOST_IN_LINE).read_until(b'\n', &mut line)?;
    without_end(&line).and_then(parse)
}

fn without_end(line: &[u8]) -> io::Result<&[u8]> {
    match line.strip_suffix(b"\r\n") {
        Some(whole) => Ok(whole),
        None if line.ends_with(b"\n") => Err(foreign("a line that ends in LF alone")),
        None if line.len() as u64 == MOST_IN_LINE => {
            Err(foreign(&format!("a line of more than {MOST_IN_LINE} bytes")))
        }
        None => Err(io::ErrorKind::UnexpectedEof.into()),
    }
}

fn bytes(from: &mut impl BufRead, length: i64) -> io::Result<Reply> {
    let Some(length) = limited(length, MOST_IN_TEXT, "bytes in one text")? else {
        return Ok(Reply::Nil);
    };
    // Memory is taken as the bytes arrive, not as they are announced.
    let mut bytes = Vec::new();
    from.by_ref().take(length + 2).read_to_end(&mut bytes)?;
    if bytes.len() as u64 != length + 2 {
        return Err(io::ErrorKind::UnexpectedEof.into());
    }
    if !bytes.ends_with(b"\r\n") {
        return Err(foreign("a text that is longer than its length"));
    }
    bytes.truncate(bytes.len() - 2);
    Ok(Reply::Bytes(bytes))
}

fn list(from: &mut impl BufRead, length: i64, depth: u32) -> io::Result<Reply> {
    let Some(length) = limited(length, MOST_IN_LIST, "replies in one list")? else {
        return Ok(Reply::Nil);
    };
    if depth == DEEPEST {
        return Err(foreign(&format!("lists {} deep", DEEPEST + 1)));
    }
    let all: io::Result<Vec<Reply>> =
        (0..length).map(|_| Reply::read_at(from, depth + 1)).collect();
    Ok(Reply::List(all?))
}

/// A length; −1 stands for nothing at all.
fn limited(length: i64, most: u64, of_what: &str) -> io::Result<Option<u64>> {
    match u64::try_from(length) {
        Ok(length) if length <= most => Ok(Some(length)),
        Err(_) if length == -1 => Ok(None),
        _ => Err(foreign(&format!("{length} {of_what}, where at most {most} are read"))),
    }
}

fn number(digits: &[u8]) -> io::Result<i64> {
    let number = std::str::from_utf8(digits).ok().and_then(|digits| digits.parse().ok());
    number.ok_or_else(|| foreign("a number that is none"))
}

fn text(bytes: &[u8]) -> String {
    String::from_utf8_lossy(bytes).into_owned()
}

/// The error about a server that does not speak the protocol.
fn foreign(got: &str) -> io::Error {
    let sentence = format!("it does not speak the protocol of Redis, got {got}");
    io::Error::new(io::ErrorKind::InvalidData, sentence)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn read(text: &[u8]) -> Result<Reply, String> {
        let mut rest = text;
        let reply = Reply::read(&mut rest).map_err(|error| error.to_string())?;
        assert!(rest.is_empty(), "the whole reply is read, and no byte more");
        Ok(reply)
    }

    #[test]
    fn every_sort_of_reply_is_read() {
        let bytes = |text: &[u8]| Reply::Bytes(text.to_vec());
        assert_eq!(read(b"+OK\r\n"), Ok(Reply::Status("OK".into())));
        assert_eq!(read(b":-12\r\n"), Ok(Reply::Int(-12)));
        assert_eq!(read(b"$4\r\na\r\nb\r\n"), Ok(bytes(b"a\r\nb")));
        assert_eq!(read(b"$0\r\n\r\n"), Ok(bytes(b"")));
        assert_eq!(read(b"$-1\r\n"), Ok(Reply::Nil));
        assert_eq!(read(b"*-1\r\n"), Ok(Reply::Nil));
        let list = Reply::List(vec![Reply::Int(1), Reply::List(vec![]), bytes(b"x")]);
        assert_eq!(read(b"*3\r\n:1\r\n*0\r\n$1\r\nx\r\n"), Ok(list));
        let failure = |code: &str, detail: &str| {
            Ok(Reply::Failed(Failure { code: code.into(), detail: detail.into() }))
        };
        assert_eq!(read(b"-MOVED 3999 a:1\r\n"), failure("MOVED", "3999 a:1"));
        assert_eq!(read(b"-ERR\r\n"), failure("ERR", ""));
    }

    #[test]
    fn replies_beyond_the_limits_are_refused_before_they_are_held() {
        // Endless: an iterator would be read until memory is gone.
        let mut endless = io::BufReader::new(io::repeat(b'+'));
        let said = Reply::read(&mut endless).expect_err("a line without end").to_string();
        assert!(said.ends_with("got a line of more than 65536 bytes"), "{said}");
        let long = format!("${}\r\n", MOST_IN_TEXT + 1);
        assert!(read(long.as_bytes()).is_err_and(|said| said.contains("at most 16777216")));
        let long = format!("*{}\r\n", i64::MAX);
        assert!(read(long.as_bytes()).is_err_and(|said| said.contains("at most 1048576")));
        let deep = b"*1\r\n".repeat(100_000);
        assert!(read(&deep).is_err_and(|said| said.ends_with("got lists 9 deep")));
        assert!(read(b"$-2\r\n").is_err() && read(b":1x\r\n").is_err() && read(b"%1\r\n").is_err());
        assert!(read(b"+OK\n").is_err() && read(b"\r\n").is_err());
        assert!(read(b"$3\r\nabcde").is_err_and(|said| said.contains("longer than its length")));
    }

    #[test]
    fn a_reply_that_breaks_off_is_no_reply() {
        let whole = b"*3\r\n:1\r\n$2\r\nab\r\n*1\r\n+OK\r\n";
        for end in 0..whole.len() {
            let error = Reply::read(&mut &whole[..end]).expect_err("it breaks off");
            assert_eq!(error.kind(), io::ErrorKind::UnexpectedEof, "{end}");
        }
        assert!(read(whole).is_ok());
    }
}
