//! Filters whose items keep to one line: every way in and every way to ask gives what the list of
//! positions gives, and a filter's own rate is the share of questions that its bits answer with yes.

use urnfield::filter::{
    Digest, FilterView, LineLoads, Packing, SealedFilter, SharedFilter, positions,
};
use urnfield::{BlockCounts, Blocked, Filter, FilterOptions, Guarantee, Kind, Layout, Rational};
use urnfield_paper::draws::{Draws, multiplier};

const LAYOUTS: [Layout; 2] = [Layout::Standard, Layout::Classic];

fn any_lines(draws: &mut Draws) -> Blocked {
    let layout = LAYOUTS[draws.below(2) as usize];
    let blocks = match draws.below(6) {
        0 => 1,
        1 => 2,
        // Beyond the caches: lines are requested ahead.
        2 => 5_000,
        _ => 1 + draws.below(200),
    };
    Blocked::lines(layout, blocks, 1 + draws.below(14)).expect("in the domain")
}

fn payload(filter: &Filter) -> Vec<u8> {
    filter.to_bytes(Packing::Raw)[128..].to_vec()
}

/// The bits of items, by the list of positions.
fn listed(design: Blocked, digests: &[Digest]) -> Vec<u8> {
    let mut bits = vec![0_u8; (design.bits() / 8) as usize];
    for digest in digests {
        for p in positions(design, *digest).expect("few") {
            bits[(p / 8) as usize] |= 1 << (p % 8);
        }
    }
    bits
}

#[test]
fn every_way_in_sets_the_listed_bits() {
    let mut draws = Draws::new(1);
    for _ in 0..60 * multiplier() {
        let design = any_lines(&mut draws);
        let empty = Filter::new(design, draws.word()).expect("small");
        let items: Vec<u64> = (0..draws.below(400)).map(|_| draws.word()).collect();
        let texts: Vec<[u8; 8]> = items.iter().map(|item| item.to_le_bytes()).collect();
        let digests: Vec<Digest> = items.iter().map(|item| empty.digest_u64(*item)).collect();
        let expected = listed(design, &digests);
        let mut filters = vec![empty.clone(); 6];
        items.iter().for_each(|item| {
            filters[0].insert_u64(*item);
        });
        filters[1].insert_all_u64(&items);
        filters[2].insert_all(&texts);
        filters[3].insert_each(texts.len(), |i| texts[i]);
        filters[4].insert_all_digests(&digests);
        let new = filters[5].insert_reporting_new(&digests);
        let shared = SharedFilter::from(empty.clone());
        items.iter().for_each(|item| {
            shared.insert_u64(*item);
        });
        let others = SharedFilter::new(design, empty.seed().expect("seeded")).expect("small");
        others.insert_all_u64(&items);
        let mut one_by_one = empty.clone();
        for (digest, new) in digests.iter().zip(new.iter()) {
            assert_eq!(one_by_one.insert_digest(*digest), new, "{design:?}");
        }
        filters.extend([Filter::from(shared), others.snapshot().expect("small"), one_by_one]);
        for (i, filter) in filters.iter().enumerate() {
            assert!(payload(filter) == expected, "way {i}, {design:?}");
        }
    }
}

#[test]
fn every_way_to_ask_gives_the_same_answers() {
    let mut draws = Draws::new(2);
    let (mut yes, mut no) = (0, 0);
    for _ in 0..60 * multiplier() {
        let design = any_lines(&mut draws);
        let mut filter = Filter::new(design, draws.word()).expect("small");
        let load = design.blocks().min(300) * (1 + draws.below(60));
        let items: Vec<u64> = (0..load).map(|_| draws.word()).collect();
        filter.insert_all_u64(&items);
        let bits = payload(&filter);
        let set = |p: &u64| bits[(p / 8) as usize] >> (p % 8) & 1 == 1;
        let asked: Vec<u64> = (0..333)
            .map(|i| if i % 3 == 0 { items[i % items.len()] } else { draws.word() })
            .collect();
        let digests: Vec<Digest> = asked.iter().map(|item| filter.digest_u64(*item)).collect();
        let expected: Vec<bool> = digests
            .iter()
            .map(|digest| positions(design, *digest).expect("few").iter().all(set))
            .collect();
        let file = filter.to_bytes(Packing::Raw);
        // Two bytes in front: a view need not be aligned.
        let moved = [&[0; 2], &file[..]].concat();
        let (view, unaligned) =
            (FilterView::new(&file, None).expect("whole"), FilterView::new(&moved[2..], None));
        let unaligned = unaligned.expect("whole");
        let shared = SharedFilter::from(filter.clone());
        for flags in [
            filter.contains_all_u64(&asked),
            filter.contains_all_digests(&digests),
            filter.contains_each(asked.len(), |i| asked[i].to_le_bytes()),
            shared.contains_all_u64(&asked),
            view.contains_all_u64(&asked),
            unaligned.contains_all_digests(&digests),
        ] {
            assert!(flags.iter().eq(expected.iter().copied()), "{design:?}");
        }
        for (item, expected) in asked.iter().zip(&expected) {
            let answers = [
                filter.contains_u64(*item),
                filter.contains(item.to_le_bytes()),
                shared.contains_u64(*item),
                view.contains_u64(*item),
                unaligned.contains_u64(*item),
            ];
            assert_eq!(answers, [*expected; 5], "{design:?}");
            yes += u32::from(*expected);
            no += u32::from(!*expected);
        }
    }
    assert!(yes > 1_000 && no > 1_000, "{yes} {no}");
}

