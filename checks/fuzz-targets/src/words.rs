//! Whatever is typed: it is read exactly, or refused in one sentence.

use urnfield::{Rate, Rational};
use urnfield_answers::{Asked, read};

/// Numbers, rates, sizes, spans, departments, kinds, delimiters, and questions as they stand in an
/// address.
pub fn read_words(data: &[u8]) {
    let text = String::from_utf8_lossy(data);
    let text = text.as_ref();
    let counted = said(read::count(text));
    said(read::large_count(text));
    said(read::size_in_bits(text));
    said(read::size_in_bytes(text));
    said(read::sizes(text));
    said(read::span(text));
    said(read::degrees(text));
    said(read::digits(text));
    said(read::delimiter(text));
    said(read::kinds(text));
    said(read::filter_kind(text));
    said(read::order(text));
    said(read::threshold(text));
    if let Some(departments) = said(read::department(text)) {
        assert!(!departments.is_empty());
    }
    if let Some(rate) = said(read::rate(text)) {
        assert!(*rate.value() > Rational::zero() && *rate.value() < Rational::one());
        again(&rate.to_string(), |shown| read::rate(shown).ok() == Some(rate.clone()));
    }
    if let Some(number) = said(read::number(text)) {
        again(&number.to_string(), |shown| read::number(shown).ok() == Some(number.clone()));
    }
    if let (Some(count), Ok(plain)) = (counted, text.parse::<u64>()) {
        assert_eq!(count, plain, "plain digits are what they say");
    }
    // Read and looked through, not answered: what it costs is not the reader's business.
    if let Err(refused) = Asked::from_address(text) {
        sentence(&refused.to_string());
    }
    let _ = text.parse::<Rate>();
}

/// What was read; a refusal is one sentence.
fn said<T>(read: Result<T, urnfield::Error>) -> Option<T> {
    read.map_err(|refused| sentence(&refused.to_string())).ok()
}

fn sentence(refused: &str) {
    assert!(!refused.is_empty() && refused.len() < 4000, "{refused}");
}

/// What it is shown as is read as the same, unless that is longer than anybody types.
fn again(shown: &str, same: impl Fn(&str) -> bool) {
    assert!(shown.len() > 100 || same(shown), "{shown}");
}
