//! Keys in batches, several of them under way: while the server works on one, the next is made and
//! the replies to the one before are read.

use crate::batch::{Batch, Doing, Unsealed, keys_at_once, rounds};
use crate::{Error, Shared};
use std::collections::VecDeque;
use std::ops::Range;
use urnfield::filter::Digest;

/// Batches that are under way, at most.
const UNDER_WAY: usize = 8;

/// A batch that was sent.
struct Sent {
    batch: Batch,
    /// The keys that it began with.
    keys: Range<usize>,
    /// Those that it is about.
    some: Vec<usize>,
    /// Which of their positions are asked for next.
    rounds: VecDeque<Range<usize>>,
}

impl Shared {
    /// Of every key, whether all its bits were set before.
    pub(crate) fn batches(&mut self, digests: &[Digest], doing: Doing) -> Result<Vec<bool>, Error> {
        let mut known = vec![true; digests.len()];
        let (mut next, mut sent) = (0, VecDeque::new());
        loop {
            while next < digests.len() && sent.len() < UNDER_WAY {
                let rounds = self.rounds(doing);
                let positions = rounds.front().map_or(1, |part| part.len().max(1));
                let end = next + keys_at_once(&self.spec, positions as u64);
                let keys = next..end.min(digests.len());
                next = keys.end;
                sent.push_back(self.sent(digests, doing, keys.clone(), keys.collect(), rounds)?);
            }
            let Some(Sent { batch, keys, mut some, rounds }) = sent.pop_front() else {
                return Ok(known);
            };
            let replies = self.links.receive()?;
            let answers = batch.answers(&self.spec, &replies).map_err(|Unsealed(shard)| {
                self.links.forget();
                self.broken(shard)
            })?;
            some.iter().zip(answers).for_each(|(i, yes)| known[*i] = yes);
            some.retain(|i| known[*i]);
            if !rounds.is_empty() && !some.is_empty() {
                sent.push_back(self.sent(digests, doing, keys, some, rounds)?);
            } else if doing == Doing::Asking {
                // Next time it is known what to expect.
                self.strangers = 2 * some.len() < keys.len();
            }
        }
    }

    /// Returns which positions go together: all, or few at first if most keys are expected to be
    /// new. Bits are never cleared, but by an intersection, so what is false once stays an answer.
    fn rounds(&self, doing: Doing) -> VecDeque<Range<usize>> {
        // No filter whose positions are listed has more of them than memory has bytes.
        let hashes = self.spec.design.hashes() as usize;
        if doing == Doing::Asking && self.strangers {
            return rounds(hashes).collect();
        }
        std::iter::once(0..hashes).collect()
    }

    fn sent(
        &mut self,
        digests: &[Digest],
        doing: Doing,
        keys: Range<usize>,
        some: Vec<usize>,
        mut rounds: VecDeque<Range<usize>>,
    ) -> Result<Sent, Error> {
        let part = rounds.pop_front().unwrap_or_default();
        let wait = self.wait.filter(|_| doing == Doing::Adding);
        let chosen = some.iter().map(|i| digests[*i]);
        let made = Batch::new(&self.name, &self.spec, chosen, (doing, part));
        let mut batch = made.inspect_err(|_| self.links.forget())?;
        self.links.send(std::mem::take(&mut batch.commands), wait)?;
        Ok(Sent { batch, keys, some, rounds })
    }
}
