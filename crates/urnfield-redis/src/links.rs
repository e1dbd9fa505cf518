//! Connections to the server, or to the nodes of a cluster. Commands go out in one piece a node, and a
//! WAIT goes in the same piece as the writes it is about: on a connection made anew it would confirm
//! nothing at all. Every command that is sent here may be sent twice: that is how a failover is survived.

use crate::command::Command;
use crate::server::{Server, place, shown};
use crate::slots::{Node, Slots, redirected, slot};
use crate::{Error, Wait};
use redis::{
    Client, Connection, ConnectionAddr, ConnectionInfo, RedisError, ServerErrorKind, Value,
};
use std::collections::{BTreeMap, HashMap};
use std::thread;
use std::time::{Duration, Instant};

/// A server that does not let anybody in for so long is not there.
const CONNECTING: Duration = Duration::from_secs(5);
/// Nor is one that does not answer for so long; eight megabytes take some hundred milliseconds.
const ANSWERING: Duration = Duration::from_secs(20);
/// Before the next attempt.
const PAUSE: Duration = Duration::from_millis(100);
/// So many redirections in a row are a cluster that does not know itself.
const REDIRECTIONS: u32 = 16;

/// All connections of one filter.
pub(crate) struct Links {
    server: Server,
    /// Of a cluster.
    slots: Option<Slots>,
    /// A single server is a node without a name.
    open: HashMap<Node, Connection>,
    /// For how long a server that was there is sought again.
    pub(crate) patience: Duration,
    /// How often something was sent again without knowing whether it had been done.
    pub(crate) again: u64,
}

/// Why not all commands of a round were answered.
enum Unfinished {
    /// They belong to another node.
    Elsewhere,
    /// It may be better in a while; else this is the error.
    Trouble(Error),
}

impl Links {
    /// Connects at once or not at all: a wrong address is no failover.
    pub(crate) fn new(server: &Server) -> Result<Links, Error> {
        let mut links = Links {
            server: server.clone(),
            slots: None,
            open: HashMap::new(),
            patience: Duration::from_secs(30),
            again: 0,
        };
        match server.cluster {
            true => links.find_slots()?,
            false => drop(links.link(&Node { host: String::new(), port: 0 })?),
        }
        Ok(links)
    }

    /// What people call it.
    pub(crate) fn name(&self) -> String {
        self.server.to_string()
    }

