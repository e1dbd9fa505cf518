//! What both register sets for lines have in common: functions that are compiled for a machine.

/// Writes [`Hand::mask`](crate::filter::probe::line::hand::Hand::mask), `insert` and `insert_each`
/// of a hand, for a machine with these features.
///
/// A value of the hand proves that the machine has them: only detection makes one.
macro_rules! compiled_for {
    ($hand:ident, $features:literal) => {
        #[inline]
        fn mask(&self, digest: Digest) -> LineWords {
            #[target_feature(enable = $features)]
            fn alone(hand: &$hand, digest: Digest) -> LineWords {
                hand.whole_mask(digest)
            }
            // SAFETY: the machine has the features, because there is a hand.
            unsafe { alone(self, digest) }
        }

        #[inline]
        fn insert(&self, line: &mut LineWords, digest: Digest) -> bool {
            #[target_feature(enable = $features)]
            fn alone(hand: &$hand, line: &mut LineWords, digest: Digest) -> bool {
                hand.put(line, digest)
            }
            // SAFETY: as above.
            unsafe { alone(self, line, digest) }
        }

        fn insert_each(&self, batch: Batch<'_>, bits: &mut Bits, see: impl FnMut(usize, bool)) {
            #[target_feature(enable = $features)]
            fn all(hand: &$hand, batch: Batch<'_>, bits: &mut Bits, see: impl FnMut(usize, bool)) {
                insert_each_by(hand, batch, bits, see);
            }
            // SAFETY: as above.
            unsafe { all(self, batch, bits, see) }
        }
    };
}

pub(crate) use compiled_for;
