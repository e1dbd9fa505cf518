//! A filter on a server is the filter that the library makes of the same keys, to the bit.

mod servers;

use redis::Value;
use servers::Single;
use std::thread;
use urnfield::filter::{Digester, Hashing, Key, KeyKinds, Packing, SealedFilter};
use urnfield::{Blocked, Design, Filter, Kind, Layout};
use urnfield_redis::{SHARD_BITS, Shared, Spec};

fn keys(from: u64, to: u64) -> Vec<String> {
    (from..to).map(|i| format!("key {i}")).collect()
}

fn raw(filter: &SealedFilter) -> Vec<u8> {
    filter.to_bytes(Packing::Raw)
}

#[test]
fn both_kinds_both_digests_and_any_number_of_shards_have_the_bits_of_the_library() {
    let single = Single::start(&[]);
    let server = single.server();
    let secret = Key::new(*b"sixteen secrets!");
    let mut number = 0;
    for bits in [1, 7, 64, 65, 4095, 4096, 4097, 8191, 12_288, 13_000] {
        for kind in [Kind::Standard, Kind::Classic] {
            for hashing in [Hashing::Seed(7), Hashing::Key(secret.clone())] {
                let hashes = if bits < 64 { 1 } else { 7 };
                let design = Design::new(kind, bits, hashes).expect("a design");
                let spec = Spec::new(design, Digester::new(hashing.clone()).hashed(), 300, 1 << 12);
                number += 1;
                let name = format!("f{number}");
                Shared::create_as(&server, &name, spec.expect("a spec"), None).expect("made");
                let key = if let Hashing::Key(key) = &hashing { Some(key.clone()) } else { None };
                let mut shared = Shared::open(&server, &name, key).expect("opened");
                let mut filter =
                    Filter::new(design, hashing).expect("small").with_planned_items(300);
                for some in [keys(0, 0), keys(0, 1), keys(0, 300), keys(200, 400)] {
                    let digests: Vec<_> = some.iter().map(|key| filter.digest(key)).collect();
                    let new = shared.add_all(&some).expect("added");
                    let told = filter.digests_of(KeyKinds::TEXTS).insert_reporting_new(&digests);
                    let told: Vec<bool> = told.iter().collect();
                    assert_eq!(new, told, "{bits} {kind}");
                    // Members first, then strangers, who are asked in two steps.
                    let asked = keys(0, 2000);
                    let there = shared.contains_all(&asked).expect("asked");
                    let here: Vec<bool> = asked.iter().map(|key| filter.contains(key)).collect();
                    assert_eq!(there, here, "{bits} {kind}");
                    assert_eq!(shared.bits_set().expect("counted"), filter.bits_set());
                }
                let pulled = shared.pull().expect("pulled");
                assert_eq!(raw(&pulled), filter.to_bytes(Packing::Raw), "{bits} {kind}");
                // Pushed under another name, and into itself, nothing is new.
                let other = format!("{name} again");
                let mut again =
                    Shared::create_from(&server, &other, &pulled, None).expect("pushed");
                again.push(&pulled).expect("pushed");
                assert_eq!(raw(&again.pull().expect("pulled")), raw(&pulled));
            }
        }
    }
}

#[test]
fn lines_have_the_bits_of_the_library() {
    let single = Single::start(&[]);
    for (i, layout) in [Layout::Standard, Layout::Classic].into_iter().enumerate() {
        let design = Blocked::lines(layout, 20, 6).expect("a design");
        let spec = Spec::new(design, Digester::new(0).hashed(), 300, 1 << 12).expect("a spec");
        let name = format!("lines {i}");
        let mut shared = Shared::create_as(&single.server(), &name, spec, None).expect("made");
        let mut filter = Filter::new(design, 0).expect("small").with_planned_items(300);
        shared.add_all(&keys(0, 300)).expect("added");
        filter.insert_all(&keys(0, 300));
        assert_eq!(raw(&shared.pull().expect("pulled")), filter.to_bytes(Packing::Raw));
        let there = shared.contains_all(&keys(0, 2_000)).expect("asked");
        let here: Vec<bool> = keys(0, 2_000).iter().map(|key| filter.contains(key)).collect();
        assert_eq!(there, here);
    }
}

