//! Sends commands until they are answered. Commands go out in one piece per node, and a WAIT goes
//! in the same piece as the writes that it confirms, because on a new connection it confirms
//! nothing. More may be sent before the replies are read, so server and client work at the same
//! time. Every command here may be sent twice, which is how a failover is survived.

use crate::error::Error;
use crate::wire::command::Command;
use crate::wire::flight::{Flight, Unfinished};
use crate::wire::links::{Failed, Link, Links};
use crate::wire::reply::{Failure, Reply};
use crate::wire::slots::{Node, redirected};
use crate::wire::wait::Wait;
use std::collections::BTreeMap;
use std::io;
use std::mem;
use std::thread;
use std::time::{Duration, Instant};

/// The pause before the next attempt.
const PAUSE: Duration = Duration::from_millis(100);
/// More redirections in a row mean that the nodes of the cluster disagree.
const REDIRECTIONS: u32 = 16;

impl Links {
    /// Sends commands that may be sent twice, and returns their replies in order; with a WAIT, when
    /// it is confirmed.
    pub(crate) fn run(
        &mut self,
        commands: impl Into<Vec<Command>>,
        wait: Option<Wait>,
    ) -> Result<Vec<Reply>, Error> {
        self.send(commands.into(), wait)?;
        self.receive()
    }

    /// Sends commands whose replies are received later, in the order of sending.
    pub(crate) fn send(&mut self, commands: Vec<Command>, wait: Option<Wait>) -> Result<(), Error> {
        let mut flight = Flight {
            replies: vec![None; commands.len()],
            asked: vec![None; commands.len()],
            commands,
            wait,
            sent: Vec::new(),
            unfinished: None,
            began: Instant::now(),
        };
        let launched = self.launch(&mut flight);
        self.under_way.push_back(flight);
        launched.inspect_err(|_| self.forget())
    }

    /// Returns the replies to the oldest commands under way.
    pub(crate) fn receive(&mut self) -> Result<Vec<Reply>, Error> {
        let Some(mut flight) = self.under_way.pop_front() else { return Ok(Vec::new()) };
        let landed = self.land(&mut flight).and_then(|()| self.insist(&mut flight));
        landed.inspect_err(|_| self.forget())?;
        Ok(flight.replies.into_iter().flatten().collect())
    }

    /// Closes all connections, because unread replies would be taken for later ones.
    pub(crate) fn forget(&mut self) {
        self.open.clear();
        self.under_way.clear();
    }

    /// Sends commands without a reply again, until all have one.
    fn insist(&mut self, flight: &mut Flight) -> Result<(), Error> {
        let mut redirections = 0;
        while let Some(unfinished) = flight.unfinished.take() {
            // First the replies that come before the new ones.
            let mut others = mem::take(&mut self.under_way);
            let landed = others.iter_mut().try_for_each(|other| self.land(other));
            self.under_way = others;
            landed?;
            redirections += 1;
            let trouble = match unfinished {
                Unfinished::Elsewhere if redirections < REDIRECTIONS => None,
                Unfinished::Elsewhere => Some(Error::Refused {
                    server: self.name(),
                    why: "its nodes send commands to each other without end".into(),
                }),
                Unfinished::Trouble(error) => Some(error),
            };
            if let Some(error) = trouble {
                redirections = 0;
                if flight.began.elapsed() >= self.patience {
                    return Err(error);
                }
                thread::sleep(PAUSE);
            }
            if self.server.cluster && flight.asked.iter().all(Option::is_none) {
                // If no node knows, the next round returns the error.
                let _ = self.find_slots();
            }
            self.launch(flight)?;
            self.land(flight)?;
        }
        Ok(())
    }

    /// Sends whatever has no reply yet. All nodes work at the same time.
    fn launch(&mut self, flight: &mut Flight) -> Result<(), Error> {
        let mut groups: BTreeMap<Node, Vec<usize>> = BTreeMap::new();
        for (i, _) in flight.replies.iter().enumerate().filter(|(_, reply)| reply.is_none()) {
            let asked = flight.asked[i].clone();
            match asked.map_or_else(|| self.node_of(&flight.commands[i].key), Ok) {
                Ok(node) => groups.entry(node).or_default().push(i),
                Err(error) => flight.unfinished = Some(Unfinished::Trouble(error)),
            }
        }
        for (node, some) in groups {
            let mut bytes = Vec::new();
            for &i in &some {
                if flight.asked[i].is_some() {
                    bytes.extend_from_slice(b"*1\r\n$6\r\nASKING\r\n");
                }
                flight.commands[i].write(&mut bytes);
            }
            if let Some(wait) = flight.wait {
                wait.command().write(&mut bytes);
            }
            let sent = self.link(&node).and_then(|link| {
                link.connection.send(&bytes).map_err(Failed::Sending)?;
                Ok(link.number)
            });
            match sent {
                Ok(number) => flight.sent.push((node, number, some)),
                Err(failed) => {
                    let trouble = self.lost(&node, failed)?;
                    flight.unfinished = Some(Unfinished::Trouble(trouble));
                }
            }
        }
        Ok(())
    }

