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

/// What a filter of any design is called here, and holds.
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

    /// How probably a stranger is told from the items.
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

    /// Bits of cut-down for each bit of the filter.
    pub fn efficiency(&self, form: Form) -> Result<Enclosure, Error> {
        self.certain(form, Load::efficiency, BlockedLoad::efficiency)
    }
}

/// How many blocks of a kind so many bits are: they must come out even.
pub(crate) fn blocks_of(kind: FilterKind, bits: u64) -> Result<u64, Error> {
    let size = kind.blocks().map_or(1, |sizing| sizing.block_bits());
    let rule = match kind {
        FilterKind::Parquet => "a Parquet filter needs a multiple of 256 bits, its blocks",
        _ => "a line filter needs a multiple of 512 bits, its lines",
    };
    match bits > 0 && bits.is_multiple_of(size) {
        true => Ok(bits / size),
        false => Err(Error::domain(rule, format!("bits = {bits}"))),
    }
}
