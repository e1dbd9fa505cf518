//! Connections to the server or to the nodes of a cluster, made again when they break.

use crate::error::Error;
use crate::wire::command::Command;
use crate::wire::flight::Flight;
use crate::wire::reply::Reply;
use crate::wire::server::{Server, place, shown};
use crate::wire::slots::{Node, Slots, slot};
use crate::wire::stream::{Connection, NotConnected};
use redis::{ConnectionAddr, ConnectionInfo};
use std::collections::{HashMap, VecDeque};
use std::io;
use std::time::Duration;

/// A server that does not let a client in for so long is not there.
const CONNECTING: Duration = Duration::from_secs(5);
/// Nor is one that is silent for so long; eight megabytes take some hundred milliseconds.
const ANSWERING: Duration = Duration::from_secs(20);
/// Even an impatient client waits so long for an answer.
const LEAST_SILENCE: Duration = Duration::from_secs(2);

/// A connection, and which of all it is: replies to what went over an old one never come.
pub(crate) struct Link {
    pub(crate) number: u64,
    pub(crate) connection: Connection,
}

/// All connections of one filter.
pub(crate) struct Links {
    pub(crate) server: Server,
    /// Of a cluster.
    slots: Option<Slots>,
    /// A single server is a node without a name.
    pub(crate) open: HashMap<Node, Link>,
    /// How many connections were ever made.
    made: u64,
    /// What was sent and not received, the oldest first.
    pub(crate) under_way: VecDeque<Flight>,
    /// For how long a server that was there is sought again.
    pub(crate) patience: Duration,
    /// How often something was sent again without knowing whether it had been done.
    pub(crate) again: u64,
}

impl Links {
    /// Connects at once or not at all: a wrong address is no failover.
    pub(crate) fn new(server: &Server) -> Result<Links, Error> {
        let mut links = Links {
            server: server.clone(),
            slots: None,
            open: HashMap::new(),
            made: 0,
            under_way: VecDeque::new(),
            patience: server.patience,
            again: 0,
        };
        if server.cluster {
            links.find_slots()?;
        } else {
            links.link(&Node { host: String::new(), port: 0 })?;
        }
        Ok(links)
    }

    /// Returns the name of the server for messages.
    pub(crate) fn name(&self) -> String {
        self.server.to_string()
    }

    /// Closes a failed connection and returns its error: `Err` if trying again cannot help.
    pub(crate) fn lost(&mut self, node: &Node, failed: Failed) -> Result<Error, Error> {
        self.open.remove(node);
        match failed {
            Failed::Connecting(error @ Error::Refused { .. }) => Err(error),
            Failed::Connecting(error) => Ok(error),
            Failed::Sending(error) => {
                match refused_or_unreachable(&shown(&self.address(node)), &error) {
                    refused @ Error::Refused { .. } => Err(refused),
                    unreachable => Ok(unreachable),
                }
            }
        }
    }

    fn address(&self, node: &Node) -> ConnectionInfo {
        if self.server.cluster {
            self.server.node(&node.host, node.port)
        } else {
            self.server.seeds[0].clone()
        }
    }

    /// Seeks a server that is lost or silent for so long.
    pub(crate) fn set_patience(&mut self, patience: Duration) {
        self.patience = patience;
        for link in self.open.values_mut() {
            // A connection that takes no time limit is broken, and the next command says so.
            let _ = link.connection.set_silence(silence(ANSWERING, patience));
        }
    }

    /// The connection to a node, made if it is not there.
    pub(crate) fn link(&mut self, node: &Node) -> Result<&mut Link, Failed> {
        if !self.open.contains_key(node) {
            let connection =
                connected(&self.address(node), self.patience).map_err(Failed::Connecting)?;
            self.made += 1;
            self.open.insert(node.clone(), Link { number: self.made, connection });
        }
        Ok(self.open.get_mut(node).expect("it was just put there"))
    }

