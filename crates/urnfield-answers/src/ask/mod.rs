//! How a question is asked: its fields as they are typed, the number of digits, and the reasons for no answer.
//!
//! | file | idea |
//! |---|---|
//! | `typed` | `question!` declares the fields of a question; [`typed::Typed`] holds names and values as typed |
//! | `named` | all questions by the words of the shell |
//! | `address` | a question written as an address, `plan?items=1e6` |
//! | `precision` | [`precision::Form`]: text or JSON, the number of digits, and asking again with more bits |
//! | `reach` | an answer that is out of reach becomes a note |
//! | `unanswered` | [`Unanswered`]: why there is no answer |

pub(crate) mod address;
pub(crate) mod named;
pub mod precision;
pub mod reach;
pub mod typed;
pub(crate) mod unanswered;
