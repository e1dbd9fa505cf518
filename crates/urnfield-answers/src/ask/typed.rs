//! Questions from names and values, as typed in a shell or written in an address.

use crate::Unanswered;
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
    /// Whether that can read this.
    pub check: fn(&str) -> Result<(), Error>,
}

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

    /// Reads what was typed.
    fn from_typed(typed: &Typed) -> Result<Self, Unanswered>;
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

impl Typed {
    /// Reads the field of this name.
    pub fn field<T, F: Field<T>>(&self, name: &str, read: Reader<T>) -> Result<F, Unanswered> {
        let values = self.0.iter().filter(|(typed, _)| typed == name);
        let read: Vec<T> = values.map(|(_, value)| read(value)).collect::<Result<_, _>>()?;
        F::of(read).ok_or_else(|| {
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
    /// Refuses what makes no question of the command `words`, in the shell's sentences.
    pub fn check(
        &self,
        words: &str,
        options: &[TypedOption],
        one_of: &[&str],
    ) -> Result<(), Unanswered> {
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
            (option.check)(value)
                .map_err(|error| Unanswered::Unclear(format!("--{dashed}: {error}")))?;
        }
        let typed = |name: &str| self.0.iter().any(|(typed, _)| typed == name);
        let shown = |name: &&str| {
            let option = options.iter().find(|option| option.name == *name);
            option.map_or_else(|| (*name).to_owned(), TypedOption::shown)
        };
        let chosen: Vec<&&str> = one_of.iter().filter(|name| typed(name)).collect();
        if let [first, second, ..] = chosen[..] {
            let (first, second) = (shown(first), shown(second));
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
            Ok(())
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
                    check: |text| $crate::read::$read(text).map(drop),
                }),*]
            }

            fn from_typed(typed: &$crate::ask::typed::Typed) -> Result<$name, $crate::Unanswered> {
                Ok($name { $($field: typed.field(stringify!($field), $crate::read::$read)?,)* })
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
        let typed = |all: &[(&str, &str)]| {
            Typed(all.iter().map(|(name, value)| (name.to_string(), value.to_string())).collect())
        };
        let all = [("items", "1e3"), ("parts", "1"), ("sizes", "3,4"), ("parts", "2")];
        let read = Anything::from_typed(&typed(&all)).expect("all that is needed");
        assert_eq!((read.items, read.parts), (1000, vec![1, 2]));
        assert_eq!((read.fpr, read.sizes, read.at_all), (None, Some(vec![3, 4]), false));
        assert_eq!(read.others, None);
        let missing = Anything::from_typed(&typed(&all[..1])).expect_err("no parts");
        assert_eq!(missing.to_string(), "the question is not complete; add --parts");
        let wrong = Anything::from_typed(&typed(&[("items", "ten")])).expect_err("no number");
        assert!(wrong.to_string().starts_with("a count is written like"), "{wrong}");
    }
}
