//! Union and folding give exactly the filter of all values.

use super::of_texts;
use proptest::prelude::*;
use urnfield::Error;

proptest! {
    #[test]
    fn a_union_is_the_filter_of_both(blocks in 1_u64..70, a in 0_u64..200, b in 0_u64..200) {
        let mut union = of_texts(blocks, 0..a);
        union.union_with(&of_texts(blocks, 100..100 + b)).expect("as many blocks");
        let mut both = of_texts(blocks, 0..a);
        both.extend((100..100 + b).map(|i| format!("key-{i}")));
        prop_assert_eq!(union, both);
    }

    #[test]
    fn a_folded_filter_is_the_one_of_fewer_blocks(few in 1_u64..40, times in 1_u64..9, n in 0_u64..300) {
        let folded = of_texts(few * times, 0..n).folded_to(few).expect("a divisor");
        prop_assert_eq!(folded, of_texts(few, 0..n));
    }
}

#[test]
fn other_sizes_are_refused_in_a_sentence() {
    let mut small = of_texts(4, 0..9);
    let error = small.union_with(&of_texts(8, 0..9)).expect_err("more blocks");
    assert_eq!(
        error.to_string(),
        "Parquet filters are merged only where they have as many blocks; fold the larger one first, \
         got 4 blocks and 8 blocks"
    );
    assert_eq!(small, of_texts(4, 0..9));
    for blocks in [0, 3, 8, u64::MAX] {
        assert!(matches!(small.folded_to(blocks), Err(Error::Domain { .. })), "{blocks}");
    }
}
