//! Questions from names and values, as typed in a shell or written in an address.

use crate::Unanswered;
use std::any::Any;
use std::sync::Arc;
use urnfield::Error;

/// Names and values in the order they were typed, without dashes; a name may come more than once.
#[derive(Debug, Clone, Default)]
pub struct Typed(pub Vec<(String, String)>);

/// Something that can be typed.
#[derive(Debug, Clone)]
pub struct TypedOption {
    /// Its name, with underscores where a shell has dashes.
    pub name: &'static str,
    /// What its value is called; a flag has none.
    pub value: Option<&'static str>,
    /// What it means, in a line.
    pub help: &'static str,
    /// How often it may be typed.
    pub need: Need,
    /// Which reader of [`crate::read`] reads it.
    pub reader: &'static str,
    /// Reads a value.
    pub read: fn(&str) -> Result<ReadValue, Error>,
}

/// A value that was read, of the type of the question's field.
#[derive(Clone)]
pub struct ReadValue(Arc<dyn Any + Send + Sync>);

impl ReadValue {
    /// Keeps a value of any type.
    pub fn of<T: Send + Sync + 'static>(value: T) -> ReadValue {
        ReadValue(Arc::new(value))
    }
}

/// Names and values in the order they were typed, each read once.
#[derive(Clone, Default)]
pub struct ReadFields(pub Vec<(&'static str, ReadValue)>);

/// How often something may be typed.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Need {
    /// Exactly once.
    Required,
    /// At most once.
    Optional,
    /// Once or more often.
    Repeated,
    /// As often as one likes.
    Any,
    /// At most once, and without a value.
    Flag,
}

/// What can be made out of what was typed; `question!` writes it.
pub trait FromTyped: Sized {
    /// Exactly one of these must be typed.
    const ONE_OF: &'static [&'static str] = &[];

    /// Everything that can be typed.
    fn options() -> Vec<TypedOption>;

    /// Makes the question of what was read.
    fn from_read(read: &ReadFields) -> Result<Self, Unanswered>;

    /// Makes the question of what was typed behind `words`.
    fn from_typed(words: &str, typed: &Typed) -> Result<Self, Unanswered> {
        Self::from_read(&typed.read(words, &Self::options(), Self::ONE_OF)?)
    }
}

/// The type of a field decides how often its option may be typed.
pub trait Field<T>: Sized {
    /// How often.
    const NEED: Need;

    /// All that was read; `None` where that is not what is needed.
    fn of(read: Vec<T>) -> Option<Self>;
}

impl<T> Field<T> for T {
    const NEED: Need = Need::Required;

    fn of(mut read: Vec<T>) -> Option<T> {
        read.pop()
    }
}

impl<T> Field<T> for Option<T> {
    const NEED: Need = Need::Optional;

    fn of(mut read: Vec<T>) -> Option<Option<T>> {
        Some(read.pop())
    }
}

impl<T> Field<T> for Vec<T> {
    const NEED: Need = Need::Repeated;

    fn of(read: Vec<T>) -> Option<Vec<T>> {
        (!read.is_empty()).then_some(read)
    }
}

impl<T> Field<T> for Option<Vec<T>> {
    const NEED: Need = Need::Any;

    fn of(read: Vec<T>) -> Option<Option<Vec<T>>> {
        Some((!read.is_empty()).then_some(read))
    }
}

/// What a flag is read as.
#[derive(Clone)]
pub struct Flag;

impl Field<Flag> for bool {
    const NEED: Need = Need::Flag;

    fn of(read: Vec<Flag>) -> Option<bool> {
        Some(!read.is_empty())
    }
}

/// Reads a value.
pub type Reader<T> = fn(&str) -> Result<T, Error>;

impl TypedOption {
    /// How often the option of a field may be typed.
    pub fn need<T, F: Field<T>>(_: Reader<T>) -> Need {
        F::NEED
    }
}

impl ReadFields {
    /// Returns the field of this name, whose option has this reader.
    pub fn field<T, F>(&self, name: &str, _: Reader<T>) -> Result<F, Unanswered>
    where
        T: Clone + 'static,
        F: Field<T>,
    {
        let values = self.0.iter().filter(|(typed, _)| *typed == name);
        let read = values.filter_map(|(_, value)| value.0.downcast_ref().cloned());
        F::of(read.collect()).ok_or_else(|| {
            let name = name.replace('_', "-");
            Unanswered::Unclear(format!("the question is not complete; add --{name}"))
        })
    }
}

impl TypedOption {
    /// Returns the option as errors show it: `--items <N>`.
    fn shown(&self) -> String {
        let name = self.name.replace('_', "-");
        self.value.map_or_else(|| format!("--{name}"), |value| format!("--{name} <{value}>"))
    }
}

