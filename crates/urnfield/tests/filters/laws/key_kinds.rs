//! The kinds of keys that a filter notes: whatever way keys go in, and wherever the filter goes.

use super::design;
use urnfield::filter::{FilterView, KeyKinds, Packing, SealedFilter, SharedFilter, TupleKey};
use urnfield::{AnyDesign, Blocked, Filter, Kind, Layout};

const TEXTS: KeyKinds = KeyKinds::TEXTS;
const INTEGERS: KeyKinds = KeyKinds::INTEGERS;
const DIGESTS: KeyKinds = KeyKinds::DIGESTS;
const TUPLES: KeyKinds = KeyKinds::TUPLES;
const UNKNOWN: KeyKinds = KeyKinds::UNKNOWN;

fn designs() -> [AnyDesign; 3] {
    [
        design(Kind::Standard, 10_000, 7).into(),
        design(Kind::Classic, 10_000, 5).into(),
        Blocked::lines(Layout::Standard, 20, 6).expect("a design").into(),
    ]
}

fn empty() -> Filter {
    Filter::new(design(Kind::Standard, 10_000, 7), 0).expect("small")
}

fn texts() -> Filter {
    let mut filter = empty();
    filter.extend(["amphora", "krater"]);
    filter
}

fn integers() -> Filter {
    let mut filter = empty();
    filter.insert_all_u64(&[1, 2, 3]);
    filter
}

fn tuple() -> TupleKey {
    let mut key = TupleKey::new();
    key.text("urn").expect("short").integer(7);
    key
}

/// A way to insert something.
type Inserts = fn(&mut Filter);
/// A way to insert something into a filter that threads share.
type SharedInserts = fn(&SharedFilter);

#[test]
fn keys_of_unknown_kind_make_the_kinds_unknown() {
    for mut filter in [empty(), texts(), integers()] {
        let digests = [filter.digest("urn")];
        filter.digests_of(UNKNOWN).insert_all(&digests);
        assert_eq!(filter.key_kinds(), UNKNOWN);
        filter.insert_u64(7);
        assert_eq!(filter.key_kinds(), UNKNOWN);
    }
}

#[test]
fn every_insert_notes_its_kind_and_asking_notes_nothing() {
    let ways: &[(KeyKinds, Inserts)] = &[
        (TEXTS, |filter| {
            filter.insert("urn");
        }),
        (TEXTS, |filter| filter.extend(["urn"])),
        (TEXTS, |filter| filter.insert_all(&["urn"])),
        (TEXTS, |filter| filter.insert_each(1, |_| "urn")),
        (INTEGERS, |filter| {
            filter.insert_u64(7);
        }),
        (INTEGERS, |filter| filter.insert_all_u64(&[7])),
        (TUPLES, |filter| {
            filter.insert_tuple(&tuple()).expect("two parts");
        }),
        (TUPLES, |filter| {
            let digests = [filter.digest(tuple().as_bytes().expect("two parts"))];
            filter.digests_of(TUPLES).insert_all(&digests);
        }),
        (UNKNOWN, |filter| assert!(filter.insert_tuple(&TupleKey::new()).is_err())),
        (DIGESTS, |filter| {
            filter.insert_digest(filter.digest("urn"));
        }),
        (DIGESTS, |filter| filter.insert_all_digests(&[filter.digest("urn")])),
        (DIGESTS, |filter| drop(filter.insert_reporting_new(&[filter.digest("urn")]))),
        (TEXTS, |filter| {
            let digest = filter.digest("urn");
            filter.digests_of(TEXTS).insert(digest);
        }),
        (INTEGERS, |filter| {
            let digests = [filter.digest_u64(7)];
            filter.digests_of(INTEGERS).insert_all(&digests);
        }),
        (INTEGERS, |filter| {
            let digests = [filter.digest_u64(7)];
            filter.digests_of(INTEGERS).insert_reporting_new(&digests);
        }),
        #[cfg(feature = "parallel")]
        (TEXTS, |filter| filter.par_insert_all(&["urn"])),
        #[cfg(feature = "parallel")]
        (INTEGERS, |filter| filter.par_insert_all_u64(&[7])),
        #[cfg(feature = "parallel")]
        (DIGESTS, |filter| filter.par_insert_all_digests(&[filter.digest("urn")])),
        #[cfg(feature = "parallel")]
        (TEXTS, |filter| {
            let digests = [filter.digest("urn")];
            filter.digests_of(TEXTS).par_insert_all(&digests);
        }),
        // Nothing at all is of no kind.
        (UNKNOWN, |filter| filter.insert_all_u64(&[])),
        (UNKNOWN, |filter| filter.insert_all(&[""; 0])),
        (UNKNOWN, |filter| {
            filter.contains("urn");
            filter.contains_u64(7);
            filter.contains_all_u64(&[7]);
        }),
    ];
    for design in designs() {
        for hashing in
            [urnfield::filter::Hashing::Seed(3), urnfield::filter::Key::new([7; 16]).into()]
        {
            for (i, (kind, insert)) in ways.iter().enumerate() {
                let mut filter = Filter::new(design, hashing.clone()).expect("small");
                insert(&mut filter);
                assert_eq!(filter.key_kinds(), *kind, "way {i} of {design}");
                assert_eq!(filter.summary().key_kinds, *kind, "way {i} of {design}");
                assert_eq!(filter.to_bytes(Packing::Raw)[14..16], [kind.flags(), 0]);
                // All kinds that were inserted before stay.
                let mut all = Filter::new(design, hashing.clone()).expect("small");
                all.insert_u64(1);
                all.insert("1");
                insert(&mut all);
                assert_eq!(all.key_kinds(), INTEGERS | TEXTS | *kind, "way {i} of {design}");
                assert!(all.contains_u64(1) && all.contains(1_u64.to_le_bytes()));
            }
        }
    }
}

