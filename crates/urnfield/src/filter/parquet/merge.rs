//! Parquet's filters side by side: union, and the same values in fewer blocks.

use crate::error::{Differ, Error};
use crate::filter::parquet::ParquetFilter;

impl ParquetFilter {
    /// Makes this the filter of both sets of values: exactly the filter that both together give.
    ///
    /// ```
    /// use urnfield::Error;
    /// use urnfield::filter::ParquetFilter;
    /// let (mut a, mut b) = (ParquetFilter::new(4)?, ParquetFilter::new(4)?);
    /// a.insert("amphora");
    /// b.insert("krater");
    /// a.union_with(&b)?;
    /// assert!(a.contains("amphora") && a.contains("krater"));
    ///
    /// let larger = ParquetFilter::new(8)?;
    /// assert!(matches!(a.union_with(&larger), Err(Error::Mismatch { .. })));
    /// # Ok::<(), urnfield::Error>(())
    /// ```
    pub fn union_with(&mut self, other: &ParquetFilter) -> Result<(), Error> {
        if self.design != other.design {
            let blocks = |filter: &ParquetFilter| format!("{} blocks", filter.design.blocks());
            return Err(Error::Mismatch {
                what: Differ::ParquetBlocks,
                ours: blocks(self),
                theirs: blocks(other),
            });
        }
        for (ours, theirs) in self.blocks.iter_mut().zip(&other.blocks) {
            ours.unite(theirs);
        }
        Ok(())
    }

    /// The filter of the same values with fewer blocks, whose number must divide that of this one:
    /// half of them, a quarter. It is exactly the filter that the values would have given.
    ///
    /// Block ⌊h·b/2^32⌋ of b = d·c blocks goes to block ⌊h·c/2^32⌋ of c, which is the d-th part of
    /// the first, rounded down; so neighbours come together.
    ///
    /// ```
    /// use urnfield::filter::ParquetFilter;
    /// let mut filter = ParquetFilter::new(1_024)?;
    /// filter.insert("urn");
    /// let half = filter.folded_to(512)?;
    /// assert_eq!((half.design().blocks(), half.contains("urn")), (512, true));
    /// let error = filter.folded_to(1_000).unwrap_err();
    /// assert_eq!(
    ///     error.to_string(),
    ///     "a Parquet filter is folded to a number of blocks that divides its own, \
    ///      got blocks = 1000 with 1024 blocks"
    /// );
    /// # Ok::<(), urnfield::Error>(())
    /// ```
    pub fn folded_to(&self, blocks: u64) -> Result<ParquetFilter, Error> {
        let own = self.design.blocks();
        if blocks == 0 || !own.is_multiple_of(blocks) {
            return Err(Error::domain(
                "a Parquet filter is folded to a number of blocks that divides its own",
                format!("blocks = {blocks} with {own} blocks"),
            ));
        }
        let mut folded = ParquetFilter::exactly(blocks)?;
        // Some divisor of a length, and so a length.
        let neighbours = self.blocks.chunks_exact((own / blocks) as usize);
        for (block, together) in folded.blocks.iter_mut().zip(neighbours) {
            together.iter().for_each(|one| block.unite(one));
        }
        Ok(folded)
    }
}
