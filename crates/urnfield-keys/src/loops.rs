//! The loops of commands that add keys to a filter or ask it for keys, in a file or on a server.

use crate::blocks::block::Block;
use crate::key::bad::BadRecords;
use crate::keys::Keys;
use crate::ways::Rows;
use std::io::{self, IsTerminal, Write};
use std::ops::ControlFlow;
use urnfield_answers::{CheckAnswer, Form, JointRate, Report};
use urnfield_terminal::{Answer, Progress, Refusal, SelectOptions, write};

/// The keys that a command has added.
#[derive(Default)]
pub struct Inserted {
    /// The number of keys.
    pub keys: u64,
    /// Keys that set a bit, and so were certainly not in the filter before.
    pub new_keys: u64,
    /// Records without a key.
    pub bad: BadRecords,
}

/// What happens to the lines that a filter selects.
#[derive(Clone, Copy, PartialEq, Eq)]
pub enum Selected {
    /// All are printed.
    Printed,
    /// All are counted.
    Counted,
    /// The command ends at the first.
    Found,
}

impl Selected {
    /// Reads what was typed.
    pub fn typed(select: &SelectOptions, json: bool) -> Selected {
        if select.quiet {
            Selected::Found
        } else if select.count || json {
            Selected::Counted
        } else {
            Selected::Printed
        }
    }

    /// Returns whether rows of tables are printed.
    pub fn rows(self) -> Rows {
        if self == Selected::Printed { Rows::Printed } else { Rows::Taken }
    }
}

/// The answers to the keys of one block.
pub struct Answered {
    /// The number of keys.
    pub keys: u64,
    /// How many of them are selected.
    pub selected: u64,
    /// The selected lines, if lines are printed.
    pub lines: Vec<u8>,
}

/// The answers to all keys of a command.
pub struct Checked {
    keys: u64,
    selected: u64,
    bad: BadRecords,
    action: Selected,
}

impl Keys {
    /// Adds all keys. Every core runs `hash` on blocks. One thread runs `insert` in the order of
    /// the input, because what is new depends on earlier keys; it gets the number of keys added so
    /// far, and returns the number of keys in the block and how many of them were new.
    pub fn insert<T: Send + 'static>(
        &self,
        doing: &'static str,
        hash: impl Fn(Block) -> T + Send + Sync + 'static,
        mut insert: impl FnMut(T, u64) -> Result<(u64, u64), Refusal>,
    ) -> Result<Inserted, Refusal> {
        self.mention_what_is_not_recorded();
        let (mut keys, mut new_keys) = (0, 0);
        let bad = self.each(self.progress(doing), hash, |block| {
            let (more, new) = insert(block, keys)?;
            keys += more;
            new_keys += new;
            Ok(ControlFlow::Continue(()))
        })?;
        Ok(Inserted { keys, new_keys, bad })
    }

    /// Asks for all keys. Every core runs `ask` on blocks. One thread runs `answer` in the order of
    /// the input, and prints each block's lines before the next, for people who type keys.
    pub fn select<T: Send + 'static>(
        &self,
        action: Selected,
        ask: impl Fn(Block) -> T + Send + Sync + 'static,
        mut answer: impl FnMut(T) -> Result<Answered, Refusal>,
        out: &mut impl Write,
    ) -> Result<Checked, Refusal> {
        let is_shown = action == Selected::Printed && io::stdout().is_terminal();
        let progress = if is_shown { Progress::silent() } else { self.progress("checking keys") };
        let (mut keys, mut selected) = (0, 0);
        let bad = self.each(progress, ask, |asked| {
            let answered = answer(asked)?;
            keys += answered.keys;
            selected += answered.selected;
            if action == Selected::Found && selected > 0 {
                return Ok(ControlFlow::Break(()));
            }
            out.write_all(&answered.lines)?;
            out.flush()?;
            Ok(ControlFlow::Continue(()))
        })?;
        Ok(Checked { keys, selected, bad, action })
    }
}

impl Checked {
    /// Writes the counts if they were asked for, and returns whether lines were selected.
    pub fn write(
        self,
        joint_fpr: Option<JointRate>,
        notes: Vec<String>,
        json: bool,
        out: &mut impl Write,
    ) -> Result<Answer, Refusal> {
        let Checked { keys, selected, bad, action } = self;
        let mut report: Report = CheckAnswer { keys, selected, joint_fpr, notes }.into();
        bad.tell(&mut report);
        if action == Selected::Counted {
            write(report, Form::new(json, None), out)
        } else {
            Ok(Answer::of(&report))
        }
    }
}
