//! Which node of a cluster has a key: 16384 slots, each with one master.

use crate::wire::reply::Reply;
use std::collections::BTreeMap;

const SLOTS: u16 = 16384;

/// The slot of a key: CRC-16 (XMODEM) of what stands between the first braces, or of all of it.
pub(crate) fn slot(key: &str) -> u16 {
    let tag = key.split_once('{').and_then(|(_, rest)| rest.split_once('}'));
    let hashed = tag.map(|(tag, _)| tag).filter(|tag| !tag.is_empty()).unwrap_or(key);
    hashed.bytes().fold(0_u16, |crc, byte| {
        (0..8).fold(crc ^ (u16::from(byte) << 8), |crc, _| match crc & 0x8000 {
            0 => crc << 1,
            _ => (crc << 1) ^ 0x1021,
        })
    }) % SLOTS
}

/// A node.
#[derive(Clone, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub(crate) struct Node {
    pub(crate) host: String,
    pub(crate) port: u16,
}

/// Masters by the last slot of their ranges, and every node that was named.
#[derive(Default, Debug)]
pub(crate) struct Slots {
    ranges: BTreeMap<u16, (u16, Node)>,
    pub(crate) nodes: Vec<Node>,
}

impl Slots {
    /// What a node answers to `CLUSTER SLOTS`; a node without a host is the one that was asked.
    pub(crate) fn read(answer: &Reply, asked: &str) -> Option<Slots> {
        let Reply::List(rows) = answer else { return None };
        let mut slots = Slots::default();
        for row in rows {
            let Reply::List(row) = row else { return None };
            let [Reply::Int(first), Reply::Int(last), nodes @ ..] = &row[..] else { return None };
            let nodes: Option<Vec<Node>> =
                nodes.iter().map(|node| read_node(node, asked)).collect();
            let nodes = nodes?;
            let first = u16::try_from(*first).ok()?;
            let last = u16::try_from(*last).ok()?;
            slots.ranges.insert(last, (first, nodes.first()?.clone()));
            slots.nodes.extend(nodes);
        }
        slots.nodes.sort();
        slots.nodes.dedup();
        (!slots.ranges.is_empty()).then_some(slots)
    }

    /// The master that has a slot.
    pub(crate) fn master(&self, slot: u16) -> Option<&Node> {
        let (_, (first, node)) = self.ranges.range(slot..).next()?;
        (*first <= slot).then_some(node)
    }
}

fn read_node(node: &Reply, asked: &str) -> Option<Node> {
    let Reply::List(parts) = node else { return None };
    let host = match parts.first()? {
        Reply::Nil => String::new(),
        host => host.as_text()?,
    };
    let host = if host.is_empty() || host == "?" { asked.to_owned() } else { host };
    let Reply::Int(port) = parts.get(1)? else { return None };
    Some(Node { host, port: u16::try_from(*port).ok()? })
}

/// The node that a redirection names: `3999 127.0.0.1:6381`, after MOVED or ASK.
pub(crate) fn redirected(detail: &str, asked: &str) -> Option<Node> {
    let (host, port) = detail.split_whitespace().nth(1)?.rsplit_once(':')?;
    let host = if host.is_empty() { asked } else { host };
    Some(Node { host: host.to_owned(), port: port.parse().ok()? })
}

#[cfg(test)]
mod tests {
    use super::*;

    /// As `CLUSTER KEYSLOT` says.
    #[test]
    fn slots_are_those_of_the_servers() {
        assert_eq!(slot("123456789"), 0x31c3);
        assert_eq!(slot("foo"), 12182);
        assert_eq!(slot("{user1000}.following"), slot("user1000"));
        assert_eq!(slot("foo{}{bar}"), slot("foo{}{bar}") % SLOTS);
        assert_ne!(slot("foo{}{bar}"), slot("bar"));
        assert_eq!(slot("foo{{bar}}zap"), slot("{bar"));
    }

    #[test]
    fn every_slot_has_its_master_and_gaps_have_none() {
        let text = |host: &str| Reply::Bytes(host.as_bytes().to_vec());
        let node = |host: &str, port| Reply::List(vec![text(host), Reply::Int(port), text("id")]);
        let row = |first, last, nodes: Vec<Reply>| {
            Reply::List([vec![Reply::Int(first), Reply::Int(last)], nodes].concat())
        };
        let answer = Reply::List(vec![
            row(10, 20, vec![node("b", 2), node("r", 9)]),
            row(0, 5, vec![node("", 1)]),
        ]);
        let slots = Slots::read(&answer, "asked").expect("well formed");
        let host = |slot| slots.master(slot).map(|node| node.host.as_str());
        assert_eq!(
            [host(0), host(5), host(6), host(9)],
            [Some("asked"), Some("asked"), None, None]
        );
        assert_eq!([host(10), host(20), host(21)], [Some("b"), Some("b"), None]);
        assert_eq!(slots.nodes.len(), 3);
        assert!(Slots::read(&Reply::List(vec![]), "asked").is_none());
        assert!(Slots::read(&Reply::Nil, "asked").is_none());
        let there = redirected("3999 127.0.0.1:6381", "asked").expect("a node");
        assert_eq!(there, Node { host: "127.0.0.1".into(), port: 6381 });
        assert_eq!(redirected("3999 :6381", "asked").expect("a node").host, "asked");
        assert_eq!(redirected("3999", "asked"), None);
    }
}
