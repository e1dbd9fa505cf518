//! Writes that wait for replicas.

use crate::wire::command::Command;
use std::time::Duration;

/// How many replicas must have a write before it is called done, and how long each is waited for.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Wait {
    /// The number of replicas.
    pub replicas: u64,
    /// How long to wait before the write is sent again.
    pub timeout: Duration,
}

impl Wait {
    /// Waits for this number of replicas, for one second per attempt.
    pub fn for_replicas(replicas: u64) -> Wait {
        Wait { replicas, timeout: Duration::from_secs(1) }
    }

    pub(crate) fn command(self) -> Command {
        let millis = self.timeout.as_millis().clamp(1, 10_000).to_string();
        Command::words("", &[b"WAIT", self.replicas.to_string().as_bytes(), millis.as_bytes()])
    }
}
