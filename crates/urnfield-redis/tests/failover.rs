//! A cluster of six: shards on three masters, slots that move, masters that die.

mod servers;

use redis::Value;
use servers::{Cluster, until};
use std::thread;
use std::time::Duration;
use urnfield::filter::{Digester, KeyKinds, Packing};
use urnfield::{Design, Filter, Kind};
use urnfield_redis::{Error, Shared, Spec, Wait};

fn keys(from: u64, to: u64) -> Vec<String> {
    (from..to).map(|i| format!("key {i}")).collect()
}

/// Eight shards, so that every master has some.
fn spec() -> Spec {
    let design = Design::new(Kind::Standard, 8 << 20, 7).expect("a design");
    Spec::new(design, Digester::new(0).hashed(), 500_000, 1 << 20).expect("a spec")
}

fn shard(name: &str, i: u64) -> String {
    format!("urn:{{{name}/{i}}}:bits")
}

fn missing(shared: &mut Shared, keys: &[String]) -> usize {
    shared.contains_all(keys).expect("asked").iter().filter(|yes| !**yes).count()
}

#[test]
fn a_cluster_has_the_bits_of_the_library() {
    let cluster = Cluster::start();
    let server = cluster.server();
    let spec = spec();
    let wait = Some(Wait::for_replicas(1));
    let mut shared = Shared::create_as(&server, "a", spec, wait).expect("made");
    let mut filter = Filter::new(spec.design, 0).expect("small").with_planned_items(500_000);
    let new = shared.add_all(&keys(0, 20_000)).expect("added");
    let digests: Vec<_> = keys(0, 20_000).iter().map(|key| filter.digest(key)).collect();
    let told: Vec<bool> =
        filter.digests_of(KeyKinds::TEXTS).insert_reporting_new(&digests).iter().collect();
    assert_eq!(new, told);
    let pulled = shared.pull().expect("pulled");
    assert_eq!(pulled.to_bytes(Packing::Raw), filter.to_bytes(Packing::Raw));
    assert_eq!(missing(&mut shared, &keys(0, 20_000)), 0);
    let masters: std::collections::BTreeSet<usize> =
        (0..8).map(|i| cluster.master_of(&shard("a", i))).collect();
    assert_eq!(masters.len(), 3, "shards are spread");

    // Shards of two filters are on different nodes.
    let mut other = Shared::create_as(&server, "b", spec_of(spec), None).expect("made");
    let mut second = Filter::new(spec.design, 0).expect("small");
    other.add_all(&keys(10_000, 30_000)).expect("added");
    second.insert_all(&keys(10_000, 30_000));
    other.union_with(&server, "a").expect("merged");
    second.union_with(&filter).expect("merged");
    assert!(other.pull().expect("pulled").into_filter(None).expect("no key") == second);
    other.intersect_with(&server, "a").expect("merged");
    second.intersect_with(&filter).expect("merged");
    let pulled = other.pull().expect("pulled");
    assert!(pulled.origin().is_intersection());
    assert!(pulled.into_filter(None).expect("no key") == second);
    assert_eq!(other.evictions().expect("told").len(), 3);

    slots_move_under_load(&cluster, &mut shared);

    // One shard is lost: said whenever it is needed.
    let key = shard("a", 5);
    cluster.nodes[cluster.master_of(&key)].ask(&["DEL", &key]);
    let error = shared.contains_all(&keys(0, 1_000)).expect_err("a shard is gone");
    assert!(matches!(&error, Error::Broken { key: told, .. } if *told == key), "{error}");
    other.drop_it().expect("dropped");
    shared.drop_it().expect("dropped");
    for i in 0..6 {
        if cluster.is_master(i) {
            assert_eq!(cluster.nodes[i].ask(&["DBSIZE"]), Value::Int(0));
        }
    }
}

/// The same filter with a token of its own.
fn spec_of(spec: Spec) -> Spec {
    Spec::new(spec.design, spec.hashed, spec.planned_items, spec.shard_bits).expect("a spec")
}

