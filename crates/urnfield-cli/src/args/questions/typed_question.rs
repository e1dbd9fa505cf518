//! Questions of [`urnfield_answers`] on the command line: their options come from there.

use clap::error::ErrorKind;
use clap::{Arg, ArgAction, ArgGroup, ArgMatches, Args, Command, Error, FromArgMatches};
use urnfield_answers::read::words_of;
use urnfield_answers::typed::{Flag, FromTyped, Need, ReadFields, ReadValue, TypedOption};
use urnfield_terminal::{Offering, Output};

/// What is asked, and how the answer is to be written.
pub(crate) struct TypedQuestion<Q, O = Output> {
    pub(crate) question: Q,
    pub(crate) output: O,
}

impl<Q: FromTyped, O: Args> Args for TypedQuestion<Q, O> {
    fn augment_args(command: Command) -> Command {
        O::augment_args(with_options(command, Q::options(), Q::ONE_OF))
    }

    fn augment_args_for_update(command: Command) -> Command {
        Self::augment_args(command)
    }
}

impl<Q: FromTyped, O: Args> FromArgMatches for TypedQuestion<Q, O> {
    fn from_arg_matches(matches: &ArgMatches) -> Result<TypedQuestion<Q, O>, Error> {
        let question = Q::from_read(&read(matches, Q::options()));
        let question = question.map_err(|error| Error::raw(ErrorKind::ValueValidation, error))?;
        Ok(TypedQuestion { question, output: O::from_arg_matches(matches)? })
    }

    fn update_from_arg_matches(&mut self, matches: &ArgMatches) -> Result<(), Error> {
        *self = TypedQuestion::from_arg_matches(matches)?;
        Ok(())
    }
}

pub(crate) fn with_options(
    command: Command,
    options: Vec<TypedOption>,
    one_of: &[&'static str],
) -> Command {
    let command = command.args(options.into_iter().map(to_arg));
    match one_of {
        [] => command,
        _ => command.group(ArgGroup::new("one_of").args(one_of).required(true)),
    }
}

fn to_arg(option: TypedOption) -> Arg {
    let arg = Arg::new(option.name).long(option.name.replace('_', "-")).help(option.help);
    let Some(value) = option.value else { return arg.action(ArgAction::SetTrue) };
    let arg = arg
        .value_name(value)
        .value_parser(Offering::new(option.read, words_of(option.reader)))
        .hide_possible_values(true)
        .required(matches!(option.need, Need::Required | Need::Repeated));
    let arg = match option.need {
        Need::Repeated | Need::Any => arg.action(ArgAction::Append),
        _ => arg,
    };
    // The reader refuses a value that begins with a dash, in a better sentence.
    match option.reader {
        "count" | "size_in_bits" => arg.allow_negative_numbers(true),
        "kind" | "kinds" | "filter_kind" | "rate_kind" | "steps" => arg,
        _ => arg.allow_hyphen_values(true),
    }
}

/// Returns the values of these options, which clap has had read.
pub(crate) fn read(matches: &ArgMatches, options: Vec<TypedOption>) -> ReadFields {
    let values = |option: TypedOption| -> Vec<(&'static str, ReadValue)> {
        let pair = |value: &ReadValue| (option.name, value.clone());
        match option.need {
            Need::Flag if matches.get_flag(option.name) => vec![(option.name, ReadValue::of(Flag))],
            Need::Flag => Vec::new(),
            _ => matches.get_many(option.name).into_iter().flatten().map(pair).collect(),
        }
    };
    ReadFields(options.into_iter().flat_map(values).collect())
}
