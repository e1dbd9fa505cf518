//! How to cite urnfield and the paper behind it: sentences for a section on methods, and BibTeX.

use crate::{Form, Question, Report, Unanswered, Value, object};
use urnfield::Error;

const VERSION: &str = env!("CARGO_PKG_VERSION");
const TITLE: &str =
    "urnfield: Bloom filters with exact false-positive rates, and exact occupancy statistics";
const AUTHOR: &str = "The urnfield maintainers";
const PAPER_TITLE: &str = "On Occupancy Moments and Bloom Filter Efficiency";
const PAPER_AUTHOR: &str = "Burns, Jonathan";
/// All that the paper says of where and when it appeared: its class file is for a preprint.
const PAPER_NOTE: &str = "Preprint; the manuscript gives no year, journal or arXiv number";

/// What urnfield was used for.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Method {
    /// Bloom filters, their sizes and rates.
    Filters,
    /// Overlaps of lists.
    Overlap,
    /// One list against many sets.
    Enrich,
    /// Populations from repeated samples.
    Populations,
    /// Barcodes and molecular identifiers.
    Barcodes,
}

impl Method {
    /// Every method, in the order in which they are listed.
    const ALL: [Method; 5] =
        [Method::Filters, Method::Overlap, Method::Enrich, Method::Populations, Method::Barcodes];
    /// The words for the methods.
    pub const NAMES: &'static [&'static str] =
        &["filters", "overlap", "enrich", "populations", "barcodes"];

    /// Reads the word for a method.
    pub fn read(text: &str) -> Result<Method, Error> {
        let at = Method::NAMES.iter().position(|name| *name == text);
        at.map(|at| Method::ALL[at]).ok_or_else(|| Error::Domain {
            rule: "a method is filters, overlap, enrich, populations or barcodes",
            got: format!("{text:?}"),
        })
    }

    fn name(self) -> &'static str {
        Method::NAMES[self as usize]
    }

    /// Returns a sentence for a section on methods.
    fn sentence(self) -> String {
        let done = match self {
            Method::Filters => {
                return format!(
                    "Bloom filters were built with urnfield {VERSION} [1], which computes their \
                     false-positive rates from the exact occupancy law [2]."
                );
            }
            Method::Overlap => {
                "Overlaps of lists were tested with the exact hypergeometric test (for two lists \
                 the one-sided Fisher's exact test), and p-values were adjusted by the \
                 Benjamini-Hochberg procedure"
            }
            Method::Enrich => {
                "Over-representation was tested with the one-sided Fisher's exact (hypergeometric) \
                 test, and p-values were adjusted by the Benjamini-Hochberg procedure"
            }
            Method::Populations => {
                "Population sizes and their exact confidence intervals were computed from the law \
                 of the number of distinct individuals"
            }
            Method::Barcodes => {
                "Numbers of molecules and collisions of barcodes were computed from the exact \
                 occupancy law"
            }
        };
        format!("{done}, with urnfield {VERSION} [1, 2].")
    }
}

/// A question for the references to urnfield.
#[derive(Debug, Clone, Default)]
pub struct CiteQuestion {
    /// What urnfield was used for; every method by default.
    pub method: Option<Method>,
    /// Whether the text has no sentences.
    pub bibtex_only: bool,
}

/// The sentences and the two references.
#[derive(Debug, Clone)]
pub struct CiteAnswer {
    methods: Vec<Method>,
    bibtex_only: bool,
}

impl Question for CiteQuestion {
    type Answer = CiteAnswer;

    fn answer(&self, _: Form) -> Result<CiteAnswer, Unanswered> {
        let methods = self.method.map_or(Method::ALL.to_vec(), |method| vec![method]);
        Ok(CiteAnswer { methods, bibtex_only: self.bibtex_only })
    }
}

/// Returns the BibTeX entry of the software.
fn software() -> String {
    format!(
        "@software{{urnfield,\n  author  = {{{{{AUTHOR}}}}},\n  title   = {{{{{TITLE}}}}},\n  \
         version = {{{VERSION}}}\n}}"
    )
}

/// Returns the BibTeX entry of the paper.
fn paper() -> String {
    format!(
        "@unpublished{{burns-occupancy,\n  author = {{{PAPER_AUTHOR}}},\n  title  = \
         {{{{{PAPER_TITLE}}}}},\n  note   = {{{PAPER_NOTE}}}\n}}"
    )
}

impl From<CiteAnswer> for Report {
    fn from(answer: CiteAnswer) -> Report {
        let mut report = Report::default();
        if !answer.bibtex_only {
            for method in &answer.methods {
                report.sentence(method.sentence());
            }
        }
        report.sentence(software());
        report.sentence(paper());
        let methods = answer.methods.iter();
        report.json(
            "methods",
            methods
                .map(
                    |method| object! { "method" => method.name(), "sentence" => method.sentence() },
                )
                .collect::<Value>(),
        );
        report.json(
            "software",
            object! {
                "author" => AUTHOR, "title" => TITLE, "version" => VERSION, "bibtex" => software(),
            },
        );
        report.json(
            "paper",
            object! {
                "author" => PAPER_AUTHOR, "title" => PAPER_TITLE, "note" => PAPER_NOTE,
                "bibtex" => paper(),
            },
        );
        report
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_method_is_read_by_its_name() {
        for method in Method::ALL {
            assert_eq!(Method::read(method.name()), Ok(method));
        }
        let said = Method::read("Overlap").unwrap_err().to_string();
        assert!(said.ends_with("populations or barcodes, got \"Overlap\""), "{said}");
    }

    #[test]
    fn text_and_json_have_the_same_references() {
        let written = |bibtex_only, form| {
            let question = CiteQuestion { method: Some(Method::Overlap), bibtex_only };
            question.report(form).and_then(|report| report.into_text(form)).expect("an answer")
        };
        let text = written(false, Form::Text(7));
        let references = written(true, Form::Text(7));
        assert!(references.starts_with("@software{urnfield,\n"), "{references}");
        assert!(text.ends_with(&references) && text.contains("one-sided Fisher's exact test"));
        let json = written(false, Form::Json(15));
        assert!(json.contains("\"bibtex\":\"@unpublished{burns-occupancy,\\n"), "{json}");
    }
}
