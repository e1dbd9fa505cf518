//! Filters side by side, and filters that cannot be.

use super::{any_design, any_filter, any_items, design, payload};
use urnfield::filter::{FilterView, Key, Origin, Packing, SealedFilter, SharedFilter};
use urnfield::{Design, Error, Filter, Kind};
use urnfield_paper::draws::{Draws, multiplier};

#[test]
fn the_filter_of_a_union_is_the_union_of_the_filters() {
    let mut draws = Draws::new(7);
    let mut strict = 0;
    for _ in 0..800 * multiplier() {
        let design = any_design(&mut draws);
        let empty = any_filter(&mut draws, design);
        let (mine, yours) = (any_items(&mut draws, 6), any_items(&mut draws, 6));
        let common = any_items(&mut draws, 2);
        let with = |lists: &[&Vec<Vec<u8>>]| {
            let mut filter = empty.clone();
            lists.iter().for_each(|list| filter.extend(*list));
            filter
        };
        let (a, b) = (with(&[&mine, &common]), with(&[&yours, &common]));
        let mut union = a.clone();
        union.union_with(&b).expect("the same design and digest");
        assert_eq!(
            union.to_bytes(Packing::Raw),
            with(&[&mine, &yours, &common]).to_bytes(Packing::Raw)
        );
        let mut other_way = b.clone();
        other_way.union_with(&a).expect("the same design and digest");
        assert_eq!(other_way, union);

        let mut both = a.clone();
        both.intersect_with(&b).expect("the same design and digest");
        let expected: Vec<u8> = payload(&a).iter().zip(payload(&b)).map(|(a, b)| a & b).collect();
        assert_eq!(payload(&both), expected);
        assert!(common.iter().all(|item| both.contains(item)));
        let of_common = with(&[&common]);
        for (small, large) in
            [(&of_common, &both), (&both, &a), (&both, &b), (&a, &union), (&b, &union), (&a, &a)]
        {
            assert_eq!(small.is_subset(large), Ok(true));
            if small != large {
                assert_eq!(large.is_subset(small), Ok(false));
                strict += 1;
            }
        }
    }
    assert!(strict > 100);
}

/// However it is carried about, an intersection stays one; what is made of it is one too.
#[test]
fn an_intersection_is_marked_wherever_it_goes() {
    let design = design(Kind::Standard, 1_000, 5);
    let of = |items: std::ops::Range<u64>| {
        let mut filter = Filter::new(design, 7).expect("small");
        filter.insert_all_u64(&items.collect::<Vec<_>>());
        filter
    };
    let (a, b) = (of(0..50), of(40..60));
    assert_eq!((a.origin(), a.is_intersection()), (Origin::Set, false));
    let mut both = a.clone();
    both.intersect_with(&b).expect("the same");
    let Origin::Intersection(made_of) = both.origin() else { panic!("{:?}", both.origin()) };
    assert_eq!(made_of.filters(), Some(2));
    assert_eq!(made_of.all_bits(), Some(&[a.bits_set(), b.bits_set()][..]));
    let origin = both.origin();
    for packing in [Packing::Raw, Packing::Smallest] {
        let bytes = both.to_bytes(packing);
        assert_eq!(bytes[8..10], [2, 0]);
        assert_eq!(Filter::from_bytes(&bytes, None).expect("whole").origin(), origin);
        assert_eq!(Filter::read_from(&bytes[..], None).expect("whole").origin(), origin);
        let sealed = SealedFilter::from_bytes(&bytes).expect("whole");
        assert_eq!(sealed.origin(), origin);
        assert_eq!(sealed.to_bytes(Packing::Raw), both.to_bytes(Packing::Raw));
        assert_eq!(sealed.into_filter(None).expect("no key").origin(), origin);
    }
    assert_eq!(both.summary().origin, origin);
    let bytes = both.to_bytes(Packing::Raw);
    let view = FilterView::new(&bytes, None).expect("whole");
    assert_eq!((view.origin(), view.to_filter().expect("whole").origin()), (origin, origin));
    let shared = SharedFilter::from(both.clone());
    assert_eq!((shared.origin(), shared.snapshot().expect("small").origin()), (origin, origin));
    assert_eq!(Filter::from(shared).origin(), origin);

    // Nothing new was inserted: what was known is true still. Then something was.
    let mut more = both.clone();
    more.insert_u64(45);
    assert_eq!(more.origin(), origin);
    more.insert_u64(1_000);
    let unknown = both.clone().marked_as_intersection().origin();
    assert_eq!((more.origin(), more.summary().origin), (unknown, unknown));
    let shared = SharedFilter::from(both.clone());
    shared.insert_u64(1_000);
    assert_eq!((shared.origin(), Filter::from(shared).origin()), (unknown, unknown));
    let Origin::Intersection(made_of) = unknown else { panic!("{unknown:?}") };
    assert_eq!((made_of.filters(), made_of.most_bits(), made_of.all_bits()), (None, None, None));

    // No union with it is a set's.
    for (mut ours, theirs) in [(a.clone(), &both), (both.clone(), &a), (both.clone(), &both)] {
        ours.union_with(theirs).expect("the same");
        assert_eq!(ours.origin(), unknown);
    }
    both.clear();
    assert_eq!(both.origin(), Origin::Set);
    assert_eq!(both.to_bytes(Packing::Raw), of(0..0).to_bytes(Packing::Raw));
}

