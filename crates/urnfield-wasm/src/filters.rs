//! Filters that stay in memory between calls, each under a number: for the npm package. The page
//! does without, because its module travels.

use crate::{text, with_state};
use std::sync::{Mutex, PoisonError};
use urnfield::filter::{Key, Packing};
use urnfield::{Error, Filter, FilterOptions, Rate};

/// The open filters; the number of each is its place, counted from 1. A closed one leaves its place
/// empty.
static OPEN: Mutex<Vec<Option<Filter>>> = Mutex::new(Vec::new());

/// The bytes of the file that was asked for last.
static FILE: Mutex<Vec<u8>> = Mutex::new(Vec::new());

fn with_open<T>(act: impl FnOnce(&mut Vec<Option<Filter>>) -> T) -> T {
    act(&mut OPEN.lock().unwrap_or_else(PoisonError::into_inner))
}

/// Runs `act` with an open filter. The caller's glue never passes another number.
fn with_filter<T>(number: usize, act: impl FnOnce(&mut Filter) -> T) -> Option<T> {
    with_open(|open| Some(act(open.get_mut(number.checked_sub(1)?)?.as_mut()?)))
}

/// Gives a filter a number; of a refusal, leaves the sentence where answers are, and returns 0.
fn opened(made: Result<Filter, Error>) -> usize {
    match made {
        Ok(filter) => with_open(|open| {
            let free = open.iter().position(Option::is_none).unwrap_or(open.len());
            open.resize_with(open.len().max(free + 1), || None);
            open[free] = Some(filter);
            free + 1
        }),
        Err(error) => {
            with_state(|state| state.answer = error.to_string());
            0
        }
    }
}

/// Returns the secret key of a keyed filter: 16 bytes, or none at all.
fn key(bytes: &[u8]) -> Result<Option<Key>, Error> {
    let bad = || Error::domain("a secret key has 16 bytes", format!("{} bytes", bytes.len()));
    if bytes.is_empty() {
        return Ok(None);
    }
    Ok(Some(Key::new(bytes.try_into().map_err(|_| bad())?)))
}

/// Opens the filter in a file's bytes, and returns its number, or 0 for a refusal.
///
/// # Safety
/// `len` bytes at `at` and `key_len` bytes at `key_at` are initialised.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn filter_load(
    at: *const u8,
    len: usize,
    key_at: *const u8,
    key_len: usize,
) -> usize {
    // SAFETY: the caller's promise.
    let (bytes, secret) = unsafe {
        (std::slice::from_raw_parts(at, len), std::slice::from_raw_parts(key_at, key_len))
    };
    opened(key(secret).and_then(|key| Filter::from_bytes(bytes, key)))
}

/// Makes the smallest filter that keeps a rate itself with so many items, and returns its number,
/// or 0 for a refusal.
///
/// # Safety
/// `rate_len` bytes at `rate_at` and `key_len` bytes at `key_at` are initialised.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn filter_for_items(
    items: u64,
    rate_at: *const u8,
    rate_len: usize,
    seed: u64,
    key_at: *const u8,
    key_len: usize,
) -> usize {
    // SAFETY: the caller's promise.
    let (rate, secret) =
        unsafe { (text(rate_at, rate_len), std::slice::from_raw_parts(key_at, key_len)) };
    let made = || {
        let rate: Rate = rate.parse()?;
        let hashing = match key(secret)? {
            Some(key) => key.into(),
            None => seed.into(),
        };
        Filter::for_items_with(items, rate, &FilterOptions { hashing, ..Default::default() })
    };
    opened(made())
}

/// Returns 1 if the filter may hold these bytes, and 0 if it does not.
///
/// # Safety
/// `len` bytes at `at` are initialised.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn filter_contains(number: usize, at: *const u8, len: usize) -> u32 {
    // SAFETY: the caller's promise.
    let item = unsafe { std::slice::from_raw_parts(at, len) };
    with_filter(number, |filter| filter.contains(item)).map_or(0, u32::from)
}

/// Inserts these bytes, and returns 1 if they certainly were not in before.
///
/// # Safety
/// `len` bytes at `at` are initialised.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn filter_insert(number: usize, at: *const u8, len: usize) -> u32 {
    // SAFETY: the caller's promise.
    let item = unsafe { std::slice::from_raw_parts(at, len) };
    with_filter(number, |filter| filter.insert(item)).map_or(0, u32::from)
}

