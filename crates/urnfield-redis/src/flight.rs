//! Commands under way. They go out in one piece a node, and a WAIT goes in the same piece as the writes it
//! is about: on a connection made anew it would confirm nothing at all. More may be sent before the
//! replies are read, so that server and client work at the same time. Every command that is sent here
//! may be sent twice: that is how a failover is survived.

use crate::command::Command;
use crate::links::{Failed, Link, Links};
use crate::reply::{Failure, Reply};
use crate::slots::{Node, redirected};
use crate::{Error, Wait};
use std::collections::BTreeMap;
use std::io;
use std::mem;
use std::thread;
use std::time::{Duration, Instant};

/// Before the next attempt.
const PAUSE: Duration = Duration::from_millis(100);
/// So many redirections in a row are a cluster that does not know itself.
const REDIRECTIONS: u32 = 16;

/// Commands that were sent together.
pub(crate) struct Flight {
    commands: Vec<Command>,
    wait: Option<Wait>,
    replies: Vec<Option<Reply>>,
    /// Of each command, which node it was sent to for once by another one.
    asked: Vec<Option<Node>>,
    /// What was sent and is not read: to which node, over which connection, which commands.
    sent: Vec<(Node, u64, Vec<usize>)>,
    unfinished: Option<Unfinished>,
    /// When it was first sent: patience counts the silence before the first failure too.
    began: Instant,
}

/// Why not all commands were answered.
enum Unfinished {
    /// They belong to another node, or on another connection.
    Elsewhere,
    /// It may be better in a while; else this is the error.
    Trouble(Error),
}

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
        let (replies, asked) = (vec![None; commands.len()], vec![None; commands.len()]);
        let (sent, unfinished) = (Vec::new(), None);
        let began = Instant::now();
        let mut flight = Flight { commands, wait, replies, asked, sent, unfinished, began };
        let launched = self.launch(&mut flight);
        self.under_way.push_back(flight);
        launched.inspect_err(|_| self.forget())
    }

    /// The replies to what was sent first of all that is under way.
    pub(crate) fn receive(&mut self) -> Result<Vec<Reply>, Error> {
        let Some(mut flight) = self.under_way.pop_front() else { return Ok(Vec::new()) };
        let landed = self.land(&mut flight).and_then(|()| self.insist(&mut flight));
        landed.inspect_err(|_| self.forget())?;
        Ok(flight.replies.into_iter().flatten().collect())
    }

    /// Replies that nobody reads would be taken for the next ones.
    pub(crate) fn forget(&mut self) {
        self.open.clear();
        self.under_way.clear();
    }

    /// Sends again whatever has no reply, until everything has.
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
                // Where nobody knows, the next round will say so.
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

    /// What an error means for a command: where it is to be sent, or whether it may be sent again.
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
            // A node that a failover made a replica confirms nothing; whoever took over is asked again.
            Reply::Failed(error) if error.detail.contains("replica") => {
                Error::Refused { server: self.name(), why: error.to_string() }
            }
            _ => return Err(Error::Refused { server: self.name(), why: "no WAIT".into() }),
        };
        self.again += 1;
        Ok(Some(Unfinished::Trouble(trouble)))
    }
}

/// So many replies, what servers refuse among them.
fn received(link: &mut Link, expected: usize) -> io::Result<Vec<Reply>> {
    (0..expected).map(|_| link.connection.receive()).collect()
}
