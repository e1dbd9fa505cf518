//! A filter with its items, as it is asked about.

use crate::Unanswered;
use crate::ask::typed::question;
use crate::rate::any_filter::blocks_of;
use crate::read::{FilterKind, RateKind};
use urnfield::bloom::blocked::BlockedLoad;
use urnfield::bloom::double::Steps;
use urnfield::{AnyDesign, Blocked, Design, Error, Kind, Load};

question! {
    /// One filter and what it holds: what is its false-positive rate?
    #[derive(Copy)]
    RateQuestion {
        /// The size in bits, or in bytes with a final B
        bits: u64 = size_in_bits("M"),
        /// How many items it holds
        items: u64 = count("N"),
        /// How many positions an item has
        hashes: Option<u64> = count("K"),
        /// The kind of filter (see below) [default: standard]
        kind: Option<RateKind> = rate_kind("KIND"),
        /// Double hashing's steps: all (default), nonzero or unit
        steps: Option<Steps> = steps("STEPS"),
        /// The chance that one of M counters of B bits overflows
        counters: Option<u64> = count("B"),
        /// The spread of the rate over filters, whatever it takes
        spread: bool = flag,
    }
}

impl RateQuestion {
    /// A filter that holds something: the rate of an empty one is 0 and no question.
    pub fn load(&self, kind: Kind) -> Result<Load, Unanswered> {
        let hashes = self.hashes.ok_or(RateQuestion::NO_HASHES)?;
        Ok(load(Design::new(kind, self.bits, hashes)?, self.items)?)
    }

    /// The filter and its items, of any kind.
    pub(crate) fn design(&self, kind: FilterKind) -> Result<(AnyDesign, u64), Unanswered> {
        match kind {
            FilterKind::Plain(kind) => {
                let load = self.load(kind)?;
                Ok((load.design().into(), load.items()))
            }
            kind => {
                let load = self.blocked(kind)?;
                Ok((load.design().into(), load.items()))
            }
        }
    }

    /// The blocked filter that is asked about, with its items.
    pub(crate) fn blocked(&self, kind: FilterKind) -> Result<BlockedLoad, Unanswered> {
        let blocks = blocks_of(kind, self.bits)?;
        let sizing = kind.blocks().ok_or("a plain filter has no blocks")?;
        let hashes = match (kind, self.hashes) {
            (FilterKind::Parquet, None | Some(8)) => 8,
            (FilterKind::Parquet, Some(hashes)) => {
                let got = format!("hashes = {hashes}");
                return Err(Error::domain("a Parquet filter has 8 hashes", got).into());
            }
            (_, hashes) => hashes.ok_or(RateQuestion::NO_HASHES)?,
        };
        let design = Blocked::new(sizing.layout(), blocks, sizing.block_bits(), hashes)?;
        check_items(self.items)?;
        Ok(design.holding(self.items))
    }

    pub(crate) const NO_HASHES: &str = "a rate needs --hashes as well, except with --kind parquet, \
                                        which has 8; see `urnfield rate --help`";
}

/// A filter that holds something.
pub(crate) fn load(design: Design, items: u64) -> Result<Load, Error> {
    check_items(items)?;
    design.holding(items)
}

pub(crate) fn check_items(items: u64) -> Result<(), Error> {
    if items == 0 {
        return Err(Error::Domain {
            rule: "a rate needs at least one item, as an empty filter says no to everything",
            got: "items = 0".into(),
        });
    }
    Ok(())
}