/// Returns 1 if the filter may hold this integer, and 0 if it does not.
#[unsafe(no_mangle)]
pub extern "C" fn filter_contains_integer(number: usize, item: u64) -> u32 {
    with_filter(number, |filter| filter.contains_u64(item)).map_or(0, u32::from)
}

/// Inserts this integer, and returns 1 if it certainly was not in before.
#[unsafe(no_mangle)]
pub extern "C" fn filter_insert_integer(number: usize, item: u64) -> u32 {
    with_filter(number, |filter| filter.insert_u64(item)).map_or(0, u32::from)
}

/// Makes the bytes of the filter's file, and returns how many there are; they are at [`file_at`].
#[unsafe(no_mangle)]
pub extern "C" fn filter_file(number: usize, compressed: u32) -> usize {
    let packing = if compressed == 0 { Packing::Raw } else { Packing::Smallest };
    let bytes = with_filter(number, |filter| filter.to_bytes(packing)).unwrap_or_default();
    let mut file = FILE.lock().unwrap_or_else(PoisonError::into_inner);
    *file = bytes;
    file.len()
}

/// Where the bytes of the last file are, until the next call of [`filter_file`] or
/// [`file_release`].
#[unsafe(no_mangle)]
pub extern "C" fn file_at() -> *const u8 {
    FILE.lock().unwrap_or_else(PoisonError::into_inner).as_ptr()
}

/// Gives the memory of the last file back.
#[unsafe(no_mangle)]
pub extern "C" fn file_release() {
    *FILE.lock().unwrap_or_else(PoisonError::into_inner) = Vec::new();
}

/// Returns the flags of the kinds of keys that a filter holds, as its file has them.
#[unsafe(no_mangle)]
pub extern "C" fn filter_key_kinds(number: usize) -> u32 {
    with_filter(number, |filter| filter.key_kinds().flags()).map_or(0, u32::from)
}

/// Closes a filter, and gives its memory back.
#[unsafe(no_mangle)]
pub extern "C" fn filter_close(number: usize) {
    with_open(|open| {
        if let Some(place) = number.checked_sub(1).and_then(|place| open.get_mut(place)) {
            *place = None;
        }
    });
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn filters_are_made_asked_written_and_read() {
        let none = std::ptr::NonNull::<u8>::dangling().as_ptr();
        let secret = [7_u8; 16];
        for key in [&secret[..], &[]] {
            // SAFETY: everything is as long as it says.
            let made =
                unsafe { filter_for_items(100, b"1%".as_ptr(), 2, 3, key.as_ptr(), key.len()) };
            assert_ne!(made, 0);
            // SAFETY: the text is as long as it says.
            let insert = |text: &str| unsafe { filter_insert(made, text.as_ptr(), text.len()) };
            assert_eq!((insert("amphora"), insert("amphora")), (1, 0));
            assert_eq!((filter_insert_integer(made, 5), filter_insert_integer(made, 5)), (1, 0));
            assert_eq!(filter_key_kinds(made), 3);
            let length = filter_file(made, 0);
            // SAFETY: the bytes stay until the file is released.
            let read = unsafe { filter_load(file_at(), length, key.as_ptr(), key.len()) };
            file_release();
            filter_close(made);
            // SAFETY: the text is as long as it says.
            let has = |text: &str| unsafe { filter_contains(read, text.as_ptr(), text.len()) };
            assert_eq!((has("amphora"), has("krater")), (1, 0));
            assert_eq!(
                (filter_contains_integer(read, 5), filter_contains_integer(read, 6)),
                (1, 0)
            );
            // A closed filter holds nothing, and its number is given again.
            assert_eq!(filter_contains_integer(made, 5), 0);
            filter_close(read);
        }
        // SAFETY: everything is as long as it says.
        let refused = unsafe { filter_for_items(100, b"2".as_ptr(), 1, 3, none, 0) };
        assert_eq!(refused, 0);
        assert!(with_state(|state| state.answer.contains("got 2")), "a sentence");
        // SAFETY: everything is as long as it says.
        assert_eq!(unsafe { filter_load(b"no filter".as_ptr(), 9, none, 0) }, 0);
        // SAFETY: everything is as long as it says.
        assert_eq!(unsafe { filter_for_items(100, b"1%".as_ptr(), 2, 3, b"short".as_ptr(), 5) }, 0);
    }
}
