//! How many significant digits a number is shown with.

use crate::read::count;
use urnfield::Error;

/// More digits than this are a slip of the finger, and cost the cube of their number.
const MOST: u64 = 1000;

/// Reads a number of digits.
pub fn digits(text: &str) -> Result<usize, Error> {
    match count(text)? {
        digits @ 1..=MOST => Ok(digits as usize),
        _ => Err(Error::Domain {
            rule: "a number is shown to 1 to 1000 significant digits",
            got: text.to_owned(),
        }),
    }
}
