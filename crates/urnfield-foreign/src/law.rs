//! [`Law`]: how the positions of an item are distributed, for hash words that are uniform.

/// How the positions of an item are distributed if its hash words are uniform. The law names the
/// exact route to a rate, or says that there is none.
#[derive(Debug, Clone, PartialEq, Eq)]
#[non_exhaustive]
pub enum Law {
    /// All positions are independent and uniform.
    Independent,
    /// Positions are `a + i·d mod m`, with a uniform and d as the steps say.
    Double(Steps),
    /// Positions are `a + i·d mod m`, where a and d are residues of signed 32-bit words: nearly
    /// [`Law::Double`] with any step. Words up to k in size have a law of their own.
    DoubleOf32Bits,
    /// No exact law is used: positions depend on one another in another way. The text names it, as
    /// in "double hashing in wrapping 32-bit words".
    Wrapped(&'static str),
    /// Position i is uniform in slice i, and positions are independent. The sizes of the slices,
    /// which follow one another.
    Partitioned(Vec<u64>),
    /// All positions of an item are in one line of so many bits, independent and uniform in it; the
    /// line is uniform.
    Lines(u32),
    /// Parquet's split blocks: one bit in each of the eight 32-bit words of a 256-bit block.
    SplitBlock,
}

/// The steps of double hashing.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Steps {
    /// Every residue, 0 included.
    All,
    /// Every residue but 0.
    NonZero,
    /// The residues without a common divisor with m.
    Unit,
}

impl Law {
    /// Returns the name of the law, for people.
    pub fn name(&self) -> String {
        match self {
            Law::Independent => "independent positions".into(),
            Law::Double(Steps::All) => "double hashing, any step".into(),
            Law::Double(Steps::NonZero) => "double hashing, any step but 0".into(),
            Law::Double(Steps::Unit) => "double hashing, steps prime to the bits".into(),
            Law::DoubleOf32Bits => "double hashing, any step, of 32-bit hashes".into(),
            Law::Wrapped(name) => (*name).into(),
            Law::Partitioned(_) => "one position in each slice".into(),
            Law::Lines(bits) => format!("positions in one line of {bits} bits"),
            Law::SplitBlock => "split blocks of 256 bits".into(),
        }
    }
}