/// The second route to the bits: what the server says of single ones, without any of our code.
#[test]
fn strings_are_payloads_with_a_seal_behind() {
    let single = Single::start(&[]);
    let design = Design::new(Kind::Standard, 1_000, 3).expect("a design");
    let mut shared = Shared::create(&single.server(), "plain", design, 5, 9).expect("made");
    let mut filter = Filter::new(design, 5).expect("small").with_planned_items(9);
    shared.add_all(&keys(0, 40)).expect("added");
    filter.insert_all(&keys(0, 40));
    let payload: Vec<u8> = filter.payload_pieces().flatten().collect();
    let key = "urn:{plain/0}:bits";
    let Value::BulkString(stored) = single.ask(&["GET", key]) else { panic!("no string") };
    assert_eq!(stored.len(), payload.len() + 8);
    assert_eq!(stored[..payload.len()], payload);
    assert_ne!(stored[payload.len()..], [0; 8]);
    for position in 0..1_000_u64 {
        let here = payload[(position / 8) as usize] >> (position % 8) & 1;
        let offset = (position ^ 7).to_string();
        assert_eq!(single.ask(&["GETBIT", key, &offset]), Value::Int(i64::from(here)));
    }
    let told = single.ask(&["HGET", "urn:{plain}:meta", "spec"]);
    let Value::BulkString(told) = told else { panic!("no spec") };
    let told = String::from_utf8(told).expect("text");
    assert!(told.starts_with("1 standard 1000 3 1 1 5 67108864 9 "), "{told}");
    // The seal, by the rule of docs/reference/redis.md.
    let low = Digester::new(0).digest(format!("{told} 0")).low | 1;
    assert_eq!(stored[payload.len()..], low.to_be_bytes());
}

#[test]
fn a_million_keys_in_three_shards_are_the_same_file() {
    let single = Single::start(&[]);
    let design = Design::new(Kind::Standard, 2 * SHARD_BITS + 1_000_001, 7).expect("a design");
    let mut shared = Shared::create(&single.server(), "large", design, 0, 1).expect("made");
    assert_eq!(shared.spec().shards(), 3);
    let mut filter = Filter::new(design, 0).expect("room").with_planned_items(1);
    for from in (0..1_000_000).step_by(100_000) {
        let some = keys(from, from + 100_000);
        shared.add_all(&some).expect("added");
        filter.insert_all(&some);
    }
    let pulled = shared.pull().expect("pulled").into_filter(None).expect("no key");
    assert!(pulled == filter);
    assert!(shared.contains_all(&keys(0, 100_000)).expect("asked").iter().all(|yes| *yes));
    let mut pushed =
        Shared::create_from(&single.server(), "pushed", &pulled.into(), None).expect("pushed");
    assert!(pushed.pull().expect("pulled").into_filter(None).expect("no key") == filter);
}

#[test]
fn of_two_clients_that_add_one_key_one_is_told_that_it_was_new() {
    let single = Single::start(&[]);
    let server = single.server();
    let design = Design::new(Kind::Standard, 1 << 20, 7).expect("a design");
    Shared::create(&server, "both", design, 0, 0).expect("made");
    let all = keys(0, 20_000);
    let client = |reversed: bool| {
        let (server, mut all) = (server.clone(), all.clone());
        thread::spawn(move || {
            if reversed {
                all.reverse();
            }
            let mut shared = Shared::open(&server, "both", None).expect("opened");
            let mut new: Vec<bool> =
                all.chunks(50).flat_map(|some| shared.add_all(some).expect("added")).collect();
            if reversed {
                new.reverse();
            }
            new
        })
    };
    let clients: Vec<_> = [false, true].into_iter().map(client).collect();
    let told: Vec<Vec<bool>> =
        clients.into_iter().map(|client| client.join().expect("no panic")).collect();
    assert!(told[0].iter().zip(&told[1]).all(|(one, other)| !(one & other)));
    let mut filter = Filter::new(design, 0).expect("small");
    filter.insert_all(&all);
    let pulled = Shared::open(&server, "both", None).expect("opened").pull().expect("pulled");
    assert!(pulled.into_filter(None).expect("no key") == filter);
    // Nobody is told "new" of a key that set no bit, and nearly every key sets one.
    let new = told.iter().flatten().filter(|new| **new).count();
    assert!(new <= all.len() && new as u64 > filter.bits_set() / 7, "{new}");
}

