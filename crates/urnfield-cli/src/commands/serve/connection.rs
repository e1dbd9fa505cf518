//! One connection with a deadline for every request and every response.

use super::exchange::Wire;
use super::pool::Demand;
use std::io::{self, ErrorKind, Read, Write};
use std::net::{Shutdown, TcpStream};
use std::time::{Duration, Instant};

/// How long a whole request may take to arrive, and a whole response to be fetched.
const PATIENCE: Duration = Duration::from_secs(10);
/// The deadline while other connections wait for a thread.
const HASTE: Duration = Duration::from_millis(250);
/// How often a waiting thread looks whether other connections wait.
const TICK: Duration = Duration::from_millis(50);

pub(crate) struct Connection<'a> {
    stream: TcpStream,
    demand: &'a Demand,
    /// When the request or the response began that is under way.
    began: Instant,
}

impl Connection<'_> {
    pub(crate) fn new(stream: TcpStream, demand: &Demand) -> io::Result<Connection<'_>> {
        stream.set_nodelay(true)?;
        Ok(Connection { stream, demand, began: Instant::now() })
    }

    /// Tries again until the deadline has passed, which comes earlier as soon as others wait.
    fn until_the_deadline(
        &mut self,
        limit: impl Fn(&TcpStream, Option<Duration>) -> io::Result<()>,
        mut call: impl FnMut(&mut TcpStream) -> io::Result<usize>,
    ) -> io::Result<usize> {
        loop {
            let patience = if self.others_wait() { HASTE } else { PATIENCE };
            let left = patience.saturating_sub(self.began.elapsed());
            if left.is_zero() {
                return Err(ErrorKind::TimedOut.into());
            }
            limit(&self.stream, Some(left.min(TICK)))?;
            let done = call(&mut self.stream);
            let kind = done.as_ref().err().map(io::Error::kind);
            if !matches!(kind, Some(ErrorKind::WouldBlock | ErrorKind::TimedOut)) {
                return done;
            }
        }
    }

    /// Closes the connection so that the response arrives: a system that closes a connection with
    /// unread bytes tells the other end to forget what it has not read yet.
    pub(crate) fn close(self) -> io::Result<()> {
        self.stream.shutdown(Shutdown::Write)?;
        self.stream.set_read_timeout(Some(TICK))?;
        let (mut stream, mut unread, began) = (&self.stream, [0; 2048], Instant::now());
        while began.elapsed() < HASTE && stream.read(&mut unread)? > 0 {}
        Ok(())
    }
}

impl Wire for Connection<'_> {
    fn begin(&mut self) {
        self.began = Instant::now();
    }

    fn others_wait(&self) -> bool {
        self.demand.is_unmet()
    }
}

impl Read for Connection<'_> {
    fn read(&mut self, into: &mut [u8]) -> io::Result<usize> {
        self.until_the_deadline(TcpStream::set_read_timeout, |stream| stream.read(into))
    }
}

impl Write for Connection<'_> {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        self.until_the_deadline(TcpStream::set_write_timeout, |stream| stream.write(bytes))
    }

    fn flush(&mut self) -> io::Result<()> {
        self.stream.flush()
    }
}
