//! From the first byte of a line to its last: everything is checked, one place is remembered.

use crate::key::json::fault::Fault;
use crate::key::json::step::Step;
use crate::key::json::text;

/// Deeper values are refused, because each level takes space on the stack.
const DEEPEST: u32 = 128;

/// What stands in the field.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Found {
    /// Between the quotes; with `escaped` there is a backslash in it.
    Text {
        start: usize,
        end: usize,
        escaped: bool,
    },
    Number {
        start: usize,
        end: usize,
        whole: bool,
    },
    /// `true`, `false` or `null`.
    Word(&'static str),
    Object,
    Array,
}

/// A line, and how far it has been read.
pub(crate) struct Scan<'a> {
    bytes: &'a [u8],
    at: usize,
}

impl<'a> Scan<'a> {
    pub(crate) fn new(bytes: &'a [u8]) -> Scan<'a> {
        Scan { bytes, at: 0 }
    }

    /// The only value of the line, and what stands at the end of these steps.
    pub(crate) fn whole(mut self, steps: &[Step]) -> Result<Option<Found>, Fault> {
        let mut found = None;
        self.value(Some(steps), DEEPEST, &mut found)?;
        self.space();
        match self.peek() {
            None => Ok(found),
            Some(_) => Err(self.wrong("something stands behind its value")),
        }
    }

    /// The text between the quotes with which the line begins, and where they end.
    pub(crate) fn quoted(mut self) -> Option<(String, usize)> {
        let (start, end, _) = self.string().ok()?;
        let mut plain = Vec::new();
        let known = text::unescape(&self.bytes[start..end], &mut plain);
        Some((String::from_utf8(plain).ok().filter(|_| known)?, self.at))
    }

    fn wrong(&self, what: &'static str) -> Fault {
        Fault::Malformed(what, self.at)
    }

    fn peek(&self) -> Option<u8> {
        self.bytes.get(self.at).copied()
    }

    fn space(&mut self) {
        while matches!(self.peek(), Some(b' ' | b'\t' | b'\r' | b'\n')) {
            self.at += 1;
        }
    }

    /// Passes one byte, which must be there.
    fn pass(&mut self, byte: u8, what: &'static str) -> Result<(), Fault> {
        self.space();
        if self.peek() != Some(byte) {
            return Err(self.wrong(what));
        }
        self.at += 1;
        Ok(())
    }

    /// Passes the opening bracket, and the closing one where nothing stands between them: then
    /// true.
    fn begin(&mut self, close: u8) -> bool {
        self.at += 1;
        self.space();
        let is_empty = self.peek() == Some(close);
        self.at += usize::from(is_empty);
        is_empty
    }

    /// Passes a comma, which is followed by more, or the closing bracket.
    fn more(&mut self, close: u8, what: &'static str) -> Result<bool, Fault> {
        self.space();
        if self.peek() == Some(b',') {
            self.at += 1;
            return Ok(true);
        }
        self.pass(close, what).map(|()| false)
    }

    /// One value. `steps` lead on from here to the field; `None`: it is elsewhere.
    fn value(
        &mut self,
        steps: Option<&[Step]>,
        deep: u32,
        found: &mut Option<Found>,
    ) -> Result<(), Fault> {
        self.space();
        let Some(inner) = deep.checked_sub(1) else {
            return Err(self.wrong("more than 128 values are nested"));
        };
        let value = match self.peek() {
            Some(b'"') => {
                let (start, end, escaped) = self.string()?;
                Found::Text { start, end, escaped }
            }
            Some(b'{') => {
                self.object(steps, inner, found)?;
                Found::Object
            }
            Some(b'[') => {
                self.array(steps, inner, found)?;
                Found::Array
            }
            Some(b't') => self.word("true")?,
            Some(b'f') => self.word("false")?,
            Some(b'n') => self.word("null")?,
            Some(b'-' | b'0'..=b'9') => self.number()?,
            _ => return Err(self.wrong("a value is missing")),
        };
        if steps.is_some_and(<[Step]>::is_empty) {
            *found = Some(value);
        }
        Ok(())
    }

    fn object(
        &mut self,
        steps: Option<&[Step]>,
        deep: u32,
        found: &mut Option<Found>,
    ) -> Result<(), Fault> {
        let wanted = match steps {
            Some([Step::Name(name), behind @ ..]) => Some((name.as_bytes(), behind)),
            _ => None,
        };
        if self.begin(b'}') {
            return Ok(());
        }
        let mut seen = false;
        loop {
            self.space();
            if self.peek() != Some(b'"') {
                return Err(self.wrong("a name in quotes is missing"));
            }
            let (start, end, escaped) = self.string()?;
            self.pass(b':', "a colon is missing")?;
            let inside = wanted.filter(|(name, _)| self.is_named(start, end, escaped, name));
            if inside.is_some() && std::mem::replace(&mut seen, true) {
                return Err(Fault::Twice);
            }
            self.value(inside.map(|(_, behind)| behind), deep, found)?;
            if !self.more(b'}', "a comma or a closing brace is missing")? {
                return Ok(());
            }
        }
    }

    fn is_named(&self, start: usize, end: usize, escaped: bool, name: &[u8]) -> bool {
        let raw = &self.bytes[start..end];
        if !escaped {
            return raw == name;
        }
        // An escape is at most six times as long as what it stands for.
        let mut plain = Vec::new();
        raw.len() <= 6 * name.len() && text::unescape(raw, &mut plain) && plain == name
    }

    fn array(
        &mut self,
        steps: Option<&[Step]>,
        deep: u32,
        found: &mut Option<Found>,
    ) -> Result<(), Fault> {
        let wanted = match steps {
            Some([Step::Index(index), behind @ ..]) => Some((*index, behind)),
            _ => None,
        };
        if self.begin(b']') {
            return Ok(());
        }
        for index in 0_u64.. {
            let inside = wanted.filter(|(place, _)| *place == index).map(|(_, behind)| behind);
            self.value(inside, deep, found)?;
            if !self.more(b']', "a comma or a closing bracket is missing")? {
                break;
            }
        }
        Ok(())
    }

    /// From the quote on; what is between the quotes, and whether anything in it is escaped.
    fn string(&mut self) -> Result<(usize, usize, bool), Fault> {
        self.at += 1;
        let (start, mut escaped) = (self.at, false);
        loop {
            match self.peek() {
                Some(b'"') => {
                    self.at += 1;
                    return Ok((start, self.at - 1, escaped));
                }
                Some(b'\\') => {
                    escaped = true;
                    let length = text::escape_length(&self.bytes[self.at..]);
                    self.at += length.ok_or_else(|| self.wrong("there is no such escape"))?;
                }
                Some(0..=0x1f) => return Err(self.wrong("a control character is not escaped")),
                Some(_) => self.at += 1,
                None => return Err(self.wrong("a quote is not closed")),
            }
        }
    }

    fn word(&mut self, word: &'static str) -> Result<Found, Fault> {
        if !self.bytes[self.at..].starts_with(word.as_bytes()) {
            return Err(self.wrong("a value is missing"));
        }
        self.at += word.len();
        Ok(Found::Word(word))
    }

    fn digits(&mut self) -> Result<(), Fault> {
        if !self.peek().is_some_and(|byte| byte.is_ascii_digit()) {
            return Err(self.wrong("a digit is missing"));
        }
        while self.peek().is_some_and(|byte| byte.is_ascii_digit()) {
            self.at += 1;
        }
        Ok(())
    }

    fn number(&mut self) -> Result<Found, Fault> {
        let start = self.at;
        self.at += usize::from(self.peek() == Some(b'-'));
        match self.peek() {
            // Nothing follows a zero.
            Some(b'0') => self.at += 1,
            _ => self.digits()?,
        }
        let mut whole = true;
        if self.peek() == Some(b'.') {
            whole = false;
            self.at += 1;
            self.digits()?;
        }
        if matches!(self.peek(), Some(b'e' | b'E')) {
            whole = false;
            self.at += 1;
            self.at += usize::from(matches!(self.peek(), Some(b'+' | b'-')));
            self.digits()?;
        }
        Ok(Found::Number { start, end: self.at, whole })
    }
}