    /// Reads the replies to what was sent.
    fn land(&mut self, flight: &mut Flight) -> Result<(), Error> {
        for (node, number, some) in mem::take(&mut flight.sent) {
            if let Some(unfinished) = self.read(flight, &node, number, &some)? {
                flight.unfinished = Some(unfinished);
            }
        }
        Ok(())
    }

    /// Reads the replies of one node.
    fn read(
        &mut self,
        flight: &mut Flight,
        node: &Node,
        number: u64,
        some: &[usize],
    ) -> Result<Option<Unfinished>, Error> {
        let asked: usize = some.iter().filter(|&&i| flight.asked[i].is_some()).count();
        let expected = some.len() + asked + usize::from(flight.wait.is_some());
        let link = self.open.get_mut(node).filter(|link| link.number == number);
        let mut values = match link.map(|link| received(link, expected)) {
            Some(Ok(values)) => values.into_iter(),
            Some(Err(error)) => {
                self.again += 1;
                return Ok(Some(Unfinished::Trouble(self.lost(node, Failed::Sending(error))?)));
            }
            None => {
                // Another flight has found the connection broken, and has paused for both.
                self.again += 1;
                return Ok(Some(Unfinished::Elsewhere));
            }
        };
        let mut found = Vec::new();
        let mut unfinished = None;
        for &i in some {
            if flight.asked[i].take().is_some() {
                values.next();
            }
            match values.next() {
                Some(Reply::Failed(error)) => {
                    unfinished = Some(self.unanswered(&error, node, &mut flight.asked[i])?);
                }
                Some(value) => found.push((i, value)),
                None => break,
            }
        }
        if let (Some(wait), Some(reply)) = (flight.wait, values.next())
            && let Some(trouble) = self.unconfirmed(wait, reply)?
        {
            return Ok(Some(unfinished.unwrap_or(trouble)));
        }
        found.into_iter().for_each(|(i, value)| flight.replies[i] = Some(value));
        Ok(unfinished)
    }

    /// Returns what an error means for a command: its next node, or whether it is sent again.
    fn unanswered(
        &self,
        error: &Failure,
        node: &Node,
        asked: &mut Option<Node>,
    ) -> Result<Unfinished, Error> {
        let refused = Error::Refused { server: self.name(), why: error.to_string() };
        match error.code.as_str() {
            "MOVED" => Ok(Unfinished::Elsewhere),
            "ASK" => {
                *asked = redirected(&error.detail, &node.host);
                Ok(Unfinished::Elsewhere)
            }
            "TRYAGAIN" | "CLUSTERDOWN" | "MASTERDOWN" | "LOADING" | "READONLY" => {
                Ok(Unfinished::Trouble(refused))
            }
            "WRONGTYPE" => Err(Error::OtherType { server: self.name() }),
            _ => Err(refused),
        }
    }

    /// Whether fewer replicas than were asked for have confirmed a write.
    fn unconfirmed(&mut self, wait: Wait, reply: Reply) -> Result<Option<Unfinished>, Error> {
        let trouble = match reply {
            Reply::Int(confirmed) if confirmed >= wait.replicas as i64 => return Ok(None),
            Reply::Int(confirmed) => Error::Unconfirmed { confirmed, wanted: wait.replicas },
            // A failover made this node a replica, which confirms nothing. Its successor is asked.
            Reply::Failed(error) if error.detail.contains("replica") => {
                Error::Refused { server: self.name(), why: error.to_string() }
            }
            _ => return Err(Error::Refused { server: self.name(), why: "no WAIT".into() }),
        };
        self.again += 1;
        Ok(Some(Unfinished::Trouble(trouble)))
    }
}

/// Reads `expected` replies, refusals included.
fn received(link: &mut Link, expected: usize) -> io::Result<Vec<Reply>> {
    (0..expected).map(|_| link.connection.receive()).collect()
}
