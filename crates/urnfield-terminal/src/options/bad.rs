//! What happens to a record that has no key.

use clap::ValueEnum;

/// What is done with a record that has no key.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, ValueEnum)]
pub enum Bad {
    /// The command ends.
    #[default]
    Stop,
    /// The record is left out and counted.
    Skip,
    /// The record is printed as it is and counted.
    Keep,
}
