//! Which server, with which password, and how patiently. An address may hold a password, so it is
//! read here and never shown.

use clap::Args;
use std::env;
use std::fs;
use std::path::PathBuf;
use std::time::Duration;
use urnfield_answers::read;
use urnfield_keys::{secret, unreadable};
use urnfield_redis::{Server, Shared, Wait};
use urnfield_terminal::Refusal;

/// Where it is, unless said otherwise.
const USUAL: &str = "redis://127.0.0.1:6379";
const VARIABLE: &str = "URNFIELD_REDIS";

/// The server and its manners.
#[derive(Args)]
pub(crate) struct At {
    /// The server [default: $URNFIELD_REDIS]
    #[arg(long, value_name = "URL")]
    server: Option<String>,
    /// A file with the server's password on its first line
    #[arg(long, value_name = "F")]
    pass_file: Option<PathBuf>,
    /// Call a write done when so many replicas have it
    #[arg(long, value_name = "N", value_parser = read::count, allow_negative_numbers = true)]
    wait: Option<u64>,
    /// Seconds to wait for a lost server [default: 30]
    #[arg(long, value_name = "S", value_parser = read::count, allow_negative_numbers = true)]
    patience: Option<u64>,
}

impl At {
    pub(crate) fn server(&self) -> Result<Server, Refusal> {
        let typed = self.server.clone().or_else(|| env::var(VARIABLE).ok());
        let server: Server = typed.as_deref().unwrap_or(USUAL).parse().map_err(refusal)?;
        let server = match self.patience {
            Some(seconds) => server.with_patience(Duration::from_secs(seconds)),
            None => server,
        };
        let Some(path) = &self.pass_file else { return Ok(server) };
        let text = fs::read_to_string(path).map_err(|error| unreadable(path, error))?;
        match text.lines().next().filter(|password| !password.is_empty()) {
            Some(password) => {
                secret::warn_if_others_may_read(path)?;
                Ok(server.with_password(password))
            }
            None => Err(Refusal::Typed(format!(
                "a password file has the password on its first line, got an empty one in {}; write \
                 it there",
                path.display()
            ))),
        }
    }

    pub(crate) fn wait(&self) -> Option<Wait> {
        self.wait.filter(|replicas| *replicas > 0).map(Wait::for_replicas)
    }

    /// The filter, waiting for replicas as was typed.
    pub(crate) fn minding(&self, shared: Shared) -> Shared {
        shared.waiting(self.wait())
    }
}

/// The library's errors are sentences already.
pub(crate) fn refusal(error: urnfield_redis::Error) -> Refusal {
    match error {
        urnfield_redis::Error::Library(error) => Refusal::Library(error),
        other => Refusal::Typed(other.to_string()),
    }
}
