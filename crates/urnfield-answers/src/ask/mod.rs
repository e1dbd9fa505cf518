//! How a question is asked: its fields as typed, the number of digits, and errors.
//!
//! | file | idea |
//! |---|---|
//! | `typed` | `question!` declares fields; [`typed::Typed`] holds names and values as typed |
//! | `named` | all questions by the words of the shell |
//! | `address` | a question written as an address, `plan?items=1e6` |
//! | `precision` | [`precision::Form`]: text or JSON, digits, and asking again with more bits |
//! | `reach` | [`Unanswered`]: why there is no answer; values out of reach become notes |

pub(crate) mod address;
pub(crate) mod named;
pub mod precision;
pub mod reach;
pub mod typed;
