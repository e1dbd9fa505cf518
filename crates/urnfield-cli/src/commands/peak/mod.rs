//! `urnfield peak`: the load at which a filter is most efficient.
//!
//! | file | idea |
//! |---|---|
//! | `answers` | the peak over whole items, over real ones, and of the formulas M and E |
//! | `json`, `text` | the two ways to write them |

mod answers;
mod json;
mod text;

use crate::args;
use crate::refusal::Refusal;
use answers::Answers;
use std::io::Write;
use urnfield::bloom::Peak;
use urnfield::{Design, Kind};
use urnfield_answers::Form;

pub(super) fn run(typed: &args::Peak, out: &mut impl Write) -> Result<(), Refusal> {
    let form = typed.output.form();
    let answers = match (typed.kind.unwrap_or(Kind::Standard), typed.hashes) {
        (kind, Some(hashes)) => {
            let design = Design::new(kind, typed.bits, hashes)?;
            Answers::about(design, Peak::of(design), form)?
        }
        // One hash is the best there is (`cor:standard-max-efficiency`), wherever the peak is.
        (Kind::Standard, None) => {
            let design = Design::new(Kind::Standard, typed.bits, 1)?;
            Answers::about(design, Peak::highest(Kind::Standard, typed.bits), form)?
        }
        (Kind::Classic, None) => {
            let peak = Peak::highest(Kind::Classic, typed.bits)?;
            let design = Design::new(Kind::Classic, typed.bits, peak.hashes)?;
            Answers::about(design, Ok(peak), form)?
        }
    };
    match form {
        Form::Json(digits) => json::write(&answers, digits, out)?,
        Form::Text(digits) => text::write(&answers, digits, out)?,
    }
    Ok(())
}
