//! The filter file in which `dedupe` keeps the keys of earlier runs.

use crate::args::Dedupe;
use crate::commands::files::sizing::Counting;
use crate::commands::files::target::is_stdin_or_stdout;
use crate::commands::files::{intersection, locked, opened, sizing};
use std::io::ErrorKind;
use std::path::Path;
use urnfield::filter::{FileLock, Packing, ReservedFile};
use urnfield::{Filter, Interval, Point, Rational};
use urnfield_answers::Form;
use urnfield_terminal::Refusal;

/// The file of the state, and its lock if it exists.
pub(crate) struct State<'a> {
    path: &'a Path,
    typed: &'a Dedupe,
    packing: Packing,
    lock: Option<FileLock>,
}

/// A state whose space on the disk is reserved.
pub(crate) struct ReservedState<'a> {
    path: &'a Path,
    typed: &'a Dedupe,
    packing: Packing,
    file: ReservedFile,
}

impl<'a> State<'a> {
    /// Opens the state and its filter. The filter is `None` if it is still to be made.
    pub(crate) fn opened(
        typed: &'a Dedupe,
    ) -> Result<Option<(State<'a>, Option<Filter>)>, Refusal> {
        let Some(path) = typed.state.as_deref() else { return Ok(None) };
        if is_stdin_or_stdout(path) {
            let sentence = "what was seen is kept in a file; name one with --state";
            return Err(Refusal::Typed(sentence.into()));
        }
        if !path.exists() {
            if path.is_symlink() {
                let shown = path.display();
                let sentence =
                    format!("{shown} is a link that leads to no file; name the file with --state");
                return Err(Refusal::Typed(sentence));
            }
            let state = State { path, typed, packing: Packing::Raw, lock: None };
            return Ok(Some((state, None)));
        }
        let lock = locked::file(path, typed.no_wait)?;
        let (filter, packing) = opened::under(&lock, typed.sizing.size.key_file.as_deref())?;
        intersection::refuse(path, &filter)?;
        Ok(Some((State { path, typed, packing, lock: Some(lock) }, Some(filter))))
    }

    /// Refuses a new state that is sized for the keys of this run, because it would be full after
    /// it.
    pub(crate) fn check_size(&self) -> Result<(), Refusal> {
        let remedy = match sizing::counting(&self.typed.sizing) {
            Counting::Needless => return Ok(()),
            Counting::ForSize => "add --items with the most there can be, or --bits",
            Counting::ForHashes => "add --items with the most there can be",
        };
        Err(Refusal::Typed(format!(
            "{} does not exist yet, and a new state is sized for the keys of all days and not for \
             those of the first; {remedy}",
            self.path.display()
        )))
    }

    /// Reserves space on the disk before the first line is printed.
    pub(crate) fn reserve(self, filter: &Filter) -> Result<ReservedState<'a>, Refusal> {
        let State { path, typed, packing, lock } = self;
        let file = match lock {
            Some(lock) => filter.reserve_under(lock)?,
            None => filter.reserve_new(path)?,
        };
        Ok(ReservedState { path, typed, packing, file })
    }
}

impl ReservedState<'_> {
    /// Saves the keys that were seen. If another command has made the same file meanwhile, the file
    /// gets the keys of both.
    pub(crate) fn keep(self, filter: &mut Filter) -> Result<(), Refusal> {
        let ReservedState { path, typed, packing, file } = self;
        match filter.save_reserved(file, packing) {
            Err(error) if error.io_kind() == Some(ErrorKind::AlreadyExists) => (),
            saved => return Ok(saved.map(|_| ())?),
        }
        let lock = locked::file(path, typed.no_wait)?;
        let (theirs, packing) = opened::under(&lock, typed.sizing.size.key_file.as_deref())?;
        filter.union_with(&theirs).map_err(|error| Refusal::about(path, error))?;
        filter.save_under(lock, packing)?;
        Ok(())
    }

    pub(crate) fn path(&self) -> &Path {
        self.path
    }
}

/// Returns the refusal of a run whose keys are not saved. A reader that did not get all lines can
/// then have them again.
pub(crate) fn not_saved(state: &Path, refusal: &Refusal, printed: u64) -> Refusal {
    let why = if refusal.is_broken_pipe() {
        "the reader of the lines ended before it had all of them".to_owned()
    } else {
        refusal.to_string()
    };
    let again = match printed {
        0 => "",
        _ => ", and the next run prints these lines again",
    };
    Refusal::Typed(format!("{why}; the state {} was not saved{again}", state.display()))
}

/// Warns that a state keeps the plan that it was made with, where another one was typed.
pub(crate) fn other_plan(state: &str, items: u64, planned: u64) -> Option<String> {
    (items != planned && planned > 0).then(|| {
        format!(
            "{state} was planned for {planned} items, and --items {items} does not change that; \
             begin another --state for more"
        )
    })
}

/// How many more keys a filter has room for.
pub(crate) struct Room {
    /// The planned items minus the estimated items.
    pub(crate) keys: u64,
    /// The refusal of one more key.
    refusal: String,
}

impl Room {
    /// Returns room for any number of keys.
    fn endless() -> Room {
        Room { keys: u64::MAX, refusal: String::new() }
    }

    /// Returns the room of a filter, which may hold keys of earlier runs.
    pub(crate) fn of(filter: &Filter, typed: &Dedupe) -> Result<Room, Refusal> {
        if typed.allow_overfull {
            return Ok(Room::endless());
        }
        let planned = match filter.planned_items() {
            0 => return Room::unplanned(filter, typed.state.as_deref()),
            planned => planned,
        };
        let held = if filter.bits_set() == 0 { 0 } else { held(filter)? };
        let keys = planned.saturating_sub(held);
        let refusal = match (&typed.state, held) {
            (Some(path), 1..) => format!(
                "{} was planned for {planned} different keys and had room for about {keys} more, \
                 and more came; begin another --state with more --items, or add --allow-overfull",
                path.display()
            ),
            _ => format!(
                "a filter keeps its rate for the items it was planned for, got more than {planned} \
                 different keys; raise --items, or add --allow-overfull"
            ),
        };
        Ok(Room { keys, refusal })
    }

    /// Returns the room of a filter without planned items. A filter that drops more than half of
    /// all new lines is refused.
    fn unplanned(filter: &Filter, state: Option<&Path>) -> Result<Room, Refusal> {
        let half = Rational::new(1, 2).map_err(urnfield::Error::from)?;
        match state {
            Some(path) if filter.own_fpr()?.certainly_gt(&half) => Err(Refusal::Typed(format!(
                "{} is so full that it drops more than half of all new lines; begin another --state \
                 with more --bits, or add --allow-overfull",
                path.display()
            ))),
            _ => Ok(Room::endless()),
        }
    }

    /// Returns the refusal of more keys than there is room for.
    pub(crate) fn exceeded(&self) -> Refusal {
        Refusal::Typed(self.refusal.clone())
    }
}

/// Estimates how many keys a filter holds.
fn held(filter: &Filter) -> Result<u64, Refusal> {
    let found = urnfield_answers::estimated_items(&filter.summary(), Form::Text(7))?;
    Ok(match (&found.point, &found.interval) {
        (Point::Value(about), _) => about.hi_f64().round() as u64,
        (_, Interval::Closed { hi, .. }) => *hi,
        _ => u64::MAX,
    })
}