    /// Sends commands that may be sent twice, and returns their replies in order; with a WAIT, when
    /// it is confirmed.
    pub(crate) fn run(
        &mut self,
        commands: &[Command],
        wait: Option<Wait>,
    ) -> Result<Vec<Value>, Error> {
        let mut replies: Vec<Option<Value>> = vec![None; commands.len()];
        let mut asked: Vec<Option<Node>> = vec![None; commands.len()];
        let (began, mut redirections) = (Instant::now(), 0);
        loop {
            let unfinished = match self.round(commands, wait, &mut replies, &mut asked) {
                Ok(None) => return Ok(replies.into_iter().flatten().collect()),
                Ok(Some(unfinished)) => unfinished,
                Err(error) => {
                    // Replies that nobody reads would be taken for the next ones.
                    self.open.clear();
                    return Err(error);
                }
            };
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
                if began.elapsed() >= self.patience {
                    return Err(error);
                }
                thread::sleep(PAUSE);
            }
            if self.server.cluster && asked.iter().all(Option::is_none) {
                // Where nobody knows, the next round will say so.
                let _ = self.find_slots();
            }
        }
    }

    /// Sends whatever has no reply yet; `None` when everything has.
    fn round(
        &mut self,
        commands: &[Command],
        wait: Option<Wait>,
        replies: &mut [Option<Value>],
        asked: &mut [Option<Node>],
    ) -> Result<Option<Unfinished>, Error> {
        let mut unfinished = None;
        let mut groups: BTreeMap<Node, Vec<usize>> = BTreeMap::new();
        for (i, _) in replies.iter().enumerate().filter(|(_, reply)| reply.is_none()) {
            match asked[i].clone().map_or_else(|| self.node_of(&commands[i].key), Ok) {
                Ok(node) => groups.entry(node).or_default().push(i),
                Err(error) => unfinished = Some(Unfinished::Trouble(error)),
            }
        }
        // All nodes work at the same time: first everything is sent, then everything read.
        let mut sent = Vec::new();
        for (node, some) in groups {
            let mut bytes = Vec::new();
            for &i in &some {
                if asked[i].is_some() {
                    bytes.extend_from_slice(b"*1\r\n$6\r\nASKING\r\n");
                }
                commands[i].write(&mut bytes);
            }
            if let Some(wait) = wait {
                wait.command().write(&mut bytes);
            }
            let link = self.link(&node);
            match link.and_then(|link| link.send_packed_command(&bytes).map_err(Failed::Sending)) {
                Ok(()) => sent.push((node, some)),
                Err(failed) => {
                    unfinished = Some(Unfinished::Trouble(self.lost(&node, failed)?));
                }
            }
        }
        for (node, some) in sent {
            if let Some(other) = self.receive(&node, &some, wait, replies, asked)? {
                unfinished = Some(other);
            }
        }
        Ok(unfinished)
    }

    /// Reads the replies of one node.
    fn receive(
        &mut self,
        node: &Node,
        some: &[usize],
        wait: Option<Wait>,
        replies: &mut [Option<Value>],
        asked: &mut [Option<Node>],
    ) -> Result<Option<Unfinished>, Error> {
        let expected: usize = some.iter().map(|&i| 1 + usize::from(asked[i].is_some())).sum();
        let expected = expected + usize::from(wait.is_some());
        let mut values = match self.open.get_mut(node).map(|link| received(link, expected)) {
            Some(Ok(values)) => values.into_iter(),
            Some(Err(error)) => {
                self.again += 1;
                return Ok(Some(Unfinished::Trouble(self.lost(node, Failed::Sending(error))?)));
            }
            None => return Ok(None),
        };
        let mut found = Vec::new();
        let mut unfinished = None;
        for &i in some {
            if asked[i].take().is_some() {
                values.next();
            }
            let Some(value) = values.next() else { break };
            let Value::ServerError(error) = &value else {
                found.push((i, value));
                continue;
            };
            let detail = error.details().unwrap_or_default();
            let refused = || Error::Refused {
                server: self.name(),
                why: format!("{} {detail}", error.code()),
            };
            use ServerErrorKind::{
                Ask, BusyLoading, ClusterDown, MasterDown, Moved, ReadOnly, TryAgain,
            };
            match error.kind() {
                Some(Moved) => unfinished = Some(Unfinished::Elsewhere),
                Some(Ask) => {
                    asked[i] = redirected(detail, &node.host);
                    unfinished = Some(Unfinished::Elsewhere);
                }
                Some(TryAgain | ClusterDown | MasterDown | BusyLoading | ReadOnly) => {
                    unfinished = Some(Unfinished::Trouble(refused()));
                }
                _ => return Err(refused()),
            }
        }
        if let (Some(wait), Some(reply)) = (wait, values.next()) {
            match reply {
                Value::Int(confirmed) if confirmed >= wait.replicas as i64 => (),
                Value::Int(confirmed) => {
                    let wanted = wait.replicas;
                    let error = Error::Unconfirmed { confirmed, wanted };
                    self.again += 1;
                    return Ok(Some(Unfinished::Trouble(error)));
                }
                // A node that a failover made a replica confirms nothing; whoever took over is asked again.
                Value::ServerError(error) if error.to_string().contains("replica") => {
                    self.again += 1;
                    let why = error.to_string();
                    let trouble = Error::Refused { server: self.name(), why };
                    return Ok(Some(unfinished.unwrap_or(Unfinished::Trouble(trouble))));
                }
                _ => return Err(Error::Refused { server: self.name(), why: "no WAIT".into() }),
            }
        }
        found.into_iter().for_each(|(i, value)| replies[i] = Some(value));
        Ok(unfinished)
    }

    /// What to say of a connection that failed; it is not used again. Who is not let in need not wait.
    fn lost(&mut self, node: &Node, failed: Failed) -> Result<Error, Error> {
        self.open.remove(node);
        match failed {
            Failed::Connecting(error @ Error::Refused { .. }) => Err(error),
            Failed::Connecting(error) => Ok(error),
            Failed::Sending(error) => Ok(unreachable(&shown(&self.address(node)), &error)),
        }
    }

    fn address(&self, node: &Node) -> ConnectionInfo {
        match self.server.cluster {
            true => self.server.node(&node.host, node.port),
            false => self.server.seeds[0].clone(),
        }
    }

    /// The connection to a node, made if it is not there.
    fn link(&mut self, node: &Node) -> Result<&mut Connection, Failed> {
        if !self.open.contains_key(node) {
            let made = connected(self.address(node)).map_err(Failed::Connecting)?;
            self.open.insert(node.clone(), made);
        }
        Ok(self.open.get_mut(node).expect("it was just put there"))
    }

    fn node_of(&self, key: &str) -> Result<Node, Error> {
        match &self.slots {
            None => Ok(Node { host: String::new(), port: 0 }),
            Some(slots) => slots.master(slot(key)).cloned().ok_or_else(|| Error::Refused {
                server: self.name(),
                why: format!("no node of the cluster serves slot {}", slot(key)),
            }),
        }
    }

    /// Asks every node that was ever named, until one knows.
    fn find_slots(&mut self) -> Result<(), Error> {
        let known = self.slots.as_ref().map(|slots| slots.nodes.clone()).unwrap_or_default();
        let seeds = self.server.seeds.iter().filter_map(|seed| match seed.addr() {
            ConnectionAddr::Tcp(host, port) | ConnectionAddr::TcpTls { host, port, .. } => {
                Some(Node { host: host.clone(), port: *port })
            }
            _ => None,
        });
        let mut last = Error::Refused { server: self.name(), why: "it is no cluster".into() };
        for node in known.into_iter().chain(seeds).collect::<Vec<_>>() {
            let answer = match self.link(&node) {
                Ok(link) => redis::cmd("CLUSTER").arg("SLOTS").query::<Value>(link),
                Err(Failed::Connecting(error)) => {
                    last = error;
                    continue;
                }
                Err(Failed::Sending(error)) => Err(error),
            };
            match answer {
                Ok(answer) => {
                    if let Some(slots) = Slots::read(&answer, &node.host) {
                        self.slots = Some(slots);
                        return Ok(());
                    }
                }
                Err(error) => {
                    self.open.remove(&node);
                    last = refused_or_unreachable(&place(&node.host, node.port), &error);
                }
            }
        }
        Err(last)
    }

    /// One reply of every master to a command about nothing in particular.
    pub(crate) fn ask_masters(&mut self, words: &[&str]) -> Result<Vec<Value>, Error> {
        let mut nodes: Vec<Node> = match &self.slots {
            None => vec![self.node_of("")?],
            Some(slots) => (0..16384).filter_map(|slot| slots.master(slot)).cloned().collect(),
        };
        nodes.sort();
        nodes.dedup();
        let ask = |node: &Node| -> Result<Value, Error> {
            let mut command = redis::cmd(words[0]);
            command.arg(&words[1..]);
            let place = shown(&self.address(node));
            match self.link(node) {
                Ok(link) => command.query(link).map_err(|e| refused_or_unreachable(&place, &e)),
                Err(Failed::Connecting(error)) => Err(error),
                Err(Failed::Sending(error)) => Err(refused_or_unreachable(&place, &error)),
            }
        };
        nodes.iter().map(ask).collect()
    }
}

