//! The options for the form of an answer.

use clap::Args;
use urnfield_answers::{Form, read};

/// How an answer is written.
#[derive(Args, Debug, Clone)]
pub struct Output {
    /// Significant digits, 1 to 1000 [default: 7, in JSON 15]
    #[arg(long, value_name = "D", value_parser = read::digits, allow_negative_numbers = true)]
    pub digits: Option<usize>,
    /// One JSON object, every value between certain ends
    #[arg(long)]
    pub json: bool,
    /// Say nothing on stderr but errors and warnings
    #[arg(short, long = "quiet", id = "no_talk")]
    pub quiet: bool,
}

impl Output {
    /// Returns the form: text or JSON, and its digits.
    pub fn form(&self) -> Form {
        Form::new(self.json, self.digits)
    }
}
