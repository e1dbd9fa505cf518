//! One command, and the key that says where it goes.

/// A command as it is sent.
#[derive(Clone)]
pub(crate) struct Command {
    /// Which server of several: the one that has this key. None: whichever.
    pub(crate) key: String,
    arguments: usize,
    body: Vec<u8>,
}

impl Command {
    /// A command about this key, which is its first argument.
    pub(crate) fn new(name: &str, key: &str) -> Command {
        Command::words(key, &[name.as_bytes(), key.as_bytes()])
    }

    /// Creates a command whose key is not its first argument.
    pub(crate) fn words(key: &str, words: &[&[u8]]) -> Command {
        let mut command = Command { key: key.to_owned(), arguments: 0, body: Vec::new() };
        words.iter().for_each(|word| command.push(word));
        command
    }

    /// One argument more.
    pub(crate) fn push(&mut self, argument: &[u8]) {
        self.arguments += 1;
        self.body.push(b'$');
        self.push_number(argument.len() as u64);
        self.body.extend_from_slice(b"\r\n");
        self.body.extend_from_slice(argument);
        self.body.extend_from_slice(b"\r\n");
    }

    pub(crate) fn with(mut self, argument: impl AsRef<[u8]>) -> Command {
        self.push(argument.as_ref());
        self
    }

    /// Arguments that are written as they are sent: so many of them, then a number.
    pub(crate) fn push_prepared(&mut self, arguments: usize, prepared: &[u8], number: u64) {
        self.arguments += arguments + 1;
        self.body.extend_from_slice(prepared);
        self.body.push(b'$');
        self.push_number(u64::from(number.checked_ilog10().unwrap_or(0) + 1));
        self.body.extend_from_slice(b"\r\n");
        self.push_number(number);
        self.body.extend_from_slice(b"\r\n");
    }

    fn push_number(&mut self, mut number: u64) {
        let (mut digits, mut from) = ([0; 20], 20);
        loop {
            from -= 1;
            digits[from] = b'0' + (number % 10) as u8;
            number /= 10;
            if number == 0 {
                break;
            }
        }
        self.body.extend_from_slice(&digits[from..]);
    }

    /// Adds the whole command to what is sent.
    pub(crate) fn write(&self, out: &mut Vec<u8>) {
        out.extend_from_slice(format!("*{}\r\n", self.arguments).as_bytes());
        out.extend_from_slice(&self.body);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn commands_are_written_as_the_client_library_writes_them() {
        for number in [0, 1, 9, 10, 99, 100, 67_108_863, u64::MAX] {
            let mut ours = Command::new("BITFIELD", "urn:{a/0}:bits").with("GET").with("i64");
            ours.push_prepared(2, b"$3\r\nSET\r\n$2\r\nu1\r\n", number);
            let mut bytes = Vec::new();
            ours.with(b"\r\n\0").write(&mut bytes);
            let mut theirs = redis::cmd("BITFIELD");
            theirs.arg("urn:{a/0}:bits").arg("GET").arg("i64").arg("SET").arg("u1").arg(number);
            assert_eq!(bytes, theirs.arg(b"\r\n\0").get_packed_command());
        }
    }
}
