//! The options of commands that compute an answer from numbers.
//!
//! | file | idea |
//! |---|---|
//! | `typed_question` | options that come from a question of `urnfield_answers` |
//! | `filters` | `plan`, `rate`, `peak` |
//! | `law` | `law` |
//! | `sample` | `sample` |
//! | `estimate` | `estimate` |
//! | `chance` | `birthday`, `critical`, `power` |
//! | `figure` | `figure` |

pub(crate) mod chance;
pub(crate) mod estimate;
pub(crate) mod figure;
pub(crate) mod filters;
pub(crate) mod law;
pub(crate) mod sample;
pub(crate) mod typed_question;
