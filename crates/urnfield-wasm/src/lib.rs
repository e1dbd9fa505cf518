//! The answers of urnfield for a page: a plain C interface, by which a question goes in as text, as
//! it stands in the page's address, and its answer comes out as text, as the shell has it.
//!
//! | file | idea |
//! |---|---|
//! | `lib` | the interface: memory, files, a question, an answer |
//! | `asked` | which question it is, and its answer |
//! | `filters` | filters that stay open, for the npm package |
//!
//! ```js
//! const at = room(length);                // Fill it, then:
//! if (ask(0, at, length)) { … }           // the answer's text is at answer_at(), answer_len()
//! release(at, length);
//! ```

#![allow(unsafe_code)] // Memory that crosses the border is named by its address.

mod asked;
#[cfg(feature = "filters")]
pub mod filters;

pub use asked::{Answered, File, answer};

use std::mem::{self, ManuallyDrop};
use std::sync::{Mutex, PoisonError};
use urnfield_answers::Written;

/// Files that belong to the next question, the last answer, and what is said beside it.
struct State {
    files: Vec<File>,
    answer: String,
    talk: String,
}

static STATE: Mutex<State> =
    Mutex::new(State { files: Vec::new(), answer: String::new(), talk: String::new() });

fn with_state<T>(act: impl FnOnce(&mut State) -> T) -> T {
    act(&mut STATE.lock().unwrap_or_else(PoisonError::into_inner))
}

/// Memory for so many bytes, given back with [`release`]; null where there is none.
#[unsafe(no_mangle)]
pub extern "C" fn room(len: usize) -> *mut u8 {
    let mut bytes = Vec::<u8>::new();
    match bytes.try_reserve_exact(len) {
        Ok(()) => ManuallyDrop::new(bytes).as_mut_ptr(),
        Err(_) => std::ptr::null_mut(),
    }
}

/// Gives memory back.
///
/// # Safety
/// `at` came from [`room`] with the same `len`, and is not used again.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn release(at: *mut u8, len: usize) {
    // SAFETY: the vector of `room` has this capacity; u8 is never dropped, so no length is needed.
    drop(unsafe { Vec::from_raw_parts(at, 0, len) });
}

/// Text that was put into memory; what is no UTF-8 is replaced.
///
/// # Safety
/// `len` bytes at `at` are initialised.
unsafe fn text(at: *const u8, len: usize) -> String {
    // SAFETY: the caller's promise.
    String::from_utf8_lossy(unsafe { std::slice::from_raw_parts(at, len) }).into_owned()
}

/// A file, or a list of names, for the next question. Its bytes are taken over: `at` must not be
/// released.
///
/// # Safety
/// `name_len` bytes at `name` and `len` bytes at `at` are initialised, and `at` came from [`room`]
/// with the same `len`.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn attach(name: *const u8, name_len: usize, at: *mut u8, len: usize) {
    // SAFETY: the caller's promise; the capacity is that of `room`.
    let file =
        unsafe { File { name: text(name, name_len), bytes: Vec::from_raw_parts(at, len, len) } };
    with_state(|state| state.files.push(file));
}

/// Asks: `form` is 0 for JSON, 1 for text, 2 for CSV, 3 for SVG. Returns 1 for an answer and 0 for
/// a refusal, which is one sentence; both are at [`answer_at`].
///
/// # Safety
/// `len` bytes at `question` are initialised.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn ask(form: u32, question: *const u8, len: usize) -> u32 {
    // SAFETY: the caller's promise.
    let question = unsafe { text(question, len) };
    let written = match form {
        1 => Written::Text,
        2 => Written::Csv,
        3 => Written::Svg,
        _ => Written::Json,
    };
    let files = with_state(|state| mem::take(&mut state.files));
    let (answer, talk, known) = match answer(&question, written, files) {
        Ok(Answered { text, talk }) => (text, talk.join("\n"), 1),
        Err(refusal) => (refusal, String::new(), 0),
    };
    with_state(|state| (state.answer, state.talk) = (answer, talk));
    known
}

/// Where the last answer is, until the next call.
#[unsafe(no_mangle)]
pub extern "C" fn answer_at() -> *const u8 {
    with_state(|state| state.answer.as_ptr())
}

/// How many bytes it has.
#[unsafe(no_mangle)]
pub extern "C" fn answer_len() -> usize {
    with_state(|state| state.answer.len())
}

/// Where the sentences are that are said beside it, one a line.
#[unsafe(no_mangle)]
pub extern "C" fn talk_at() -> *const u8 {
    with_state(|state| state.talk.as_ptr())
}

/// How many bytes they have.
#[unsafe(no_mangle)]
pub extern "C" fn talk_len() -> usize {
    with_state(|state| state.talk.len())
}

#[cfg(test)]
mod tests {
    use super::*;

    fn given(bytes: &[u8]) -> *mut u8 {
        let at = room(bytes.len());
        // SAFETY: the memory was made for as many bytes.
        unsafe { std::ptr::copy_nonoverlapping(bytes.as_ptr(), at, bytes.len()) };
        at
    }

    #[test]
    fn text_goes_in_and_comes_out() {
        let said = |question: &str, lists: &[(&str, &str)]| {
            for (name, list) in lists {
                // SAFETY: both are as long as they say, and the list is in memory of its own.
                unsafe { attach(name.as_ptr(), name.len(), given(list.as_bytes()), list.len()) };
            }
            let at = given(question.as_bytes());
            // SAFETY: the question is there until it is released.
            let known = unsafe { ask(0, at, question.len()) };
            // SAFETY: it came from `room`, and the answer is whole.
            unsafe { release(at, question.len()) };
            // SAFETY: the next question comes after both have been copied.
            unsafe { (known, text(answer_at(), answer_len()), text(talk_at(), talk_len())) }
        };
        let (known, answer, talk) = said("birthday?urns=365&balls=23", &[]);
        assert!(known == 1 && answer.starts_with("{\"urns\":365,") && talk.is_empty(), "{answer}");
        let (known, answer, _) = said("birthday?urns=x", &[]);
        assert!(known == 0 && answer.starts_with("--urns: a count is written like"), "{answer}");
        let lists = [("a", "x\ny\n"), ("b", "y\n\n")];
        let (known, answer, talk) = said("overlap?population=9", &lists);
        assert!(known == 1 && answer.contains("\"sets\":[\"a\",\"b\"]"), "{answer}");
        assert_eq!(talk, "b: 1 empty line is no name");
        // The lists belonged to that question only.
        assert_eq!(said("overlap?population=9", &[]).0, 0);
    }
}