/// The slot of a shard goes from one master to another while keys are added.
fn slots_move_under_load(cluster: &Cluster, shared: &mut Shared) {
    let server = cluster.server();
    let key = shard("a", 2);
    let from = cluster.master_of(&key);
    let to = (0..3).find(|i| *i != from).expect("three masters");
    let (source, target) = (&cluster.nodes[from], &cluster.nodes[to]);
    let Value::Int(slot) = source.ask(&["CLUSTER", "KEYSLOT", &key]) else { panic!("no slot") };
    let (slot, source_id, target_id) = (slot.to_string(), source.id(), target.id());
    let adding = thread::spawn(move || {
        let mut shared = Shared::open(&server, "a", None).expect("opened");
        // Several batches at a time, so that others are under way when one is redirected.
        for from in (20_000..120_000).step_by(4_000) {
            shared.add_all(&keys(from, from + 4_000)).expect("nobody notices");
        }
        assert_eq!(shared.sent_again(), 0, "it was redirected, and never in doubt");
    });
    target.ask(&["CLUSTER", "SETSLOT", &slot, "IMPORTING", &source_id]);
    source.ask(&["CLUSTER", "SETSLOT", &slot, "MIGRATING", &target_id]);
    thread::sleep(Duration::from_millis(200));
    let port = target.port.to_string();
    source.ask(&["MIGRATE", "127.0.0.1", &port, &key, "0", "5000"]);
    // Between the two, the source asks people to ask the target.
    thread::sleep(Duration::from_millis(200));
    for node in [target, source] {
        node.ask(&["CLUSTER", "SETSLOT", &slot, "NODE", &target_id]);
    }
    adding.join().expect("no panic");
    assert_eq!(cluster.master_of(&key), to);
    assert_eq!(missing(shared, &keys(0, 120_000)), 0);
    cluster.is_whole();
}

/// Every key is offered once. What was called added with WAIT is there after the failover; what was
/// called added without it may be lost, as the next test shows; how much it is here is luck.
#[test]
fn what_was_confirmed_survives_a_master() {
    let mut cluster = Cluster::start();
    let server = cluster.server();
    Shared::create_as(&server, "with", spec(), Some(Wait::for_replicas(1))).expect("made");
    Shared::create_as(&server, "without", spec(), Some(Wait::for_replicas(1))).expect("made");
    let client = |name: &'static str, wait: Option<Wait>, batches: u64| {
        let server = server.clone();
        thread::spawn(move || {
            let shared = Shared::open(&server, name, None).expect("opened");
            let mut shared = shared.waiting(wait).with_patience(Duration::from_secs(100));
            let mut added = Vec::new();
            for batch in 0..batches {
                let some = keys(batch * 200, batch * 200 + 200);
                shared.add_all(&some).expect("it recovers by itself");
                added.extend(some);
                thread::sleep(Duration::from_millis(5));
            }
            (added, shared.sent_again())
        })
    };
    let with = client("with", Some(Wait::for_replicas(1)), 400);
    let without = client("without", None, 400);
    thread::sleep(Duration::from_millis(700));
    let victim = cluster.master_of(&shard("with", 0));
    cluster.nodes[victim].process.kill();
    let replica = victim + 3;
    until("a replica takes over", || cluster.is_master(replica));
    // WAIT is confirmed again when there is a replica again.
    cluster.restart(victim);
    let (confirmed, again) = with.join().expect("no panic");
    let (hoped, _) = without.join().expect("no panic");
    cluster.is_whole();
    let mut shared = Shared::open(&server, "with", None).expect("opened");
    shared.verify().expect("all shards are there");
    assert_eq!(missing(&mut shared, &confirmed), 0, "of {}", confirmed.len());
    assert!(again > 0, "the failover was noticed");
    let mut shared = Shared::open(&server, "without", None).expect("opened");
    shared.verify().expect("all shards are there");
    println!("without WAIT {} of {} lost", missing(&mut shared, &hoped), hoped.len());
}

/// A failover that loses keys: the replica sleeps while they are added, more of them than the system's
/// buffers hold on the way to it, and the master dies with the rest.
#[test]
fn what_nobody_confirmed_may_be_lost() {
    let cluster = Cluster::start();
    let server = cluster.server();
    let design = Design::new(Kind::Standard, 1 << 23, 7).expect("a design");
    let made = Shared::create(&server, "one", design, 0, 0).expect("made");
    let mut shared = made.waiting(Some(Wait::for_replicas(1)));
    shared.add_all(&keys(0, 1_000)).expect("confirmed");
    let master = cluster.master_of(&shard("one", 0));
    let replica = &cluster.nodes[master + 3].process;
    replica.signal("STOP");
    let wait = Wait { replicas: 1, timeout: Duration::from_millis(100) };
    let mut waiting = shared.waiting(Some(wait)).with_patience(Duration::from_millis(200));
    let error = waiting.add_all(&keys(1_000, 1_500)).expect_err("nobody confirms");
    assert!(matches!(error, Error::Unconfirmed { confirmed: 0, wanted: 1 }), "{error}");
    let mut hoping = waiting.waiting(None).with_patience(Duration::from_secs(100));
    hoping.add_all(&keys(1_500, 151_500)).expect("nobody is asked");
    assert_eq!(missing(&mut hoping, &keys(0, 151_500)), 0);
    cluster.nodes[master].process.signal("KILL");
    replica.signal("CONT");
    until("the replica takes over", || cluster.is_master(master + 3));
    assert_eq!(missing(&mut hoping, &keys(0, 1_000)), 0, "what was confirmed is there");
    let lost = missing(&mut hoping, &keys(1_500, 151_500));
    assert!(lost > 0, "a million bits on the way do not survive their master");
    println!("{lost} of 150000 keys that nobody had confirmed are lost");
}
