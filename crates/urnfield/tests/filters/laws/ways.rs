//! All ways to insert give the same bytes, and all ways to ask the same answers: what holds of
//! one item after the other holds of batches, threads and sorted regions.

use super::{KEY, any_design, any_filter, any_item, design};
use urnfield::filter::{Digest, FilterView, Key, KeyKinds, Packing, SharedFilter, positions};
use urnfield::{Design, Filter, Kind};
use urnfield_paper::draws::{Draws, multiplier};

/// The filter of some items, in every way but one after the other.
fn other_ways(empty: &Filter, items: &[Vec<u8>]) -> Vec<(&'static str, Filter)> {
    let mut ways = Vec::new();
    let mut way = |name, insert: &dyn Fn(&mut Filter)| {
        let mut filter = empty.clone();
        insert(&mut filter);
        ways.push((name, filter));
    };
    way("a batch", &|filter| filter.insert_all(items));
    way("digests", &|filter| {
        let digests: Vec<Digest> = items.iter().map(|item| filter.digest(item)).collect();
        filter.digests_of(KeyKinds::TEXTS).insert_all(&digests);
    });
    way("items anywhere", &|filter| filter.insert_each(items.len(), |i| &items[i]));
    way("digests, reporting the new", &|filter| {
        let (digester, mut one_by_one) = (filter.digester(), filter.clone());
        let digests: Vec<Digest> = items.iter().map(|item| digester.digest(item)).collect();
        let new = filter.digests_of(KeyKinds::TEXTS).insert_reporting_new(&digests);
        let expected: Vec<bool> = items.iter().map(|item| one_by_one.insert(item)).collect();
        assert_eq!(new.iter().collect::<Vec<_>>(), expected, "{filter:?}");
    });
    way("shared", &|filter| {
        let shared = SharedFilter::from(filter.clone());
        items.iter().for_each(|item| {
            shared.insert(item);
        });
        *filter = shared.into();
    });
    way("a shared batch", &|filter| {
        let shared = SharedFilter::from(filter.clone());
        shared.insert_all(items);
        *filter = shared.into();
    });
    way("shared, items anywhere", &|filter| {
        let shared = SharedFilter::from(filter.clone());
        shared.insert_each(items.len(), |i| &items[i]);
        *filter = shared.into();
    });
    way("shared digests", &|filter| {
        let shared = SharedFilter::from(filter.clone());
        let digests: Vec<Digest> = items.iter().map(|item| shared.digest(item)).collect();
        shared.insert_all_digests(&digests);
        *filter = shared.snapshot().expect("small").with_key_kinds(KeyKinds::TEXTS);
    });
    #[cfg(feature = "parallel")]
    way("all cores", &|filter| filter.par_insert_all(items));
    ways
}

#[test]
fn all_ways_give_the_same_bytes_and_answers() {
    let mut draws = Draws::new(21);
    for _ in 0..600 * multiplier() {
        let empty = {
            let design = any_design(&mut draws);
            any_filter(&mut draws, design).with_planned_items(draws.below(9))
        };
        let items: Vec<_> = (0..draws.corner(150)).map(|_| any_item(&mut draws)).collect();
        let mut filter = empty.clone();
        filter.extend(&items);
        let bytes = filter.to_bytes(Packing::Raw);
        for (name, other) in other_ways(&empty, &items) {
            assert_eq!(other.to_bytes(Packing::Raw), bytes, "{name}: {filter:?}");
        }
        // Members and others, in an order that changes the way within a batch.
        let asked: Vec<_> = (0..draws.corner(700))
            .map(|i| match items.get(i as usize % 400) {
                Some(item) => item.clone(),
                None => any_item(&mut draws),
            })
            .collect();
        let expected: Vec<bool> = asked.iter().map(|item| filter.contains(item)).collect();
        let answers = filter.contains_all(&asked);
        assert_eq!(answers.iter().collect::<Vec<_>>(), expected, "{filter:?}");
        assert_eq!(answers.count(), expected.iter().filter(|yes| **yes).count() as u64);
        assert_eq!((answers.len(), answers.get(asked.len())), (asked.len(), None));
        let digests: Vec<Digest> = asked.iter().map(|item| filter.digest(item)).collect();
        assert_eq!(filter.contains_all_digests(&digests), answers);
        assert_eq!(filter.contains_each(asked.len(), |i| &asked[i]), answers);
        let shared = SharedFilter::from(filter.clone());
        assert_eq!(shared.planned_items(), filter.planned_items());
        assert_eq!(shared.contains_all(&asked), answers, "shared: {filter:?}");
        assert_eq!(shared.contains_each(asked.len(), |i| &asked[i]), answers);
        assert_eq!(shared.contains_all_digests(&digests), answers);
        let key = filter.seed().is_none().then(|| Key::new(KEY));
        let view = FilterView::new(&bytes, key).expect("whole");
        assert_eq!(view.contains_all(&asked), answers, "a view: {filter:?}");
        assert_eq!(view.contains_each(asked.len(), |i| &asked[i]), answers);
        assert_eq!(view.contains_all_digests(&digests), answers);
        assert!(asked.iter().zip(&expected).all(|(item, yes)| shared.contains(item) == *yes));
        #[cfg(feature = "parallel")]
        assert_eq!(filter.par_contains_all(&asked), answers);
    }
}