    pub(crate) fn node_of(&self, key: &str) -> Result<Node, Error> {
        match &self.slots {
            None => Ok(Node { host: String::new(), port: 0 }),
            Some(slots) => slots.master(slot(key)).cloned().ok_or_else(|| Error::Refused {
                server: self.name(),
                why: format!("no node of the cluster serves slot {}", slot(key)),
            }),
        }
    }

    /// Asks every node that was ever named, until one knows.
    pub(crate) fn find_slots(&mut self) -> Result<(), Error> {
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
                Ok(link) => link.connection.ask(&Command::words("", &[b"CLUSTER", b"SLOTS"])),
                Err(Failed::Connecting(error)) => {
                    last = error;
                    continue;
                }
                Err(Failed::Sending(error)) => Err(error),
            };
            match answer {
                Ok(Reply::Failed(failure)) => {
                    last = refused(&place(&node.host, node.port), &failure.to_string());
                }
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
    pub(crate) fn ask_masters(&mut self, command: &Command) -> Result<Vec<Reply>, Error> {
        let mut nodes: Vec<Node> = match &self.slots {
            None => vec![self.node_of("")?],
            Some(slots) => (0..16384).filter_map(|slot| slots.master(slot)).cloned().collect(),
        };
        nodes.sort();
        nodes.dedup();
        let ask = |node: &Node| -> Result<Reply, Error> {
            let place = shown(&self.address(node));
            let answer = match self.link(node) {
                Ok(link) => link.connection.ask(command),
                Err(Failed::Connecting(error)) => return Err(error),
                Err(Failed::Sending(error)) => Err(error),
            };
            match answer.map_err(|error| refused_or_unreachable(&place, &error))? {
                Reply::Failed(failure) => Err(refused(&place, &failure.to_string())),
                reply => Ok(reply),
            }
        };
        nodes.iter().map(ask).collect()
    }
}

/// Where it failed.
pub(crate) enum Failed {
    Connecting(Error),
    Sending(io::Error),
}

impl From<Failed> for Error {
    fn from(failed: Failed) -> Error {
        match failed {
            Failed::Connecting(error) => error,
            Failed::Sending(error) => refused_or_unreachable("it", &error),
        }
    }
}

/// How long a server may be silent: no longer than it is sought, but for a moment.
fn silence(usual: Duration, patience: Duration) -> Duration {
    usual.min(patience.max(LEAST_SILENCE))
}

fn connected(address: &ConnectionInfo, patience: Duration) -> Result<Connection, Error> {
    let place = shown(address);
    let opened = Connection::open(address, silence(CONNECTING, patience)).and_then(|mut opened| {
        opened.set_silence(silence(ANSWERING, patience))?;
        Ok(opened)
    });
    opened.map_err(|failed| match failed {
        NotConnected::Broken(error) => refused_or_unreachable(&place, &error),
        NotConnected::Refused(failure) => refused(&place, &failure.to_string()),
    })
}

fn refused(place: &str, why: &str) -> Error {
    Error::Refused { server: place.to_owned(), why: why.trim_end_matches('.').to_owned() }
}

/// An answer that is not from such a server is refused, and not tried again.
fn refused_or_unreachable(place: &str, error: &io::Error) -> Error {
    use io::ErrorKind::{InvalidData, InvalidInput, Unsupported};
    match error.kind() {
        InvalidData | InvalidInput | Unsupported => refused(place, &in_one_line(error)),
        _ => unreachable(place, error),
    }
}

fn unreachable(place: &str, error: &io::Error) -> Error {
    Error::Unreachable { server: place.to_owned(), why: in_one_line(error) }
}

fn in_one_line(error: &io::Error) -> String {
    match error.kind() {
        // A timeout has either name, as the system likes.
        io::ErrorKind::WouldBlock | io::ErrorKind::TimedOut => "it does not answer".into(),
        io::ErrorKind::UnexpectedEof => "it has closed the connection".into(),
        _ => {
            let said = error.to_string();
            said.lines().next().unwrap_or_default().trim_end_matches('.').to_owned()
        }
    }
}