#[test]
fn shared_filters_note_kinds_too() {
    let ways: &[(KeyKinds, SharedInserts)] = &[
        (TEXTS, |filter| {
            filter.insert("urn");
        }),
        (TEXTS, |filter| filter.insert_all(&["urn"])),
        (INTEGERS, |filter| {
            filter.insert_u64(7);
        }),
        (INTEGERS, |filter| filter.insert_all_u64(&[7])),
        (TUPLES, |filter| {
            filter.insert_tuple(&tuple()).expect("two parts");
        }),
        (UNKNOWN, |filter| assert!(filter.insert_tuple(&TupleKey::new()).is_err())),
        (DIGESTS, |filter| {
            filter.insert_digest(filter.digest("urn"));
        }),
        (DIGESTS, |filter| filter.insert_all_digests(&[filter.digest("urn")])),
        (UNKNOWN, |filter| filter.insert_all_u64(&[])),
    ];
    for design in designs() {
        for (i, (kind, insert)) in ways.iter().enumerate() {
            let shared = SharedFilter::new(design, 3).expect("small");
            insert(&shared);
            assert_eq!(shared.key_kinds(), *kind, "way {i} of {design}");
            assert_eq!(shared.snapshot().expect("small").key_kinds(), *kind);
            let mut filter = Filter::from(shared);
            assert_eq!(filter.key_kinds(), *kind);
            filter.insert_u64(1);
            assert_eq!(filter.key_kinds(), *kind | INTEGERS);
            let shared = SharedFilter::from(filter);
            assert_eq!(shared.key_kinds(), *kind | INTEGERS);
        }
    }
}

#[test]
fn kinds_go_wherever_the_filter_goes() {
    for (filter, kind) in [(texts(), TEXTS), (integers(), INTEGERS), (empty(), UNKNOWN)] {
        for packing in [Packing::Raw, Packing::Smallest] {
            let bytes = filter.to_bytes(packing);
            assert_eq!(bytes[14], kind.flags());
            let back = Filter::from_bytes(&bytes, None).expect("whole");
            assert_eq!((back.key_kinds(), &back), (kind, &filter));
            let sealed = SealedFilter::from_bytes(&bytes).expect("whole");
            assert_eq!((sealed.key_kinds(), sealed.summary().key_kinds), (kind, kind));
            assert_eq!(sealed.to_bytes(packing), bytes);
            assert_eq!(sealed.try_clone().expect("small").key_kinds(), kind);
            let opened = sealed.into_filter(None).expect("seeded");
            assert_eq!(opened.key_kinds(), kind);
        }
        assert_eq!(filter.clone().key_kinds(), kind);
        assert_eq!(SealedFilter::from(filter.clone()).key_kinds(), kind);
        let bytes = filter.to_bytes(Packing::Raw);
        let view = FilterView::new(&bytes, None).expect("whole");
        assert_eq!(view.key_kinds(), kind);
        assert_eq!(view.verify().expect("whole").key_kinds, kind);
        let back = view.to_filter().expect("whole");
        assert_eq!((back.key_kinds(), back.to_bytes(Packing::Raw)), (kind, bytes));
        let mut cleared = filter;
        cleared.clear();
        assert_eq!(cleared.key_kinds(), UNKNOWN);
        cleared.insert_u64(7);
        assert_eq!(cleared.key_kinds(), INTEGERS);
    }
}

