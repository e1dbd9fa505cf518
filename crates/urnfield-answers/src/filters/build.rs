//! What is said of a filter that was made of keys.

use crate::filters::check::useless_at;
use crate::{Aside, Distinct, Form, Kept, Purpose, Report, Unanswered, written_in_words};
use urnfield::filter::Summary;

/// Keys that were put into an empty filter, which was written to a file.
#[derive(Debug, Clone)]
pub struct BuildAnswer {
    /// The file.
    pub file: String,
    /// The filter in it.
    pub filter: Summary,
    /// How many keys came.
    pub keys: u64,
    /// How many of them set a bit.
    pub new_keys: u64,
    /// What keys are called, where they were counted because nobody had said how many there are.
    pub counted: Option<&'static str>,
    /// What the size was chosen for.
    pub purpose: Purpose,
}

impl BuildAnswer {
    /// What the filter has of what was wanted.
    pub fn kept(&self, digits: usize) -> Result<Kept, Unanswered> {
        Ok(self.purpose.kept_by(&self.filter, Form::Text(digits))?)
    }

    /// Warns of a rate that is not kept or of no use, and tells where fewer items would do.
    pub fn asides(&self, kept: &Kept, digits: usize) -> Vec<Aside> {
        let BuildAnswer { keys, new_keys, .. } = *self;
        let planned = Some(self.filter.planned_items).filter(|&planned| planned > 0);
        let rate = match planned.filter(|&planned| keys > planned) {
            Some(planned) => {
                let rate = match kept.kept {
                    Some(true) => "this filter keeps its rate nevertheless",
                    Some(false) => "the rate is higher than asked; raise --items",
                    None => "the rate may be higher than planned",
                };
                Some(format!(
                    "{keys} keys were inserted, at least {new_keys} of them different, where \
                     {planned} items were planned: {rate}"
                ))
            }
            None => self.purpose.broken(&self.file, kept, digits),
        };
        let distinct = self.distinct();
        let rate = rate.or_else(|| useless_at(&self.file, &kept.rate));
        let repeated = self.counted.filter(|_| distinct.many_repeat(keys)).map(|noun| {
            let about = distinct.about().unwrap_or(keys);
            format!(
                "{keys} {noun}, at least {new_keys} and about {about} distinct: --items would do \
                 with less"
            )
        });
        rate.map(Aside::Warning).into_iter().chain(repeated.map(Aside::Talk)).collect()
    }

    fn distinct(&self) -> Distinct {
        Distinct::of(&self.filter, self.keys, self.new_keys)
    }

    /// What people read.
    pub fn in_words(&self, kept: &Kept, digits: usize) -> String {
        let counts = format!("keys = {}", self.keys);
        let rate = self.purpose.in_words(kept, digits);
        written_in_words(&self.file, self.filter.design, &counts, &rate)
    }

    /// What programs read, behind what is known of the file.
    pub fn tell(&self, kept: &Kept, report: &mut Report) {
        report.json("keys", self.keys);
        report.json("new_keys", self.new_keys);
        self.purpose.tell(kept, &self.distinct(), report);
    }
}
