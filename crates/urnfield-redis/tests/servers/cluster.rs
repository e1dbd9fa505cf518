//! Three masters and three replicas on loopback.

use super::{Folder, Process, until};
use redis::{Client, Connection, Value};
use std::fs;
use std::net::TcpListener;
use urnfield_redis::Server;

pub(crate) struct Cluster {
    /// Masters first: the replica of node i is node i + 3.
    pub(crate) nodes: Vec<Node>,
    folder: Folder,
}

pub(crate) struct Node {
    pub(crate) port: u16,
    pub(crate) process: Process,
}

impl Node {
    pub(crate) fn try_ask(&self, words: &[&str]) -> Option<Value> {
        let mut connection = self.connection()?;
        redis::cmd(words[0]).arg(&words[1..]).query(&mut connection).ok()
    }

    pub(crate) fn ask(&self, words: &[&str]) -> Value {
        self.try_ask(words).unwrap_or_else(|| panic!("{words:?} was refused"))
    }

    fn connection(&self) -> Option<Connection> {
        Client::open(format!("redis://127.0.0.1:{}", self.port)).ok()?.get_connection().ok()
    }

    fn says(&self, words: &[&str], text: &str) -> bool {
        self.try_ask(words).is_some_and(|answer| shown(&answer).contains(text))
    }

    pub(crate) fn id(&self) -> String {
        shown(&self.ask(&["CLUSTER", "MYID"]))
    }
}

fn shown(value: &Value) -> String {
    match value {
        Value::BulkString(bytes) => String::from_utf8_lossy(bytes).into_owned(),
        Value::SimpleString(text) | Value::VerbatimString { text, .. } => text.clone(),
        other => format!("{other:?}"),
    }
}

/// A port that is free together with the one that nodes talk to each other on.
pub(crate) fn free_port() -> u16 {
    (0..1000)
        .find_map(|_| {
            let port = TcpListener::bind("127.0.0.1:0").ok()?.local_addr().ok()?.port();
            let port = if port >= 55_536 { port - 20_000 } else { port };
            let both = [port, port + 10_000].map(|port| TcpListener::bind(("127.0.0.1", port)));
            both.iter().all(Result::is_ok).then_some(port)
        })
        .expect("a free port")
}

impl Cluster {
    pub(crate) fn start() -> Cluster {
        let folder = Folder::new();
        let mut nodes: Vec<Node> = Vec::new();
        while nodes.len() < 6 {
            let port = free_port();
            if nodes.iter().all(|node| node.port != port) {
                let process = start(&folder, port);
                nodes.push(Node { port, process });
            }
        }
        let cluster = Cluster { nodes, folder };
        cluster.form();
        cluster
    }

    fn form(&self) {
        let ports: Vec<String> = self.nodes.iter().map(|node| node.port.to_string()).collect();
        for (i, node) in self.nodes.iter().enumerate() {
            until("a node answers", || node.says(&["PING"], "PONG"));
            node.ask(&["CLUSTER", "SET-CONFIG-EPOCH", &(i + 1).to_string()]);
        }
        for (i, node) in self.nodes[..3].iter().enumerate() {
            let range = [["0", "5460"], ["5461", "10922"], ["10923", "16383"]][i];
            node.ask(&["CLUSTER", "ADDSLOTSRANGE", range[0], range[1]]);
        }
        for port in &ports[1..] {
            self.nodes[0].ask(&["CLUSTER", "MEET", "127.0.0.1", port]);
        }
        for node in &self.nodes {
            until("all know each other", || {
                node.says(&["CLUSTER", "INFO"], "cluster_known_nodes:6")
            });
        }
        for i in 0..3 {
            let id = self.nodes[i].id();
            let replica = &self.nodes[i + 3];
            until("a replica is told", || {
                replica.try_ask(&["CLUSTER", "REPLICATE", &id]).is_some()
            });
        }
        self.is_whole();
    }

    /// Waits until every slot is served and every replica up to date.
    pub(crate) fn is_whole(&self) {
        for node in &self.nodes {
            until("the cluster is up", || {
                node.says(&["CLUSTER", "INFO"], "cluster_state:ok")
                    && node.says(&["CLUSTER", "INFO"], "cluster_slots_ok:16384")
            });
        }
        let replicas = |node: &Node| node.says(&["INFO", "replication"], "master_link_status:up");
        until("replicas follow", || self.nodes.iter().filter(|node| replicas(node)).count() == 3);
        let followed = |node: &&Node| node.says(&["INFO", "replication"], "state=online");
        until("masters know it", || self.nodes.iter().filter(followed).count() == 3);
    }

    pub(crate) fn server(&self) -> Server {
        let places: Vec<String> =
            self.nodes.iter().map(|node| format!("127.0.0.1:{}", node.port)).collect();
        format!("cluster:{}", places.join(",")).parse().expect("an address")
    }

    pub(crate) fn is_master(&self, i: usize) -> bool {
        self.nodes[i].says(&["INFO", "replication"], "role:master")
    }

    /// The master whose slots have a key.
    pub(crate) fn master_of(&self, key: &str) -> usize {
        let holds = |i: &usize| {
            let keys = self.nodes[*i].try_ask(&["EXISTS", key]);
            self.is_master(*i) && keys == Some(Value::Int(1))
        };
        (0..6).find(holds).expect("a master has it")
    }

    /// A killed node comes back with nothing, and follows whoever took its place.
    pub(crate) fn restart(&mut self, i: usize) {
        let port = self.nodes[i].port;
        self.nodes[i].process = start(&self.folder, port);
        let node = &self.nodes[i];
        until("a node comes back", || node.says(&["PING"], "PONG"));
    }
}

fn start(folder: &Folder, port: u16) -> Process {
    let own = folder.path(&port.to_string());
    fs::create_dir_all(&own).expect("a folder");
    let port = port.to_string();
    Process::start(
        &own,
        &[
            "--port",
            &port,
            "--bind",
            "127.0.0.1",
            "--cluster-enabled",
            "yes",
            "--cluster-config-file",
            "nodes.conf",
            "--cluster-node-timeout",
            "2000",
            "--cluster-replica-validity-factor",
            "0",
            "--repl-diskless-sync-delay",
            "0",
            "--repl-timeout",
            "60",
        ],
    )
}
