//! The filter for what is asked, beside the one from the textbook.
//!
//! | file | idea |
//! |---|---|
//! | `question` | what two of items, rate and bits leave open |
//! | `proposal` | the certified answer, one for each kind |
//! | `textbook` | what every calculator says, and whether it keeps its promise |
//! | `page` | a small table of all that |
//! | `sentence` | question and verdict in words |

mod page;
mod proposal;
mod question;
mod sentence;
mod textbook;

pub use proposal::Proposal;
pub use question::PlanQuestion;
pub use textbook::Verdict;

use crate::reach::Missed;
use crate::{Form, Question, RateAnswer, Unanswered};
use question::Wanted;

/// What was found.
#[derive(Debug, Clone)]
pub enum PlanAnswer {
    /// Filters, one for each kind asked for.
    Plans(Box<Plans>),
    /// Bits, items and hashes leave nothing open: everything about that filter.
    Filter(Box<RateAnswer>),
}

/// The plans for one question.
#[derive(Debug, Clone)]
pub struct Plans {
    /// What was asked.
    pub question: PlanQuestion,
    wanted: Wanted,
    /// One for each kind that is in reach.
    pub proposals: Vec<Proposal>,
    /// What every calculator says; `None` where nobody can build that.
    pub textbook: Option<Verdict>,
    /// A sentence for everything out of reach.
    pub notes: Vec<String>,
}

impl Question for PlanQuestion {
    type Answer = PlanAnswer;

    fn answer(&self, form: Form) -> Result<PlanAnswer, Unanswered> {
        let wanted = self.wanted()?;
        if let Wanted::Nothing(filter) = wanted {
            return Ok(PlanAnswer::Filter(Box::new(filter.answer(form)?)));
        }
        let mut missed = Missed::default();
        let mut proposals = Vec::new();
        for kind in self.kinds().list() {
            // Whatever keeps one kind from an answer leaves the other one standing.
            match self.plan(&wanted, kind) {
                Ok(plan) => {
                    let confidence = self.confidence.as_ref();
                    proposals.push(Proposal::new(plan, confidence, form, &mut missed)?);
                }
                Err(error) => missed.note(&format!("{kind} plan"), error),
            }
        }
        // The textbook alone is no answer.
        missed.fail_if(proposals.is_empty())?;
        let target = self.fpr.as_ref();
        let textbook = Verdict::of(wanted.textbook(), target, form, &mut missed)?;
        let question = self.clone();
        Ok(PlanAnswer::Plans(Box::new(Plans {
            question,
            wanted,
            proposals,
            textbook,
            notes: missed.notes,
        })))
    }
}
