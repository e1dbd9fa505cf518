//! A filter of any kind, plain or with blocks, where only its size and its rate matter.

use crate::Form;
use crate::read::FilterKind;
use urnfield::bloom::blocked::BlockedLoad;
use urnfield::{AnyDesign, Enclosure, Error, Layout, Load};

/// A filter with its items.
#[derive(Debug, Clone, Copy)]
pub enum AnyLoad {
    /// Items take any bits.
    Plain(Load),
    /// Items keep to one block.
    Blocked(BlockedLoad),
}

/// The kind of a filter of any design, and the filter with items.
pub trait OfAnyKind {
    /// What it is called.
    fn kind(&self) -> FilterKind;
    /// With so many items.
    fn holding(self, items: u64) -> Result<AnyLoad, Error>;
}

impl OfAnyKind for AnyDesign {
    fn kind(&self) -> FilterKind {
        match self {
            AnyDesign::Plain(design) => FilterKind::Plain(design.kind()),
            AnyDesign::Blocked(design) => match design.layout() {
                Layout::Standard => FilterKind::Line,
                Layout::Classic => FilterKind::LineClassic,
                Layout::Split => FilterKind::Parquet,
            },
        }
    }

    fn holding(self, items: u64) -> Result<AnyLoad, Error> {
        Ok(match self {
            AnyDesign::Plain(design) => AnyLoad::Plain(design.holding(items)?),
            AnyDesign::Blocked(design) => AnyLoad::Blocked(design.holding(items)),
        })
    }
}

impl AnyLoad {
    /// A value of either, as certain as its reader needs it.
    fn certain(
        &self,
        form: Form,
        plain: fn(&Load) -> Result<Enclosure, Error>,
        blocked: fn(&BlockedLoad) -> Result<Enclosure, Error>,
    ) -> Result<Enclosure, Error> {
        form.enclose("the value", |bits| match self {
            AnyLoad::Plain(load) => plain(&load.precision(bits)),
            AnyLoad::Blocked(load) => blocked(&load.precision(bits)),
        })
    }

    /// The false-positive rate.
    pub fn fpr(&self, form: Form) -> Result<Enclosure, Error> {
        self.certain(form, Load::fpr, BlockedLoad::fpr)
    }

    /// Returns the probability that a key outside the set is rejected.
    pub fn one_minus_fpr(&self, form: Form) -> Result<Enclosure, Error> {
        self.certain(form, Load::one_minus_fpr, BlockedLoad::one_minus_fpr)
    }

    /// Whether so many bits are more than these items would set.
    pub fn is_exceeded_by(&self, bits_set: u64) -> Result<bool, Error> {
        match self {
            AnyLoad::Plain(load) => load.is_exceeded_by(bits_set),
            AnyLoad::Blocked(load) => load.is_exceeded_by(bits_set),
        }
    }

    /// Returns the bits that each bit of the filter saves.
    pub fn efficiency(&self, form: Form) -> Result<Enclosure, Error> {
        self.certain(form, Load::efficiency, BlockedLoad::efficiency)
    }
}

/// Returns the number of blocks in so many bits; refuses bits that are no multiple of a block.
pub(crate) fn blocks_of(kind: FilterKind, bits: u64) -> Result<u64, Error> {
    let size = kind.blocks().map_or(1, |sizing| sizing.block_bits());
    let rule = match kind {
        FilterKind::Parquet => "a Parquet filter needs a multiple of 256 bits, its blocks",
        _ => "a line filter needs a multiple of 512 bits, its lines",
    };
    if bits > 0 && bits.is_multiple_of(size) {
        Ok(bits / size)
    } else {
        Err(Error::domain(rule, format!("bits = {bits}")))
    }
}