/// Beyond each cache another way is taken; integers, so that there can be many.
fn large(design: Design, count: u64) {
    let items: Vec<u64> = (0..count).map(|i| i * i).collect();
    let mut filter = Filter::new(design, 5).expect("some megabytes");
    for item in &items {
        filter.insert_u64(*item);
    }
    let mut batch = Filter::new(design, 5).expect("some megabytes").on_huge_pages();
    batch.insert_all_u64(&items);
    assert!(batch == filter, "{design:?}, a batch of {count}");
    let shared = SharedFilter::new(design, 5).expect("some megabytes");
    shared.insert_all_u64(&items);
    assert!(Filter::from(shared) == filter, "{design:?}, shared");
    #[cfg(feature = "parallel")]
    {
        let mut parallel = Filter::new(design, 5).expect("some megabytes");
        parallel.par_insert_all_u64(&items);
        assert!(parallel == filter, "{design:?}, all cores");
    }
    let mut reporting = Filter::new(design, 5).expect("some megabytes");
    let digests: Vec<Digest> = items.iter().map(|item| reporting.digest_u64(*item)).collect();
    let new = reporting.insert_reporting_new(&digests);
    assert!(reporting == filter, "{design:?}, reporting the new");
    reporting.clear();
    assert!(new.iter().zip(&items).all(|(new, item)| new == reporting.insert_u64(*item)));
    // Long stretches of members, of others, and of both.
    let asked: Vec<u64> = (0..6_000_u64)
        .map(|i| match i / 2_000 {
            0 => i * i,
            1 => i * i + 1,
            _ => i * i + i % 2,
        })
        .collect();
    let answers = filter.contains_all_u64(&asked);
    assert!(answers.iter().zip(&asked).all(|(yes, item)| yes == filter.contains_u64(*item)));
    let file = filter.to_bytes(Packing::Raw);
    assert_eq!(FilterView::new(&file, None).expect("whole").contains_all_u64(&asked), answers);
    let shared = SharedFilter::from(filter.clone());
    assert_eq!(shared.contains_all_u64(&asked), answers, "{design:?}, shared");
    let members = (0..2_000).chain((4_000..6_000).step_by(2));
    assert!(members.into_iter().all(|i| answers.get(i) == Some(true)));
    #[cfg(feature = "parallel")]
    assert_eq!(filter.par_contains_all_u64(&asked), answers);
}

#[test]
fn all_ways_agree_beyond_the_caches() {
    for kind in [Kind::Classic, Kind::Standard] {
        large(design(kind, 5_000_011, 7), 40_000);
        large(design(kind, 5_000_011, 20), 10_000);
        large(design(kind, (1 << 28) + 1, 6), 40_000);
    }
}

