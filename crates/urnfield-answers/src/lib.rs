//! Questions to urnfield and their answers, as plain values. The command line, the page and other
//! languages print the same bytes because they all use this crate.
//!
//! A [`Question`] is a struct of known quantities. Its answer is a struct of plain values and
//! becomes a [`Report`]. A report is written as text for people or as JSON for programs: see
//! [`Form`]. This crate opens no files and knows no terminal.
//!
//! ```
//! use urnfield_answers::{Form, Question, RateQuestion};
//!
//! let question = RateQuestion { bits: 64, items: 4, hashes: Some(10), kind: None, steps: None, counters: None, spread: false };
//! let report = question.report(Form::Json(5))?;
//! let mut json = Vec::new();
//! report.write(Form::Json(5), &mut json)?;
//! assert!(json.starts_with(br#"{"kind":"standard","bits":64,"items":4,"hashes":10,"fpr":{"lo":"#));
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```
//!
//! | folder | idea |
//! |---|---|
//! | `ask` | how a question is typed, how many digits it needs, and why it has no answer |
//! | `read` | numbers, sizes, rates and departments, as they are typed |
//! | `report` | the values of an answer in order, as text for people and as JSON for programs |
//! | `draw` | all pictures |
//! | `rate`, `plan` | rates of filters, and filters for a rate |
//! | `law`, `estimate` | occupancy laws, and what follows from an observed number |
//! | `filters` | reports on filters in files |
//! | `lists` | lists of names: overlaps, and enrichment of sets |
//! | `cite` | sentences and BibTeX for papers that use urnfield |

mod ask;
mod cite;
mod draw;
mod estimate;
mod filters;
mod law;
mod lists;
mod plan;
mod rate;
pub mod read;
mod report;

pub use ask::named::{Asked, DIGITS, Named, OF_THE_PAGE, OTHERS, Written};
pub use ask::precision::Form;
pub use ask::reach::Unanswered;
pub use ask::{precision, reach, typed};
pub use cite::{CiteAnswer, CiteQuestion, Method};
pub use draw::figure;
pub use draw::overlap::style::{Look, Picture, PictureStyle};
pub use estimate::answer::{BallsQuestion, CommitteesQuestion, EstimateAnswer, usual_confidence};
pub use estimate::histories::Histories;
pub use estimate::population::PopulationQuestion;
pub use filters::audit::answer::{
    ParquetAuditAnswer, ParquetAuditQuestion, no_filters_in_words, no_parquet_in_words,
    other_files_in_words,
};
pub use filters::audit::cap::{Cap, Capped};
pub use filters::audit::summary::ParquetSummary;
pub use filters::build::{BuildAnswer, ParquetBuildAnswer};
pub use filters::chain::answer::{
    ChainAnswer, ChainKept, ChainQuestion, chain_in_words, later_day,
};
pub use filters::chain::dedupe::{ChainDedupeAnswer, ChainDedupeQuestion};
pub use filters::chain::wanted::WantedChain;
pub use filters::check::{CheckAnswer, other_kind_of_keys, useless};
pub use filters::compare::answer::{CompareAnswer, CompareQuestion, LineCounts};
pub use filters::dedupe::{DedupeAnswer, DedupeQuestion};
pub use filters::distinct::Distinct;
pub use filters::file::about_file;
pub use filters::foreign::answer::{AuditAnswer, AuditQuestion, FilterItems};
pub use filters::foreign::own_rate::OwnRate;
pub use filters::foreign::sample::Sample;
pub use filters::foreign::words::{
    named, no_filters_of_in_words, no_foreign_in_words, no_format_in_words, several_in_words,
};
pub use filters::info::answer::{
    InfoAnswer, InfoQuestion, MadeOf, estimated_items, overfull_in_words, own_rate,
};
pub use filters::written::{
    compressed_in_words, intersection_in_words, member_rate, merged_in_words, rate_in_words,
    written_in_words,
};
pub use law::answer::{Found, LawAnswer, LawOptions, LawQuestion};
pub use law::birthday::{BirthdayAnswer, BirthdayQuestion};
pub use law::sample::{Drawn, SampleAnswer, SampleOptions};
pub use law::statement::{About, Balls, Intersection, Statement, Union};
pub use law::stream::StreamedTable;
pub use law::waiting::{WaitingAnswer, WaitingQuestion};
pub use lists::enrich::names::EnrichNames;
pub use lists::enrich::rows::{EnrichAnswer, EnrichQuestion, EnrichRow, NameSet};
pub use lists::names::intake::{Header, Layout, Reading};
pub use lists::names::missing::Missing;
pub use lists::names::name_lists::NameLists;
pub use lists::names::note::{Note, Noticed};
pub use lists::names::population::Population;
pub use lists::names::remedy::{Remedy, Words};
pub use lists::names::spelling::Spelling;
pub use lists::names::tally::no_name_in;
pub use lists::names::titles::printable;
pub use lists::overlap::answer::{Given, OverlapAnswer, OverlapRow};
pub use lists::overlap::count::{ListedName, Members};
pub use lists::overlap::options::OverlapOptions;
pub use lists::overlap::question::{
    Combination, NamedList, Order, OverlapOfSizes, OverlapQuestion,
};
pub use lists::test::alternative::{Alternative, Asking};
pub use lists::test::critical::{CriticalAnswer, CriticalQuestion};
pub use lists::test::power::{PowerAnswer, PowerQuestion};
pub use plan::answer::{ParquetPlanQuestion, PlanAnswer, Plans};
pub use plan::fit::Fit;
pub use plan::other_kinds::OtherPlan;
pub use plan::parquet::advice::ParquetAdvice;
pub use plan::parquet::programs::{ParquetWriter, WRITERS};
pub use plan::parquet::writers::{Made, WriterPlan};
pub use plan::promise::usual_promise;
pub use plan::proposal::{PerFilter, Proposal};
pub use plan::textbook::Verdict;
pub use plan::wanted::PlanQuestion;
pub use rate::answer::{FilterRate, PlainRate, RateAnswer, RateDetails, RateSpread};
pub use rate::any_filter::{AnyLoad, OfAnyKind};
pub use rate::blocked::BlockedRate;
pub use rate::counters::CounterOverflow;
pub use rate::joint::JointRate;
pub use rate::other_kinds::{DoubleRate, PartitionedRate};
pub use rate::peak::{PeakAnswer, PeakQuestion, Summit};
pub use rate::purpose::{Keeper, Kept, Purpose};
pub use rate::question::RateQuestion;
pub use report::content::{Aside, Question, Report};
pub use report::numbers::size_in_words;
pub use report::text::Table;
pub use report::value::{ENDS, Value};
