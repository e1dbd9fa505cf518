//! The own rate of a filter in memory or in a file, from its counted bits.

use crate::bloom::blocked::counts::BlockCounts;
use crate::design::any::AnyDesign;
use crate::error::Error;
use crate::filter::Filter;
use crate::filter::format::header::Summary;
use crate::filter::probe::line::loads::LineLoads;
use urnfield_num::Enclosure;

impl Filter {
    /// Returns this filter's own false-positive rate, exactly: the share of all queries that its
    /// bits answer with yes, whatever the number of items.
    ///
    /// Without lines it follows from how many bits are set, with lines from how many are set in
    /// each line. Cost: one pass over the bits.
    ///
    /// ```
    /// use urnfield::{Blocked, Design, Filter, Kind, Layout};
    /// let mut plain = Filter::new(Design::new(Kind::Standard, 1_024, 2)?, 0)?;
    /// let mut lines = Filter::new(Blocked::lines(Layout::Classic, 2, 2)?, 0)?;
    /// plain.insert("urn");
    /// lines.insert("urn");
    /// assert_eq!(format!("{:.5}", plain.own_fpr()?), "3.8147e-6"); // (2/1024)^2
    /// assert_eq!(format!("{:.5}", lines.own_fpr()?), "3.8222e-6"); // half of 1/C(512,2)
    /// # Ok::<(), urnfield::Error>(())
    /// ```
    pub fn own_fpr(&self) -> Result<Enclosure, Error> {
        self.own_fpr_to(64)
    }

    /// Returns [`Filter::own_fpr`] with at least so many certain bits.
    pub fn own_fpr_to(&self, precision: u64) -> Result<Enclosure, Error> {
        let lines = self.line_loads();
        let bits_set = lines.as_ref().map_or_else(|| self.bits_set(), LineLoads::bits_set);
        own_fpr(self.design(), bits_set, lines.as_ref(), precision)
    }
}

impl Summary {
    /// Returns the own rate of the filter in this file, as [`Filter::own_fpr`].
    pub fn own_fpr(&self) -> Result<Enclosure, Error> {
        self.own_fpr_to(64)
    }

    /// Returns [`Summary::own_fpr`] with at least so many certain bits.
    pub fn own_fpr_to(&self, precision: u64) -> Result<Enclosure, Error> {
        own_fpr(self.design, self.bits_set, self.lines.as_ref(), precision)
    }

    /// Returns the counted lines of the filter, where it has lines.
    pub fn block_counts(&self) -> Option<Result<BlockCounts, Error>> {
        let design = self.design.blocked()?;
        let lines = self.lines.as_ref()?;
        Some(BlockCounts::of_lines(design, lines.iter()))
    }
}

fn own_fpr(
    design: AnyDesign,
    bits_set: u64,
    lines: Option<&LineLoads>,
    precision: u64,
) -> Result<Enclosure, Error> {
    match design {
        AnyDesign::Plain(design) => design.fpr_given_to(bits_set, precision),
        AnyDesign::Blocked(design) => {
            let lines = lines.into_iter().flat_map(LineLoads::iter);
            BlockCounts::of_lines(design, lines)?.fpr_to(precision)
        }
    }
}
