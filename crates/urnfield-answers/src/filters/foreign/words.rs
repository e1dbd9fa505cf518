//! Sentences about files, and about which formats they can be.

use urnfield_foreign::{FORMATS, Found};

/// Says that a file is of no known format, and what can be done.
pub fn no_foreign_in_words(file: &str) -> String {
    format!(
        "{file} has no Bloom filter that its content tells; if you know its library, name it with --format: {}",
        named(|_| true)
    )
}

/// Says which formats a file can be, where there are several.
pub fn several_in_words(file: &str, found: &[Found]) -> String {
    let names: Vec<&str> = found.iter().map(|found| found.format.name).collect();
    format!("{file} can be read in several formats: {}; name one with --format", names.join(", "))
}

/// Says that a file can hold filters, and holds none.
pub fn no_filters_of_in_words(file: &str, library: &str) -> String {
    format!("{file} has no Bloom filters; it is a file of {library}")
}

/// Refuses a name of a format, with those that there are.
pub fn no_format_in_words(name: &str) -> String {
    format!("there is no format {name:?}; the formats are {}", named(|_| true))
}

/// The names of formats with a property.
pub fn named(has: impl Fn(&urnfield_foreign::Format) -> bool) -> String {
    let names: Vec<&str> =
        FORMATS.iter().filter(|format| has(format)).map(|format| format.name).collect();
    names.join(", ")
}
