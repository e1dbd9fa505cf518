//! Items go in and are found.

use super::{any_design, any_filter, any_item, any_items, design, payload};
use urnfield::filter::{FilterView, Key, Packing, positions};
use urnfield::{Filter, Kind};
use urnfield_paper::draws::{Draws, multiplier};

/// Whether all positions of an item are set, by the plain list.
fn listed(filter: &Filter, item: &[u8]) -> bool {
    let bits = payload(filter);
    let set = |p: u64| bits[(p / 8) as usize] >> (p % 8) & 1 == 1;
    positions(filter.design(), filter.digest(item)).expect("few").into_iter().all(set)
}

#[test]
fn nothing_inserted_is_ever_missed() {
    let mut draws = Draws::new(1);
    for _ in 0..1_500 * multiplier() {
        let design = any_design(&mut draws);
        let mut filter = any_filter(&mut draws, design);
        let items = any_items(&mut draws, 20);
        for (i, item) in items.iter().enumerate() {
            filter.insert(item);
            assert!(items[..=i].iter().all(|item| filter.contains(item)), "{filter:?}");
        }
        let file = filter.to_bytes(Packing::Raw);
        let spare = design.bits().div_ceil(64) * 64 - design.bits();
        let last = u64::from_le_bytes(file[file.len() - 8..].try_into().expect("eight bytes"));
        assert!(u64::from(last.leading_zeros()) >= spare, "a bit behind the last: {filter:?}");
    }
}

#[test]
fn a_classic_item_sets_k_bits_and_a_standard_one_at_most_k() {
    let mut draws = Draws::new(2);
    let mut fewer = 0;
    for _ in 0..1_500 * multiplier() {
        let design = any_design(&mut draws);
        let mut filter = any_filter(&mut draws, design);
        let item = any_item(&mut draws);
        assert!(filter.insert(&item), "an empty filter has every bit new");
        let (set, k) = (filter.bits_set(), design.hashes());
        match design.kind() {
            Kind::Classic => assert_eq!(set, k, "{filter:?}"),
            Kind::Standard => assert!((1..=k).contains(&set), "{filter:?}"),
        }
        fewer += u32::from(set < k);
        // Exactly the listed positions, and no others.
        let mut listed = positions(design, filter.digest(&item)).expect("few");
        assert_eq!(listed.len() as u64, k);
        listed.sort_unstable();
        listed.dedup();
        assert_eq!(listed.len() as u64, set);
        assert!(self::listed(&filter, &item));
    }
    assert!(fewer > 100, "standard items do repeat positions");
}

/// `contains` and `insert` say what the list of positions says, for members and for others.
#[test]
fn answers_are_those_of_the_list() {
    let mut draws = Draws::new(3);
    let (mut yes, mut no) = (0, 0);
    for _ in 0..1_000 * multiplier() {
        let design = any_design(&mut draws);
        let mut filter = any_filter(&mut draws, design);
        filter.extend(any_items(&mut draws, 4));
        for _ in 0..4 {
            let item = any_item(&mut draws);
            let expected = listed(&filter, &item);
            assert_eq!(filter.contains(&item), expected, "{filter:?} {item:?}");
            let before = filter.bits_set();
            assert_eq!(filter.insert(&item), !expected, "{filter:?} {item:?}");
            assert_eq!(filter.bits_set() > before, !expected, "{filter:?} {item:?}");
            yes += u32::from(expected);
            no += u32::from(!expected);
        }
    }
    assert!(yes > 100 && no > 100, "{yes} {no}");
}

/// More than 65536 positions an item take a way of their own.
#[test]
fn answers_are_those_of_the_list_with_very_many_hashes() {
    for (kind, m, k) in [
        (Kind::Standard, 200_000, 65_536),
        (Kind::Standard, 200_000, 65_537),
        (Kind::Standard, 200_001, 140_000),
        (Kind::Standard, 1_000_000, 131_072),
        (Kind::Classic, 200_000, 65_537),
        (Kind::Classic, 200_000, 100_000),
        (Kind::Classic, 200_000, 100_001),
        (Kind::Classic, 200_001, 199_999),
    ] {
        let mut filter = Filter::new(design(kind, m, k), 0).expect("small");
        filter.insert_u64(0);
        for item in 1..60_u64 {
            let expected = listed(&filter, &item.to_le_bytes());
            assert_eq!(filter.contains_u64(item), expected, "{kind} {m} {k}, item {item}");
        }
        // Whole lists are never set by chance, so none of these may be found.
        let file = filter.to_bytes(Packing::Raw);
        let view = FilterView::new(&file, None).expect("whole");
        assert!(view.contains_u64(0) && filter.contains_u64(0));
        let found = (1..60).filter(|item| view.contains_u64(*item)).count();
        assert_eq!(found, 0, "{kind} {m} {k}, as a view");
        assert!(!filter.insert_u64(0) && filter.insert_u64(1), "{kind} {m} {k}");
        assert!(filter.contains_u64(0) && filter.contains_u64(1), "{kind} {m} {k}");
    }
}