#[test]
fn unions_and_intersections_are_those_of_the_library() {
    let single = Single::start(&[]);
    let server = single.server();
    let design = Design::new(Kind::Classic, 10_000, 5).expect("a design");
    let spec = || Spec::new(design, Digester::new(3).hashed(), 500, 1 << 12).expect("a spec");
    let of = |name: &str, from, to| {
        let mut shared = Shared::create_as(&server, name, spec(), None).expect("made");
        shared.add_all(&keys(from, to)).expect("added");
        let mut filter = Filter::new(design, 3).expect("small").with_planned_items(500);
        filter.insert_all(&keys(from, to));
        (shared, filter)
    };
    let (mut a, mut one) = of("a", 0, 400);
    let (mut b, other) = of("b", 300, 700);
    let (mut c, mut third) = of("c", 350, 500);
    a.union_with(&server, "b").expect("merged");
    one.union_with(&other).expect("merged");
    assert_eq!(raw(&a.pull().expect("pulled")), one.to_bytes(Packing::Raw));
    assert!(!a.is_intersection());

    c.intersect_with(&server, "b").expect("merged");
    third.intersect_with(&other).expect("merged");
    let pulled = c.pull().expect("pulled");
    assert!(pulled.origin().is_intersection() && c.is_intersection());
    assert!(pulled.into_filter(None).expect("no key") == third);
    let error = c.add_all(&["urn"]).expect_err("it is an intersection").to_string();
    assert!(error.contains("is an intersection and no set's filter"), "{error}");
    let error = Shared::open(&server, "c", None).expect("opened").add_all(&["urn"]);
    assert!(error.is_err());

    // What is made of an intersection is marked too, and so is what one is pushed into.
    b.union_with(&server, "c").expect("merged");
    assert!(b.is_intersection() && b.pull().expect("pulled").origin().is_intersection());
    let marked = Filter::new(design, 3).expect("small").marked_as_intersection();
    a.push(&marked.into()).expect("pushed");
    assert!(a.pull().expect("pulled").origin().is_intersection());
    // Nothing is left beside the shards.
    let Value::Array(left) = single.ask(&["KEYS", "*part*"]) else { panic!("no list") };
    assert!(left.is_empty(), "{left:?}");
}

#[test]
fn filters_that_differ_in_anything_are_not_merged() {
    let single = Single::start(&[]);
    let server = single.server();
    let secret = Digester::new(Key::new(*b"sixteen secrets!")).hashed();
    let seed = |seed: u64| Digester::new(seed).hashed();
    let design = |kind, bits, hashes| Design::new(kind, bits, hashes).expect("a design");
    let first = design(Kind::Standard, 10_000, 5);
    let make = |name: &str, design, hashed, shard| {
        let spec = Spec::new(design, hashed, 0, shard).expect("a spec");
        Shared::create_as(&server, name, spec, None).expect("made")
    };
    let mut ours = make("ours", first, seed(0), 1 << 12);
    for (i, (design, hashed, shard)) in [
        (design(Kind::Classic, 10_000, 5), seed(0), 1 << 12),
        (design(Kind::Standard, 10_001, 5), seed(0), 1 << 12),
        (design(Kind::Standard, 10_000, 6), seed(0), 1 << 12),
        (first, seed(1), 1 << 12),
        (first, secret, 1 << 12),
        (first, seed(0), 1 << 13),
    ]
    .into_iter()
    .enumerate()
    {
        let name = format!("other {i}");
        let mut other = make(&name, design, hashed, shard);
        for merged in [ours.union_with(&server, &name), ours.intersect_with(&server, &name)] {
            let error = merged.expect_err("they differ").to_string();
            assert!(error.starts_with("filters are merged only where"), "{error}");
        }
        assert!(!ours.is_intersection());
        if shard == 1 << 12 {
            let filter = ours.pull().expect("pulled");
            assert!(other.push(&filter).is_err());
        }
    }
}