impl Typed {
    /// Reads all values, and refuses what makes no question of the command `words`, in the shell's
    /// sentences.
    pub fn read(
        &self,
        words: &str,
        options: &[TypedOption],
        one_of: &[&str],
    ) -> Result<ReadFields, Unanswered> {
        let mut read = ReadFields::default();
        let help = format!("; see `urnfield {words} --help`");
        let refused = |fault: String| Err(Unanswered::Unclear(fault + &help));
        for (at, (name, value)) in self.0.iter().enumerate() {
            let dashed = name.replace('_', "-");
            let Some(option) = options.iter().find(|option| option.name == name) else {
                return refused(format!("unexpected argument '--{dashed}' found"));
            };
            if option.need == Need::Flag && !value.is_empty() {
                return refused(format!(
                    "unexpected value '{value}' for '--{dashed}' found; no more were expected"
                ));
            }
            let again = self.0[..at].iter().any(|(before, _)| before == name);
            if again && !matches!(option.need, Need::Repeated | Need::Any) {
                let shown = option.shown();
                return refused(format!("the argument '{shown}' cannot be used multiple times"));
            }
            let value = (option.read)(value)
                .map_err(|error| Unanswered::Unclear(format!("--{dashed}: {error}")))?;
            read.0.push((option.name, value));
        }
        let typed = |name: &str| self.0.iter().any(|(typed, _)| typed == name);
        let shown = |name: &&str| {
            let option = options.iter().find(|option| option.name == *name);
            option.map_or_else(|| (*name).to_owned(), TypedOption::shown)
        };
        let chosen: Vec<&&str> = one_of.iter().filter(|name| typed(name)).collect();
        if let [first, second, ..] = chosen[..] {
            let first = shown(first);
            let second = shown(second);
            return refused(format!("the argument '{first}' cannot be used with '{second}'"));
        }
        let needed = |option: &&TypedOption| {
            matches!(option.need, Need::Required | Need::Repeated) && !typed(option.name)
        };
        let mut missing: Vec<String> =
            options.iter().filter(needed).map(TypedOption::shown).collect();
        if chosen.is_empty() && !one_of.is_empty() {
            let choices: Vec<String> = one_of.iter().map(shown).collect();
            missing.push(format!("<{}>", choices.join("|")));
        }
        if missing.is_empty() {
            Ok(read)
        } else {
            let missing = missing.join(" and ");
            refused(format!("`urnfield {words}` needs {missing} as well"))
        }
    }
}

/// A question: its fields, each with what it means, its reader in [`crate::read`] and the name of
/// its value. Which of some fields must be known is said in front of them.
macro_rules! question {
    (
        $(#[$about:meta])* $name:ident $(one of $($one:ident)*)? {
            $(#[doc = $help:literal] $field:ident: $type:ty = $read:ident $(($value:literal))?,)*
        }
    ) => {
        $(#[$about])*
        #[derive(Debug, Clone)]
        pub struct $name {
            $(#[doc = $help] pub $field: $type,)*
        }

        impl $crate::ask::typed::FromTyped for $name {
            $(const ONE_OF: &'static [&'static str] = &[$(stringify!($one)),*];)?

            fn options() -> Vec<$crate::ask::typed::TypedOption> {
                use $crate::ask::typed::TypedOption;
                vec![$(TypedOption {
                    name: stringify!($field),
                    value: [$($value)?].first().copied(),
                    // A page travels, and has words of its own beside its fields.
                    help: if cfg!(target_family = "wasm") { "" } else { $help.trim_ascii_start() },
                    need: TypedOption::need::<_, $type>($crate::read::$read),
                    reader: stringify!($read),
                    read: |text| $crate::read::$read(text).map($crate::ask::typed::ReadValue::of),
                }),*]
            }

            fn from_read(
                read: &$crate::ask::typed::ReadFields,
            ) -> Result<$name, $crate::Unanswered> {
                Ok($name { $($field: read.field(stringify!($field), $crate::read::$read)?,)* })
            }
        }
    };
}
pub(crate) use question;

#[cfg(test)]
#[allow(unreachable_pub)] // The macro makes public types.
mod tests {
    use super::*;
    use urnfield::Rate;

    question! {
        /// Anything.
        Anything one of fpr sizes {
            /// How many
            items: u64 = count("N"),
            /// How often
            fpr: Option<Rate> = rate("P"),
            /// How large
            sizes: Option<Vec<u64>> = sizes("A,B"),
            /// Which
            parts: Vec<u64> = count("N"),
            /// Whether
            at_all: bool = flag,
            /// Others
            others: Option<Vec<u64>> = count("N"),
        }
    }

    #[test]
    fn fields_say_how_often_they_are_typed() {
        let needs: Vec<Need> = Anything::options().iter().map(|option| option.need).collect();
        use Need::{Any, Flag, Optional, Repeated, Required};
        assert_eq!(needs, [Required, Optional, Optional, Repeated, Flag, Any]);
        assert_eq!(Anything::ONE_OF, ["fpr", "sizes"]);
        assert_eq!(Anything::options()[4].value, None);
        assert_eq!(Anything::options()[0].help, "How many");
    }

    #[test]
    fn what_was_typed_is_read() {
        let read = |all: &[(&str, &str)]| {
            let options = Anything::options();
            let one = |(name, value): &(&str, &str)| {
                let option = options.iter().find(|option| option.name == *name);
                let option = option.expect("an option of the question");
                (option.read)(value).map(|value| (option.name, value))
            };
            all.iter().map(one).collect::<Result<_, _>>().map(ReadFields)
        };
        let all = [("items", "1e3"), ("parts", "1"), ("sizes", "3,4"), ("parts", "2")];
        let all_read = read(&all).expect("values of their kinds");
        let first_read = read(&all[..1]).expect("a number");
        let read_wrong = read(&[("items", "ten")]).err().expect("no number");
        let read = Anything::from_read(&all_read).expect("all that is needed");
        assert_eq!((read.items, read.parts), (1000, vec![1, 2]));
        assert_eq!((read.fpr, read.sizes, read.at_all), (None, Some(vec![3, 4]), false));
        assert_eq!(read.others, None);
        let missing = Anything::from_read(&first_read).expect_err("no parts");
        assert_eq!(missing.to_string(), "the question is not complete; add --parts");
        assert!(read_wrong.to_string().starts_with("a count is written like"), "{read_wrong}");
    }
}
