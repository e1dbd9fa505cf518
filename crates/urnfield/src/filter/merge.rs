//! Filters side by side: union, intersection, subset, equality, and what must agree first.

use crate::design::any::AnyDesign;
use crate::filter::Filter;
use crate::filter::format::origin::Origin;
use crate::filter::hash::digester::{Identity, KEYED};
use crate::filter::hash::key_kinds::Note;
use urnfield_num::Error;

impl Filter {
    /// Makes this the filter of both sets of items: exactly the filter that both together give.
    /// What both were planned for, it is planned for; else its plan is unknown. Where one of them
    /// is an intersection, the union contains what both contain, but is no set's filter, and is
    /// marked as made of one ([`Filter::origin`]). Its kinds of keys are those of both, and unknown
    /// where those of one are ([`Filter::key_kinds`]).
    ///
    /// ```
    /// use urnfield::{Design, Error, Filter, Kind};
    /// let design = Design::new(Kind::Standard, 1_000, 7)?;
    /// let (mut a, mut b) = (Filter::new(design, 0)?, Filter::new(design, 0)?);
    /// a.insert("amphora");
    /// b.insert("krater");
    /// a.union_with(&b)?;
    /// assert!(a.contains("amphora") && a.contains("krater"));
    ///
    /// let salted = Filter::new(design, 1)?;
    /// assert!(matches!(a.union_with(&salted), Err(Error::Mismatch { .. })));
    /// # Ok::<(), urnfield::Error>(())
    /// ```
    pub fn union_with(&mut self, other: &Filter) -> Result<(), Error> {
        self.agrees(other)?;
        self.bits.unite(&other.bits);
        self.planned_items = common_plan(self.planned_items, other.planned_items);
        self.origin = self.origin.or(other.origin);
        self.set_note(self.note.or(other.note));
        Ok(())
    }

    /// Keeps the bits that are set in both: it contains whatever both contain. More bits may be
    /// left than the common items alone would set, so its rate is higher than theirs, and the bits
    /// need not be those of any set: it is marked as an intersection ([`Filter::origin`]).
    ///
    /// An item of neither set passes with the rate of the bits that are left
    /// ([`Filter::own_fpr`]). An item of one set only passes as often as it passes the other
    /// filter; [`Operands::most_bits`](crate::filter::format::origin::Operands::most_bits) is for a bound of that.
    pub fn intersect_with(&mut self, other: &Filter) -> Result<(), Error> {
        self.agrees(other)?;
        let [ours, theirs, left] = self.bits.intersect(&other.bits);
        self.origin = Origin::and((self.origin, ours), (other.origin, theirs), left);
        self.set_note(Note::UNKNOWN);
        self.planned_items = 0;
        Ok(())
    }

    /// Whether every bit of this filter is set in the other: if not, some item of this one is
    /// certainly missing there.
    pub fn is_subset(&self, other: &Filter) -> Result<bool, Error> {
        self.agrees(other)?;
        Ok(self
            .bits
            .words()
            .iter()
            .zip(other.bits.words())
            .all(|(ours, theirs)| ours & !theirs == 0))
    }

    fn agrees(&self, other: &Filter) -> Result<(), Error> {
        agree(
            (self.design(), self.digester.identity()),
            (other.design(), other.digester.identity()),
        )
    }
}

/// Same design, same digest and seed or key, same bits; plan, origin and kinds of keys are not
/// compared.
impl PartialEq for Filter {
    fn eq(&self, other: &Filter) -> bool {
        self.agrees(other).is_ok() && self.bits == other.bits
    }
}

impl Eq for Filter {}

/// The plan that two filters share; 0, which is unknown, where they do not.
pub(crate) fn common_plan(ours: u64, theirs: u64) -> u64 {
    if ours == theirs { ours } else { 0 }
}

/// Bits may be compared only where equal items have equal positions.
pub(crate) fn agree(
    ours: (AnyDesign, Identity),
    theirs: (AnyDesign, Identity),
) -> Result<(), Error> {
    if ours == theirs {
        return Ok(());
    }
    Err(Error::Mismatch {
        rule: "filters are merged only where equal items have equal positions",
        ours: described(ours),
        theirs: described(theirs),
    })
}

/// Everything that must agree, in words.
fn described((design, hashing): (AnyDesign, Identity)) -> String {
    let hashing = match hashing.digest {
        KEYED => format!("key check {:016x}", hashing.key_check),
        _ => format!("seed {}", hashing.seed),
    };
    format!("{design}, {hashing}")
}
