//! What urnfield is asked and what it answers, as plain values: the command line, a page and other
//! languages all say the same, to the byte.
//!
//! A [`Question`] is a struct with what is known. Its answer is a struct of plain values, and
//! becomes a [`Report`]; a report writes itself as text for people or as JSON for programs,
//! whichever [`Form`] was asked for. Here are no options, no files and no terminal.
//!
//! ```
//! use urnfield_answers::{Form, Question, RateQuestion};
//!
//! let question = RateQuestion { bits: 64, items: 4, hashes: Some(10), kind: None, spread: false };
//! let report = question.report(Form::Json(5))?;
//! let mut json = Vec::new();
//! report.write(Form::Json(5), &mut json)?;
//! assert!(json.starts_with(br#"{"kind":"standard","bits":64,"items":4,"hashes":10,"fpr":{"lo":"#));
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```
//!
//! | file | idea |
//! |---|---|
//! | `typed` | a question out of names and values, and everything that can be typed |
//! | `named`, `address` | questions by the words of the shell, in an address too |
//! | `read` | numbers, sizes, rates and departments, as they are typed |
//! | `precision` | who reads the answer, how many digits that takes, and asking again |
//! | `reach` | what is out of reach becomes a note |
//! | `value`, `report` | the values of an answer, in order, with what people read beside them |
//! | `json`, `text` | the two ways to write them; `chart` and `svg` draw |
//! | `spelling`, `as_written` | how names are compared, and how they were written |
//! | `parquet_writers` | the programs that write Parquet files, as data |
//! | `room` | whether there is memory for more names |
//! | `any_filter` | a filter of any kind, where only its size and its rate matter |
//! | `plan`, `rate`, … | one question each |

mod address;
mod any_filter;
mod as_written;
mod audit;
mod birthday;
mod blocked_rate;
mod build;
mod chain;
mod chart;
mod check;
mod compare;
mod critical;
mod dedupe;
mod distinct;
mod enrich;
mod estimate;
pub mod figure;
mod file;
mod histories;
mod info;
mod intersection;
mod joint_rate;
mod json;
mod key_kinds;
mod law;
mod named;
mod overlap;
mod parquet_build;
mod parquet_writers;
mod peak;
mod plan;
mod population;
mod power;
pub mod precision;
mod purpose;
mod rate;
mod ratio;
pub mod reach;
pub mod read;
mod report;
mod room;
mod sample;
mod size_in_words;
mod spelling;
mod svg;
mod text;
pub mod typed;
mod unanswered;
mod value;
mod waiting;
mod written;

pub use any_filter::{AnyLoad, OfAnyKind};
pub use audit::{
    Cap, Capped, ParquetAuditAnswer, ParquetAuditQuestion, ParquetSummary, no_filters_in_words,
    no_parquet_in_words, other_files_in_words,
};
pub use birthday::{BirthdayAnswer, BirthdayQuestion};
pub use blocked_rate::BlockedRate;
pub use build::BuildAnswer;
pub use chain::{
    ChainAnswer, ChainDedupeAnswer, ChainDedupeQuestion, ChainKept, ChainQuestion, WantedChain,
    chain_in_words, later_day,
};
pub use check::{CheckAnswer, useless};
pub use compare::{CompareAnswer, CompareQuestion, LineCounts};
pub use critical::{CriticalAnswer, CriticalQuestion};
pub use dedupe::{DedupeAnswer, DedupeQuestion};
pub use distinct::Distinct;
pub use enrich::{EnrichAnswer, EnrichNames, EnrichQuestion, EnrichRow, NameSet};
pub use estimate::{BallsQuestion, CommitteesQuestion, EstimateAnswer, usual_confidence};
pub use file::about_file;
pub use histories::Histories;
pub use info::{InfoAnswer, InfoQuestion, MadeOf, estimated_items, overfull_in_words, own_rate};
pub use intersection::{intersection_in_words, member_rate};
pub use joint_rate::JointRate;
pub use key_kinds::other_kind_of_keys;
pub use law::{
    About, Balls, Found, Intersection, LawAnswer, LawOptions, LawQuestion, Statement,
    StreamedTable, Union,
};
pub use named::{Asked, DIGITS, Named, OF_THE_PAGE, OTHERS, Written};
pub use overlap::{
    Alternative, Asking, Combination, Given, Header, Layout, ListedName, Look, Members, Missing,
    NameLists, NamedList, Note, Noticed, Order, OverlapAnswer, OverlapOfSizes, OverlapOptions,
    OverlapQuestion, OverlapRow, Picture, PictureStyle, Population, Reading, Remedy, Words,
    no_name_in, printable,
};
pub use parquet_build::ParquetBuildAnswer;
pub use parquet_writers::{ParquetWriter, WRITERS};
pub use peak::{PeakAnswer, PeakQuestion, Summit};
pub use plan::{
    Fit, Made, ParquetAdvice, ParquetPlanQuestion, PerFilter, PlanAnswer, PlanQuestion, Plans,
    Proposal, Verdict, WriterPlan, usual_promise,
};
pub use population::PopulationQuestion;
pub use power::{PowerAnswer, PowerQuestion};
pub use precision::Form;
pub use purpose::{Keeper, Kept, Purpose};
pub use rate::{PlainRate, RateAnswer, RateDetails, RateQuestion, RateSpread};
pub use report::{Aside, Question, Report};
pub use sample::{Drawn, SampleAnswer, SampleOptions};
pub use size_in_words::size_in_words;
pub use spelling::Spelling;
pub use text::Table;
pub use unanswered::Unanswered;
pub use value::{ENDS, Value};
pub use waiting::{WaitingAnswer, WaitingQuestion};
pub use written::{compressed_in_words, merged_in_words, rate_in_words, written_in_words};