#[test]
fn merging_is_merging_of_items_and_files_come_back() {
    let mut draws = Draws::new(3);
    for _ in 0..60 * multiplier() {
        let design = any_lines(&mut draws);
        let seed = draws.word();
        let filled = |items: std::ops::Range<u64>| {
            let mut filter = Filter::new(design, seed).expect("small").with_planned_items(9);
            items.for_each(|item| {
                filter.insert_u64(item);
            });
            filter
        };
        let (n, m) = (draws.below(300), draws.below(300));
        let (a, b) = (filled(0..n + m), filled(n..n + 2 * m));
        let mut both = a.clone();
        both.union_with(&b).expect("one design");
        assert_eq!(both, filled(0..n + 2 * m));
        let mut common = a.clone();
        common.intersect_with(&b).expect("one design");
        assert!(filled(n..n + m).is_subset(&common).expect("one design"));
        assert!(common.is_intersection());
        for packing in [Packing::Raw, Packing::Smallest] {
            let file = both.to_bytes(packing);
            let back = Filter::from_bytes(&file, None).expect("whole");
            assert_eq!((back.design(), &back), (design.into(), &both));
            let summary = Filter::verify_from(&file[..]).expect("whole");
            assert_eq!(summary.lines, both.line_loads());
            assert_eq!(summary.own_fpr(), both.own_fpr());
            let sealed = SealedFilter::from_bytes(&file).expect("whole");
            assert_eq!(sealed.line_loads(), both.line_loads());
            assert_eq!(sealed.to_bytes(packing), file);
        }
    }
}

/// Every question of two lines and two hashes is asked: by the bits, one pair after the other.
#[test]
fn the_own_rate_is_the_share_of_all_questions() {
    for layout in LAYOUTS {
        let design = Blocked::lines(layout, 2, 2).expect("in the domain");
        let mut filter = Filter::new(design, 3).expect("small");
        (0..150).for_each(|item| {
            filter.insert_u64(item);
        });
        let bits = payload(&filter);
        let set = |p: u64| bits[(p / 8) as usize] >> (p % 8) & 1 == 1;
        let (mut asked, mut yes) = (0_i64, 0_i64);
        for line in 0..2 {
            for p in 0..512 {
                for q in (0..512).filter(|q| layout == Layout::Standard || *q != p) {
                    asked += 1;
                    yes += i64::from(set(512 * line + p) && set(512 * line + q));
                }
            }
        }
        let share = Rational::new(yes, asked as u64).expect("a share");
        let rate = filter.own_fpr().expect("a rate");
        assert!(rate.contains(&share), "{layout}: {share} and {rate:.9}");
        let loads: LineLoads = filter.line_loads().expect("it has lines");
        let counts = BlockCounts::of_lines(design, loads.iter()).expect("all lines");
        assert_eq!(counts.fpr_exact().expect("a share"), share);
        assert_eq!(counts.bits_set(), filter.bits_set());
    }
}

#[test]
fn other_blocks_are_refused_in_a_sentence() {
    for design in [
        Blocked::parquet(4),
        Blocked::new(Layout::Standard, 4, 64, 4),
        Blocked::lines(Layout::Standard, 4, 15),
        Blocked::lines(Layout::Standard, 1 << 54, 6),
    ] {
        let design = design.expect("in the domain");
        let error = Filter::new(design, 0).expect_err("no such filter").to_string();
        assert!(error.contains("lines of 512 bits") || error.contains("2^48"), "{error}");
    }
}

#[test]
fn filters_for_items_keep_their_rate() {
    let fpr: urnfield::Rate = "1%".parse().expect("a rate");
    for kind in [Kind::Standard, Kind::Classic] {
        for guarantee in [Guarantee::default(), Guarantee::Mean] {
            let mean = guarantee == Guarantee::Mean;
            let options =
                FilterOptions { kind, lines: true, guarantee, ..FilterOptions::default() };
            let mut filter = Filter::for_items_with(20_000, fpr.clone(), &options).expect("a plan");
            (0..20_000).for_each(|item| {
                filter.insert_u64(item);
            });
            let rate = filter.own_fpr().expect("a rate");
            assert!(mean || rate.certainly_le(fpr.value()), "{kind}: {rate:.7}");
            assert!(rate.lo_f64() > 0.0085, "{kind}: {rate:.7} is far below");
        }
    }
}

#[cfg(feature = "parallel")]
#[test]
fn all_cores_set_the_same_bits() {
    for (layout, blocks) in [(Layout::Standard, 100), (Layout::Classic, 300_000)] {
        let design = Blocked::lines(layout, blocks, 8).expect("in the domain");
        let items: Vec<u64> = (0..100_000).collect();
        let mut one = Filter::new(design, 0).expect("small");
        let mut all = one.clone();
        one.insert_all_u64(&items);
        all.par_insert_all_u64(&items);
        assert!(one == all, "{layout}");
        assert_eq!(all.par_contains_all_u64(&items).count(), 100_000);
    }
}