#[test]
fn plans_are_a_note_that_equality_forgets_and_a_union_keeps_where_they_agree() {
    let plain = Filter::new(design(Kind::Standard, 100, 3), 0).expect("small");
    let noted = plain.clone().with_planned_items(77);
    assert_eq!((plain.planned_items(), noted.planned_items()), (0, 77));
    assert_eq!(plain, noted);
    assert_ne!(plain.to_bytes(Packing::Raw), noted.to_bytes(Packing::Raw));
    let read = Filter::from_bytes(&noted.to_bytes(Packing::Raw), None).expect("whole");
    assert_eq!(read.planned_items(), 77);
    let mut union = noted.clone();
    union.union_with(&noted).expect("the same");
    assert_eq!(union.planned_items(), 77);
    union.union_with(&plain).expect("the same but for the plan");
    assert_eq!(union.planned_items(), 0);
    union.union_with(&noted).expect("the same but for the plan");
    assert_eq!(union.planned_items(), 0);
    let mut both = noted.clone();
    both.intersect_with(&noted).expect("the same");
    assert_eq!(both.planned_items(), 0);
    let mut different = noted.clone();
    different.insert("urn");
    assert_ne!(different, noted);
}

/// Whatever differs is named on both sides, and nothing has changed.
#[test]
fn filters_that_differ_are_not_merged() {
    let seeded = |kind, m, k, seed| Filter::new(design(kind, m, k), seed).expect("small");
    let key =
        |byte| Filter::new(design(Kind::Classic, 100, 3), Key::new([byte; 16])).expect("small");
    let base = seeded(Kind::Classic, 100, 3, 12_345);
    let cases = [
        (base.clone(), seeded(Kind::Standard, 100, 3, 12_345), ["classic", "standard"]),
        // Equally many words: the bits themselves are compared, not the memory.
        (base.clone(), seeded(Kind::Classic, 101, 3, 12_345), ["100 bits", "101 bits"]),
        (base.clone(), seeded(Kind::Classic, 100, 4, 12_345), ["3 hashes", "4 hashes"]),
        (base.clone(), seeded(Kind::Classic, 100, 3, 54_321), ["seed 12345", "seed 54321"]),
        (base.clone(), key(1), ["seed 12345", "key check "]),
        (key(1), key(2), ["key check ", "key check "]),
    ];
    for (a, b, [of_a, of_b]) in cases {
        for (mut mine, other, [shown, their]) in
            [(a.clone(), b.clone(), [of_a, of_b]), (b, a, [of_b, of_a])]
        {
            mine.insert("urn");
            let before = mine.to_bytes(Packing::Raw);
            assert_ne!(mine, other);
            let errors = [
                mine.is_subset(&other).expect_err("they differ"),
                mine.union_with(&other).expect_err("they differ"),
                mine.intersect_with(&other).expect_err("they differ"),
            ];
            for error in errors {
                let Error::Mismatch { ours, theirs, .. } = error else { panic!("{error}") };
                assert!(ours.contains(shown) && theirs.contains(their), "{ours} / {theirs}");
                assert_ne!(ours, theirs);
            }
            assert_eq!(mine.to_bytes(Packing::Raw), before);
        }
    }
    assert_ne!(key(1), key(2));
    assert_eq!(key(1), key(1));
    // Empty filters of different seeds have the same bits and are different filters.
    assert_ne!(seeded(Kind::Classic, 100, 3, 1), seeded(Kind::Classic, 100, 3, 2));
}

#[test]
fn designs_that_cannot_be_are_refused() {
    for (kind, m, k) in [
        (Kind::Standard, 0, 1),
        (Kind::Classic, 0, 0),
        (Kind::Standard, 1, 0),
        (Kind::Classic, 100, 0),
        (Kind::Classic, 100, 101),
        (Kind::Classic, 1, u64::MAX),
    ] {
        assert!(matches!(Design::new(kind, m, k), Err(Error::Domain { .. })), "{kind} {m} {k}");
    }
    for m in [(1 << 48) + 1, 1 << 60, u64::MAX] {
        for design in [design(Kind::Standard, m, 3), design(Kind::Classic, m, 3)] {
            let refused = [Filter::new(design, 0), Filter::new(design, Key::new([0; 16]))];
            for result in refused {
                assert!(matches!(result, Err(Error::Domain { .. })), "{m}: {result:?}");
            }
        }
    }
}