/// A full filter cannot change and holds everything: no number of hashes takes for ever.
#[test]
fn any_number_of_independent_positions_ends() {
    for k in [65_536, 65_537, 1 << 20, 1 << 40, u64::MAX - 1, u64::MAX] {
        for m in [1, 2, 63, 64, 65, 1_000] {
            let mut filter = Filter::new(design(Kind::Standard, m, k), 9).expect("small");
            assert!(!filter.contains_u64(5));
            assert!(filter.insert_u64(5));
            assert_eq!(filter.bits_set(), m, "65536 draws leave none of {m} bits");
            assert!(filter.contains_u64(5) && filter.contains_u64(6));
            assert!(!filter.insert_u64(6));
            let file = filter.to_bytes(Packing::Raw);
            assert!(FilterView::new(&file, None).expect("whole").contains_u64(7));
        }
    }
}

#[test]
fn digests_bytes_and_integers_are_three_names_of_one_item() {
    let mut draws = Draws::new(4);
    for _ in 0..500 * multiplier() {
        let design = any_design(&mut draws);
        let empty = any_filter(&mut draws, design);
        let number = draws.word();
        let mut filters = [empty.clone(), empty.clone(), empty.clone(), empty.clone()];
        filters[0].insert_u64(number);
        filters[1].insert(number.to_le_bytes());
        filters[2].insert_digest(empty.digest_u64(number));
        filters[3].extend([number.to_le_bytes()]);
        assert!(filters.iter().all(|filter| payload(filter) == payload(&filters[0])));
        let digest = empty.digest(number.to_le_bytes());
        assert_eq!(digest, empty.digest_u64(number));
        for other in [number, draws.word()] {
            let found = filters[0].contains_u64(other);
            assert_eq!(filters[0].contains(other.to_le_bytes()), found);
            assert_eq!(filters[0].contains_digest(empty.digest_u64(other)), found);
        }
    }
    let mut texts = Filter::new(design(Kind::Standard, 1_000, 7), 0).expect("small");
    texts.insert("urn");
    assert!(texts.contains(b"urn") && texts.contains(String::from("urn")));
    assert!(!texts.contains("urn\n") && !texts.contains(""));
}

#[test]
fn views_answer_as_their_filters_do() {
    let mut draws = Draws::new(5);
    for _ in 0..500 * multiplier() {
        let design = any_design(&mut draws);
        let key = Key::new(std::array::from_fn(|_| draws.word() as u8));
        let keyed = draws.below(2) == 0;
        let filter = if keyed { Filter::new(design, &key) } else { Filter::new(design, 1) };
        let mut filter = filter.expect("small").with_planned_items(draws.below(100));
        let mut items = any_items(&mut draws, 10);
        filter.extend(&items);
        items.extend(any_items(&mut draws, 10));
        // At every alignment: the words are read wherever they lie.
        let shift = draws.below(8) as usize;
        let bytes = [vec![0; shift], filter.to_bytes(Packing::Raw)].concat();
        let file = &bytes[shift..];
        let view = if keyed { FilterView::new(file, &key) } else { FilterView::new(file, None) };
        let view = view.expect("whole");
        assert_eq!((view.design(), view.planned_items()), (design.into(), filter.planned_items()));
        for item in &items {
            assert_eq!(view.digest(item), filter.digest(item));
            assert_eq!(view.contains(item), filter.contains(item), "{filter:?}");
        }
        let number = draws.word();
        assert_eq!(view.digest_u64(number), filter.digest_u64(number));
        assert_eq!(view.contains_u64(number), filter.contains_u64(number));
        assert_eq!(view.verify().expect("whole").bits_set, filter.bits_set());
        let back = view.to_filter().expect("whole");
        assert_eq!((&back, back.planned_items()), (&filter, filter.planned_items()));
        assert_eq!(back.to_bytes(Packing::Raw), file);
    }
}

#[test]
fn clones_are_separate_and_clearing_clears() {
    let mut draws = Draws::new(6);
    for _ in 0..300 * multiplier() {
        let design = any_design(&mut draws);
        let empty = any_filter(&mut draws, design).with_planned_items(3);
        let mut filter = empty.clone();
        filter.insert("first");
        let copy = filter.clone();
        assert_eq!((&copy, copy.to_bytes(Packing::Raw)), (&filter, filter.to_bytes(Packing::Raw)));
        filter.extend(any_items(&mut draws, 5));
        filter.clear();
        assert_eq!((filter.bits_set(), filter.seed()), (0, empty.seed()));
        assert_eq!(filter, empty);
        assert!(copy.contains("first") && !filter.contains("first"));
        assert!(filter.insert("first"));
        assert_eq!(filter, copy);
    }
}