/// Where it failed.
enum Failed {
    Connecting(Error),
    Sending(RedisError),
}

impl From<Failed> for Error {
    fn from(failed: Failed) -> Error {
        match failed {
            Failed::Connecting(error) => error,
            Failed::Sending(error) => unreachable("it", &error),
        }
    }
}

fn connected(address: ConnectionInfo) -> Result<Connection, Error> {
    let place = shown(&address);
    let connect = || {
        let link = Client::open(address)?.get_connection_with_timeout(CONNECTING)?;
        link.set_read_timeout(Some(ANSWERING))?;
        link.set_write_timeout(Some(ANSWERING))?;
        Ok(link)
    };
    connect().map_err(|error: RedisError| refused_or_unreachable(&place, &error))
}

/// So many replies, server errors among them.
fn received(link: &mut Connection, expected: usize) -> Result<Vec<Value>, RedisError> {
    let mut values = Vec::with_capacity(expected);
    while values.len() < expected {
        match link.recv_response()? {
            Value::Push { .. } => (),
            value => values.push(value),
        }
    }
    Ok(values)
}

fn refused_or_unreachable(place: &str, error: &RedisError) -> Error {
    match error.is_io_error() || error.is_connection_dropped() || error.is_timeout() {
        true => unreachable(place, error),
        false => Error::Refused { server: place.to_owned(), why: in_one_line(error) },
    }
}

fn unreachable(place: &str, error: &RedisError) -> Error {
    Error::Unreachable { server: place.to_owned(), why: in_one_line(error) }
}

fn in_one_line(error: &RedisError) -> String {
    error.to_string().lines().next().unwrap_or_default().trim_end_matches('.').to_owned()
}