/// Kinds are noted on the server by whoever adds, and go where the bits go.
#[test]
fn a_filter_on_a_server_tells_the_kinds_of_its_keys() {
    let single = Single::start(&[]);
    let server = single.server();
    let design = Design::new(Kind::Standard, 10_000, 7).expect("a design");
    let create = |name: &str| Shared::create(&server, name, design, 0, 100).expect("made");
    let (mut texts, mut integers) = (create("texts"), create("integers"));
    assert_eq!(texts.key_kinds().expect("asked"), KeyKinds::UNKNOWN);
    texts.add_all(&["urn", "krater"]).expect("added");
    let digests: Vec<_> = (0..9).map(|n| Digester::new(0).digest_u64(n)).collect();
    integers.add_digests_of(KeyKinds::INTEGERS, &digests).expect("added");
    integers.add_digests(&[]).expect("nothing");
    let mut filter = Filter::new(design, 0).expect("small").with_planned_items(100);
    filter.insert_all_u64(&(0..9).collect::<Vec<_>>());
    let pulled = integers.pull().expect("pulled");
    assert_eq!(raw(&pulled), filter.to_bytes(Packing::Raw));
    // Another client of the same filter, which notes its own.
    let mut other = Shared::open(&server, "integers", None).expect("opened");
    assert_eq!(other.key_kinds().expect("asked"), KeyKinds::INTEGERS);
    other.add_digests(&digests).expect("added");
    assert_eq!(integers.key_kinds().expect("asked"), KeyKinds::INTEGERS | KeyKinds::DIGESTS);

    let mut all = create("all");
    all.push(&pulled).expect("pushed");
    assert_eq!(all.key_kinds().expect("asked"), KeyKinds::INTEGERS);
    all.union_with(&server, "texts").expect("united");
    assert_eq!(all.key_kinds().expect("asked"), KeyKinds::TEXTS | KeyKinds::INTEGERS);
    filter.extend(["urn", "krater"]);
    assert_eq!(raw(&all.pull().expect("pulled")), filter.to_bytes(Packing::Raw));
    all.push(&pulled.with_key_kinds(KeyKinds::UNKNOWN)).expect("pushed");
    assert_eq!(all.pull().expect("pulled").key_kinds(), KeyKinds::UNKNOWN);
    let mut more = create("more");
    more.union_with(&server, "all").expect("united");
    more.add_all(&["pyxis"]).expect("added");
    assert_eq!(more.key_kinds().expect("asked"), KeyKinds::UNKNOWN);
    texts.intersect_with(&server, "integers").expect("intersected");
    let both = texts.pull().expect("pulled");
    assert_eq!((both.key_kinds(), raw(&both)[14]), (KeyKinds::UNKNOWN, 0));

    // A filter that was dropped and made anew tells nothing of the old one.
    let mut old = Shared::open(&server, "more", None).expect("opened");
    more.drop_it().expect("dropped");
    assert!(old.add_digests_of(KeyKinds::INTEGERS, &digests).is_err());
    assert_eq!(single.ask(&["EXISTS", "urn:{more}:meta"]), Value::Int(0));
    let mut anew = create("more");
    anew.add_all(&["urn"]).expect("added");
    assert_eq!(anew.key_kinds().expect("asked"), KeyKinds::TEXTS);
}
