//! One occupancy law and the questions about it.
//!
//! | file | idea |
//! |---|---|
//! | `statement` | which law is meant |
//! | `answer` | the question and the answer |
//! | `asking` | each option, asked of the law |
//! | `stream` | long tables, row by row |
//! | `report` | the answer as lines, as TSV and as JSON |
//! | `sample` | random values |
//! | `generator` | xoshiro256++, seeded with splitmix64 |
//! | `birthday` | shared urns: the birthday problem |
//! | `waiting` | the number of balls until so many urns are occupied |

pub(crate) mod answer;
pub(crate) mod asking;
pub(crate) mod birthday;
pub(crate) mod generator;
pub(crate) mod report;
pub(crate) mod sample;
pub(crate) mod statement;
pub(crate) mod stream;
pub(crate) mod waiting;