/// Enough items for their positions to be sorted into regions first, over several rounds of
/// sorting only behind the multiplier.
#[test]
fn sorted_inserts_lose_nothing() {
    for kind in [Kind::Classic, Kind::Standard] {
        large(design(kind, 150_000_001, 5), (1 << 20) + 12_345);
    }
    if multiplier() > 1 {
        large(design(Kind::Classic, 150_000_001, 7), (9 << 20) + 1);
    }
}

/// Threads that insert the same and different items at once: a lost bit would show, as the
/// filter is small and every word is fought for.
#[test]
fn no_insert_is_lost_between_threads() {
    for round in 0..30 * multiplier() {
        let kind = if round % 2 == 0 { Kind::Classic } else { Kind::Standard };
        let design = design(kind, 2_000 + round, 1 + round % 9);
        let shared = SharedFilter::new(design, round).expect("small");
        std::thread::scope(|scope| {
            for thread in 0..4 {
                let shared = &shared;
                scope.spawn(move || {
                    for i in 0..300 {
                        shared.insert_u64(1_000 * thread + i);
                        shared.insert_u64(7_777 + i);
                        assert!(shared.contains_u64(1_000 * thread + i), "its own is seen at once");
                    }
                });
            }
        });
        let mut filter = Filter::new(design, round).expect("small");
        for i in 0..300 {
            (0..4).for_each(|thread| {
                filter.insert_u64(1_000 * thread + i);
            });
            filter.insert_u64(7_777 + i);
        }
        assert_eq!(shared.bits_set(), filter.bits_set());
        assert_eq!(Filter::from(shared).to_bytes(Packing::Raw), filter.to_bytes(Packing::Raw));
    }
}

/// The loops change with the number of hashes, the machine and the size; the list of positions does not.
#[test]
fn every_number_of_hashes_has_the_positions_of_the_rule() {
    let mut draws = Draws::new(23);
    for hashes in 1..=70 {
        for (kind, m) in [Kind::Standard, Kind::Classic]
            .into_iter()
            .flat_map(|kind| [71, 4_096, 65_537, 1_000_003].map(|m| (kind, m)))
        {
            let design = Design::new(kind, m, hashes).expect("a design");
            // As many as there are lanes in some blocks, one more or fewer, or few.
            let count = [5, 63, 64, 65, 130][draws.below(5) as usize];
            let items: Vec<u64> = (0..count).map(|_| draws.below(u64::MAX)).collect();
            let mut expected = vec![false; m as usize];
            let mut singly = Filter::new(design, 3).expect("small");
            let digester = singly.digester();
            for item in &items {
                for p in positions(design, digester.digest_u64(*item)).expect("few") {
                    expected[p as usize] = true;
                }
                singly.insert_u64(*item);
            }
            let mut batch = Filter::new(design, 3).expect("small");
            batch.insert_all_u64(&items);
            assert!(batch == singly, "{design:?}, {count} items");
            let found = batch
                .payload_pieces()
                .flatten()
                .flat_map(|byte| (0..8).map(move |bit| byte >> bit & 1 == 1));
            assert!(found.take(m as usize).eq(expected.iter().copied()), "{design:?}");
            // Members, others, and nearly full filters, in which others often pass some of the way.
            let asked: Vec<u64> = items.iter().flat_map(|item| [*item, !*item]).collect();
            for word in asked.iter().chain(&items) {
                singly.insert_u64(word.rotate_left(1));
            }
            for filter in [&batch, &singly] {
                let bits: Vec<u8> = filter.payload_pieces().flatten().collect();
                let has = |item: &u64| {
                    let at = positions(design, digester.digest_u64(*item)).expect("few");
                    at.iter().all(|p| bits[*p as usize / 8] >> (p % 8) & 1 == 1)
                };
                let expected: Vec<bool> = asked.iter().map(has).collect();
                let answers = filter.contains_all_u64(&asked);
                assert_eq!(answers.iter().collect::<Vec<_>>(), expected, "{design:?}");
                assert!(
                    asked.iter().zip(&expected).all(|(x, yes)| filter.contains_u64(*x) == *yes)
                );
            }
        }
    }
}