#[test]
fn a_union_has_the_kinds_of_both_and_an_intersection_has_none() {
    let unknown = || texts().with_key_kinds(UNKNOWN);
    for (a, b, kinds) in [
        (texts(), texts(), TEXTS),
        (texts(), integers(), TEXTS | INTEGERS),
        (texts(), empty(), TEXTS),
        (empty(), empty(), UNKNOWN),
        // What is not known of one is not known of both.
        (unknown(), integers(), UNKNOWN),
        (unknown(), empty(), UNKNOWN),
    ] {
        for (one, other) in [(&a, &b), (&b, &a)] {
            let mut union = one.clone();
            union.union_with(other).expect("the same design");
            assert_eq!(union.key_kinds(), kinds);
            let mut sealed = SealedFilter::from(one.clone());
            sealed.union_with(&SealedFilter::from(other.clone())).expect("the same design");
            assert_eq!(sealed.key_kinds(), kinds);
            assert_eq!(sealed.to_bytes(Packing::Raw), union.to_bytes(Packing::Raw));

            let mut both = one.clone();
            both.intersect_with(other).expect("the same design");
            assert_eq!(both.key_kinds(), UNKNOWN);
            both.insert_u64(7);
            assert_eq!(both.key_kinds(), UNKNOWN);
            assert_eq!(both.to_bytes(Packing::Raw)[14], 0);
            let mut sealed = SealedFilter::from(one.clone());
            sealed.intersect_with(&SealedFilter::from(other.clone())).expect("the same design");
            assert_eq!(sealed.key_kinds(), UNKNOWN);
            // Not even an OR with an intersection that has no bits knows its kinds.
            let mut or = one.clone();
            or.union_with(&sealed.into_filter(None).expect("seeded")).expect("the same design");
            assert_eq!((or.key_kinds(), or.to_bytes(Packing::Raw)[14]), (UNKNOWN, 0));
        }
    }
    let marked = texts().marked_as_intersection();
    assert_eq!((marked.key_kinds(), marked.to_bytes(Packing::Raw)[14]), (UNKNOWN, 0));
    assert!(Filter::from_bytes(&marked.with_key_kinds(TEXTS).to_bytes(Packing::Raw), None).is_ok());
}

#[test]
fn what_is_inserted_into_a_filter_of_unknown_kinds_leaves_them_unknown() {
    let old = texts().with_key_kinds(UNKNOWN).to_bytes(Packing::Raw);
    assert_eq!(old[14], 0);
    let payload = old[128..].to_vec();
    let from_payload = Filter::from_payload(texts().design(), 0, 0, &payload[..]).expect("whole");
    let read = Filter::from_bytes(&old, None).expect("an older file");
    for mut filter in [read, from_payload] {
        assert_eq!(filter.key_kinds(), UNKNOWN);
        filter.insert_u64(7);
        filter.insert("urn");
        filter.insert_all_u64(&[8]);
        assert_eq!(filter.key_kinds(), UNKNOWN);
        assert!(filter.contains_u64(7) && filter.contains("urn") && filter.contains_u64(8));
        assert_eq!(Filter::from(SharedFilter::from(filter)).key_kinds(), UNKNOWN);
    }
    // An older file of nothing is of unknown kinds too, and its first key tells.
    let empty = empty().with_key_kinds(UNKNOWN).to_bytes(Packing::Raw);
    let mut filter = Filter::from_bytes(&empty, None).expect("an older file");
    filter.insert_u64(7);
    assert_eq!(filter.key_kinds(), INTEGERS);
    let nothing = vec![0; payload.len()];
    let mut filter = Filter::from_payload(texts().design(), 0, 0, &nothing[..]).expect("whole");
    filter.insert("urn");
    assert_eq!(filter.key_kinds(), TEXTS);
}

#[test]
fn equality_ignores_kinds() {
    assert_eq!(texts(), texts().with_key_kinds(INTEGERS));
    assert_eq!(SealedFilter::from(texts()).with_key_kinds(INTEGERS).key_kinds(), INTEGERS);
}

#[test]
fn tuples_exclude_texts_and_integers_and_the_reverse() {
    for one in [TEXTS, INTEGERS] {
        assert!(TUPLES.excludes(one) && one.excludes(TUPLES));
        assert!(!(TUPLES | one).excludes(TUPLES) && !(TUPLES | one).excludes(one));
    }
    assert!(!TUPLES.excludes(DIGESTS) && !DIGESTS.excludes(TUPLES) && !UNKNOWN.excludes(TUPLES));
}
