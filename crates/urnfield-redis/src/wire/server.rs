//! Where a server is. An address may hold a password, so it is never shown as it was typed.

use crate::error::Error;
use redis::{ConnectionAddr, ConnectionInfo, IntoConnectionInfo};
use std::fmt;
use std::str::FromStr;
use std::time::Duration;

/// One server, or some nodes of a cluster, with what it takes to be let in.
///
/// ```
/// use urnfield_redis::Server;
/// let server: Server = "redis://alice:secret@localhost:6380/2".parse()?;
/// assert_eq!(server.to_string(), "redis://localhost:6380/2");
/// assert_eq!(format!("{server:?}"), "Server(redis://localhost:6380/2)");
/// let server: Server = "cluster:10.0.0.1:7000,10.0.0.2:7000".parse()?;
/// assert_eq!(server.to_string(), "cluster:10.0.0.1:7000,10.0.0.2:7000");
/// # Ok::<(), urnfield_redis::Error>(())
/// ```
#[derive(Clone)]
pub struct Server {
    /// One, or nodes to ask for the others.
    pub(crate) seeds: Vec<ConnectionInfo>,
    pub(crate) cluster: bool,
    pub(crate) patience: Duration,
}

/// For how long a server that was there is sought again, unless said otherwise.
const PATIENCE: Duration = Duration::from_secs(30);

impl Server {
    /// Returns the server, sought for so long where it is lost or silent; 30 seconds unless said
    /// otherwise. A silent server is waited for two seconds at least.
    pub fn with_patience(mut self, patience: Duration) -> Server {
        self.patience = patience;
        self
    }

    /// Replaces the password of the address.
    pub fn with_password(mut self, password: &str) -> Server {
        self.seeds = self
            .seeds
            .drain(..)
            .map(|seed| {
                let settings = seed.redis_settings().clone().set_password(password);
                seed.set_redis_settings(settings)
            })
            .collect();
        self
    }

    /// Another node of the same cluster: the same credentials, and TLS where the first has it.
    pub(crate) fn node(&self, host: &str, port: u16) -> ConnectionInfo {
        let first = &self.seeds[0];
        let host = host.to_owned();
        let addr = match first.addr() {
            ConnectionAddr::TcpTls { insecure, tls_params, .. } => ConnectionAddr::TcpTls {
                host,
                port,
                insecure: *insecure,
                tls_params: tls_params.clone(),
            },
            _ => ConnectionAddr::Tcp(host, port),
        };
        first.clone().set_addr(addr)
    }
}

impl FromStr for Server {
    type Err = Error;

    fn from_str(text: &str) -> Result<Server, Error> {
        let Some(nodes) = text.strip_prefix("cluster:") else {
            return Ok(Server { seeds: vec![info(text)?], cluster: false, patience: PATIENCE });
        };
        let seeds: Result<Vec<ConnectionInfo>, Error> =
            nodes
                .split(',')
                .map(|node| {
                    if node.contains("://") { info(node) } else { info(&format!("redis://{node}")) }
                })
                .collect();
        let seeds = seeds?;
        if seeds.iter().any(|seed| matches!(seed.addr(), ConnectionAddr::Unix(_))) {
            return Err(Error::Address("the nodes of a cluster have hosts and ports"));
        }
        Ok(Server { seeds, cluster: true, patience: PATIENCE })
    }
}

/// What is wrong with an address is told without the address.
fn info(text: &str) -> Result<ConnectionInfo, Error> {
    let tls = ["rediss://", "valkeys://"].iter().any(|scheme| text.starts_with(scheme));
    if tls && !cfg!(feature = "tls") {
        return Err(Error::Address(
            "this program was built without TLS; build it with `--features tls`",
        ));
    }
    // The parts of an address that are wrong are named by this library without their values.
    let known = [
        "redis://",
        "rediss://",
        "valkey://",
        "valkeys://",
        "redis+unix:",
        "valkey+unix:",
        "unix:",
    ];
    if !known.iter().any(|scheme| text.starts_with(scheme)) {
        return Err(Error::Address("it begins otherwise"));
    }
    text.into_connection_info().map_err(|_| Error::Address("its host, port or database is no such"))
}

/// Returns `host:port`, with brackets around an IPv6 address.
pub(crate) fn place(host: &str, port: u16) -> String {
    if host.contains(':') { format!("[{host}]:{port}") } else { format!("{host}:{port}") }
}

/// Returns an address without its credentials.
pub(crate) fn shown(info: &ConnectionInfo) -> String {
    let db = match info.redis_settings().db() {
        0 => String::new(),
        db => format!("/{db}"),
    };
    match info.addr() {
        ConnectionAddr::Tcp(host, port) => format!("redis://{}{db}", place(host, *port)),
        ConnectionAddr::TcpTls { host, port, .. } => format!("rediss://{}{db}", place(host, *port)),
        ConnectionAddr::Unix(path) => format!("redis+unix://{}", path.display()),
        _ => "redis://?".into(),
    }
}

impl fmt::Display for Server {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        if !self.cluster {
            return f.write_str(&shown(&self.seeds[0]));
        }
        let seeds: Vec<String> = self
            .seeds
            .iter()
            .map(|seed| match seed.addr() {
                ConnectionAddr::Tcp(host, port) => place(host, *port),
                _ => shown(seed),
            })
            .collect();
        write!(f, "cluster:{}", seeds.join(","))
    }
}

impl fmt::Debug for Server {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "Server({self})")
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn no_address_is_shown_with_its_credentials() {
        for text in [
            "redis://alice:s3cret@localhost:1/2",
            "redis+unix:///tmp/s.sock?user=alice&pass=s3cret",
            "cluster:redis://alice:s3cret@a:1,b:2",
        ] {
            let server: Server = text.parse().expect(text);
            let said = format!("{server} {server:?} {}", shown(&server.node("c", 3)));
            assert!(!said.contains("s3cret") && !said.contains("alice"), "{said}");
        }
        for text in [
            "redis://:s3cret@",
            "redis://:s3cret@localhost:99999",
            "s3cret@localhost",
            "",
            "cluster:",
            "cluster:unix:///s3cret",
            "redis://:s3cret@localhost/s3cret",
            "rediss://:s3cret@h#x",
        ] {
            let error = text.parse::<Server>().map(|server| server.to_string());
            let error = error.expect_err(text).to_string();
            assert!(!error.contains("s3cret") && !error.contains('\n'), "{error}");
        }
    }

    #[test]
    fn nodes_of_a_cluster_have_the_credentials_of_the_first() {
        let server: Server = "cluster:redis://alice:s3cret@a:1,b:2".parse().expect("an address");
        let node = server.node("fe80::1", 7);
        assert_eq!(node.redis_settings().password(), Some("s3cret"));
        assert_eq!(shown(&node), "redis://[fe80::1]:7");
        let other = server.with_password("other");
        assert_eq!(other.node("c", 1).redis_settings().password(), Some("other"));
    }
}
