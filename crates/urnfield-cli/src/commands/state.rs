//! The keys that were seen before today: a filter's file that `dedupe` goes on with.

use super::target::is_stdin_or_stdout;
use super::{intersection, locked, opened};
use crate::args::Dedupe;
use crate::refusal::Refusal;
use std::io::ErrorKind;
use std::path::Path;
use urnfield::filter::{FileLock, Packing};
use urnfield::{Filter, Interval, Point};
use urnfield_answers::Form;

/// Where it is kept, and the right to replace it, where it is there.
pub(super) struct State<'a> {
    path: &'a Path,
    typed: &'a Dedupe,
    lock: Option<(FileLock, Packing)>,
}

impl State<'_> {
    /// The state and what it remembers; `None` for a filter that is still to be made.
    pub(super) fn opened(typed: &Dedupe) -> Result<Option<(State<'_>, Option<Filter>)>, Refusal> {
        let Some(path) = typed.state.as_deref() else { return Ok(None) };
        if is_stdin_or_stdout(path) {
            let sentence = "what was seen is kept in a file; name one with --state";
            return Err(Refusal::Typed(sentence.into()));
        }
        if !path.exists() {
            return Ok(Some((State { path, typed, lock: None }, None)));
        }
        let lock = locked::file(path, typed.no_wait)?;
        let (filter, packing) = opened::under(&lock, typed.sizing.size.key_file.as_deref())?;
        intersection::refuse(path, &filter)?;
        Ok(Some((State { path, typed, lock: Some((lock, packing)) }, Some(filter))))
    }

    /// Keeps what has been seen by now. Another command may have begun the same file meanwhile:
    /// then it is what both have seen.
    pub(super) fn keep(self, filter: &mut Filter) -> Result<(), Refusal> {
        if let Some((lock, packing)) = self.lock {
            filter.save_under(lock, packing)?;
            return Ok(());
        }
        match filter.save_new(self.path, Packing::Raw) {
            Err(error) if error.io_kind() == Some(ErrorKind::AlreadyExists) => (),
            saved => return Ok(saved.map(|_| ())?),
        }
        let lock = locked::file(self.path, self.typed.no_wait)?;
        let (theirs, packing) = opened::under(&lock, self.typed.sizing.size.key_file.as_deref())?;
        filter.union_with(&theirs).map_err(|error| Refusal::about(self.path, error))?;
        filter.save_under(lock, packing)?;
        Ok(())
    }
}

/// How many more keys a filter has room for: those planned, without those that it seems to hold.
pub(super) fn room(filter: &Filter) -> Result<u64, Refusal> {
    let planned = match filter.planned_items() {
        0 => return Ok(u64::MAX),
        planned => planned,
    };
    if filter.bits_set() == 0 {
        return Ok(planned);
    }
    let found = urnfield_answers::estimated_items(&filter.summary(), Form::Text(7))?;
    let held = match (&found.point, &found.interval) {
        (Point::Value(about), _) => about.hi_f64().ceil() as u64,
        (_, Interval::Closed { hi, .. }) => *hi,
        _ => u64::MAX,
    };
    Ok(planned.saturating_sub(held))
}

/// That more keys came than there was room for.
pub(super) fn no_more_room(planned: u64, room: u64) -> Refusal {
    Refusal::Typed(match planned == room {
        true => format!(
            "a filter keeps its rate for the items it was planned for, got more than {room} \
             different keys; raise --items, or add --allow-overfull"
        ),
        false => format!(
            "a filter keeps its rate for the items it was planned for, and of {planned} there was \
             room for about {room} more; begin another --state with more --items, or add \
             --allow-overfull"
        ),
    })
}
