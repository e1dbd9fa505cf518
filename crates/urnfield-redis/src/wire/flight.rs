//! Commands that were sent together, and what is known of their replies.

use crate::error::Error;
use crate::wire::command::Command;
use crate::wire::reply::Reply;
use crate::wire::slots::Node;
use crate::wire::wait::Wait;
use std::time::Instant;

/// Commands that were sent together.
pub(crate) struct Flight {
    pub(crate) commands: Vec<Command>,
    pub(crate) wait: Option<Wait>,
    pub(crate) replies: Vec<Option<Reply>>,
    /// For each command, the node that another node redirected it to for one attempt.
    pub(crate) asked: Vec<Option<Node>>,
    /// What was sent and is not read yet: the node, the number of the connection, the commands.
    pub(crate) sent: Vec<(Node, u64, Vec<usize>)>,
    pub(crate) unfinished: Option<Unfinished>,
    /// When it was first sent. Patience includes the silence before the first failure.
    pub(crate) began: Instant,
}

/// Why some commands have no answer.
pub(crate) enum Unfinished {
    /// They belong to another node, or on another connection.
    Elsewhere,
    /// It may be better in a while; else this is the error.
    Trouble(Error),
}
