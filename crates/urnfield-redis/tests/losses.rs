//! What servers lose is noticed in the command that would have given a wrong answer.

mod servers;

use redis::Value;
use servers::Single;
use std::sync::atomic::{AtomicBool, Ordering::Relaxed};
use std::thread;
use std::time::Duration;
use urnfield::filter::{Digester, Key};
use urnfield::{Design, Filter, Kind};
use urnfield_redis::{Error, Server, Shared, Spec, Wait};

fn keys(from: u64, to: u64) -> Vec<String> {
    (from..to).map(|i| format!("key {i}")).collect()
}

fn design() -> Design {
    Design::new(Kind::Standard, 100_000, 7).expect("a design")
}

const SHARD: &str = "urn:{seen/0}:bits";

/// Everything that reads or writes bits says so.
fn is_noticed(shared: &mut Shared, server: &Server) {
    let broken = |error: Error| {
        assert!(matches!(error, Error::Broken { .. }), "{error}");
        assert!(error.to_string().contains("is gone or belongs to another filter"));
    };
    broken(shared.contains_all(&keys(0, 10)).expect_err("a question"));
    broken(shared.add_all(&keys(0, 10)).expect_err("an insert"));
    // The insert has made the string anew, or filled it: it is still no shard of ours.
    broken(shared.contains_all(&keys(0, 10)).expect_err("a question after an insert"));
    broken(shared.pull().expect_err("a pull"));
    broken(shared.bits_set().expect_err("a count"));
    let filter = urnfield::Filter::new(design(), 0).expect("small");
    broken(shared.push(&filter.into()).expect_err("a push"));
    broken(shared.add_all(&keys(0, 10)).expect_err("an insert after a push"));
    Shared::create(server, "other", design(), 0, 0).expect("made");
    broken(shared.union_with(server, "other").expect_err("a union into it"));
    broken(shared.contains_all(&keys(0, 10)).expect_err("a question after a union"));
    broken(shared.intersect_with(server, "other").expect_err("an intersection"));
    broken(shared.verify().expect_err("a look"));
}

#[test]
fn a_shard_that_was_deleted_made_anew_or_cut_is_noticed() {
    for harm in [
        &["DEL", SHARD][..],
        &["SET", SHARD, ""],
        &["SET", SHARD, "something else"],
        &["SETRANGE", SHARD, "12504", "12345678"],
        &["COPY", "urn:{like/0}:bits", SHARD, "REPLACE"],
    ] {
        let single = Single::start(&[]);
        let server = single.server();
        Shared::create(&server, "like", design(), 0, 100).expect("made");
        let mut shared = Shared::create(&server, "seen", design(), 0, 100).expect("made");
        shared.add_all(&keys(0, 1_000)).expect("added");
        single.ask(harm);
        is_noticed(&mut shared, &server);
        let mut like = Shared::open(&server, "like", None).expect("opened");
        let error = like.union_with(&server, "seen").expect_err("a union with it");
        assert!(matches!(error, Error::Broken { .. }), "{error}");
        like.verify().expect("it is as it was");
    }
}

#[test]
fn a_shard_made_by_somebody_elses_bits_is_noticed() {
    let single = Single::start(&[]);
    let mut shared = Shared::create(&single.server(), "seen", design(), 0, 100).expect("made");
    single.ask(&["DEL", SHARD]);
    single.ask(&["SETBIT", SHARD, "100000", "1"]);
    is_noticed(&mut shared, &single.server());
}

#[test]
fn a_filter_dropped_and_made_again_is_another_one() {
    let single = Single::start(&[]);
    let server = single.server();
    let mut shared = Shared::create(&server, "seen", design(), 0, 100).expect("made");
    shared.add_all(&keys(0, 1_000)).expect("added");
    Shared::open(&server, "seen", None).expect("opened").drop_it().expect("dropped");
    let Value::Array(left) = single.ask(&["KEYS", "*"]) else { panic!("no list") };
    assert!(left.is_empty(), "{left:?}");
    assert!(matches!(Shared::open(&server, "seen", None), Err(Error::Missing(_))));
    Shared::create(&server, "seen", design(), 0, 100).expect("made again, just the same");
    is_noticed(&mut shared, &server);
}

/// The plain commands find 0 of 1000 members then, without a word.
#[test]
fn a_shard_evicted_by_other_data_is_noticed() {
    let single = Single::start(&["--maxmemory", "24mb", "--maxmemory-policy", "allkeys-lru"]);
    let server = single.server();
    let mut shared = Shared::create(&server, "seen", design(), 0, 100).expect("made");
    shared.add_all(&keys(0, 1_000)).expect("added");
    assert_eq!(shared.evictions().expect("told")[0].0, "allkeys-lru");
    let mut connection = single.connection();
    let data = vec![b'x'; 100_000];
    // Forty megabytes are enough, nearly always: which key goes is the server's guess.
    let mut stored = 0;
    while stored < 400 || single.ask(&["EXISTS", SHARD]) == Value::Int(1) {
        assert!(stored < 20_000, "the server throws nothing away");
        let mut set = redis::cmd("SET");
        let _: () = set.arg(stored).arg(&data).query(&mut connection).expect("stored");
        stored += 1;
    }
    let error = shared.contains_all(&keys(0, 1_000)).expect_err("it is gone");
    assert!(matches!(error, Error::Broken { .. }), "{error}");
    assert!(shared.add_all(&keys(0, 1_000)).is_err());
}

#[test]
fn a_restart_that_forgets_is_noticed_and_a_broken_connection_is_made_anew() {
    let mut single = Single::start(&[]);
    let server = single.server();
    let mut shared = Shared::create(&server, "seen", design(), 0, 100).expect("made");
    shared.add_all(&keys(0, 100)).expect("added");
    single.ask(&["CLIENT", "KILL", "TYPE", "normal", "SKIPME", "yes"]);
    assert!(shared.contains_all(&keys(0, 100)).expect("asked").iter().all(|yes| *yes));
    single.ask(&["CLIENT", "KILL", "TYPE", "normal", "SKIPME", "yes"]);
    shared.add_all(&keys(100, 200)).expect("added");
    single.restart();
    let error = shared.contains_all(&keys(0, 100)).expect_err("the server has forgotten");
    assert!(matches!(error, Error::Broken { .. }), "{error}");
    assert!(matches!(Shared::open(&server, "seen", None), Err(Error::Missing(_))));
    single.process.kill();
    let mut shared = shared.with_patience(Duration::from_millis(300));
    let error = shared.contains_all(&keys(0, 1)).expect_err("the server is gone");
    assert!(matches!(error, Error::Unreachable { .. }), "{error}");
}

/// Many batches are under way when a connection breaks, again and again: every answer is still that of
/// its own key.
#[test]
fn connections_that_break_under_load_change_no_answer() {
    let single = Single::start(&[]);
    let server = single.server();
    let design = Design::new(Kind::Standard, 5_000_011, 7).expect("a design");
    let spec = Spec::new(design, Digester::new(0).hashed(), 0, 1 << 20).expect("a spec");
    let mut shared = Shared::create_as(&server, "seen", spec, None).expect("made");
    let mut filter = Filter::new(design, 0).expect("small");
    let done = AtomicBool::new(false);
    thread::scope(|scope| {
        scope.spawn(|| {
            while !done.load(Relaxed) {
                single.ask(&["CLIENT", "KILL", "TYPE", "normal", "SKIPME", "yes"]);
                thread::sleep(Duration::from_millis(250));
            }
        });
        let mut rounds = 0;
        while shared.sent_again() < 3 {
            let from = rounds * 40_000;
            shared.add_all(&keys(from, from + 40_000)).expect("it recovers by itself");
            filter.insert_all(&keys(from, from + 40_000));
            // Half of them were never added: the second time they are asked for in rounds.
            let asked = keys(from + 20_000, from + 60_000);
            for _ in 0..2 {
                let there = shared.contains_all(&asked).expect("it recovers by itself");
                let here: Vec<bool> = asked.iter().map(|key| filter.contains(key)).collect();
                assert!(there == here);
            }
            rounds += 1;
            assert!(rounds < 500, "no connection was under way when it broke");
        }
        done.store(true, Relaxed);
    });
    assert!(shared.pull().expect("pulled").into_filter(None).expect("no key") == filter);
}

#[test]
fn a_name_that_is_taken_missing_or_foreign_is_refused() {
    let single = Single::start(&[]);
    let server = single.server();
    let made = Shared::create(&server, "seen", design(), 0, 100);
    made.expect("made").add_all(&["urn"]).expect("added");
    assert!(matches!(Shared::create(&server, "seen", design(), 0, 100), Err(Error::Taken(_))));
    let mut shared = Shared::open(&server, "seen", None).expect("still there");
    assert_eq!(shared.contains_all(&["urn"]).expect("asked"), [true]);
    assert!(matches!(Shared::open(&server, "unseen", None), Err(Error::Missing(_))));
    assert!(matches!(Shared::open(&server, "a{b", None), Err(Error::Name(_))));
    single.ask(&["HSET", "urn:{new}:meta", "spec", "2 standard 1 1 1 1 0 67108864 0 0"]);
    assert!(matches!(Shared::open(&server, "new", None), Err(Error::Foreign { .. })));
    single.ask(&["SET", "urn:{text}:meta", "no hash"]);
    let refused = Shared::open(&server, "text", None).map(drop);
    assert!(matches!(refused, Err(Error::OtherType { .. })), "{refused:?}");
}

#[test]
fn a_keyed_filter_answers_to_its_key_alone() {
    let single = Single::start(&[]);
    let server = single.server();
    let secret = Key::new(*b"sixteen secrets!");
    Shared::create(&server, "seen", design(), &secret, 100).expect("made");
    assert!(matches!(Shared::open(&server, "seen", None), Err(Error::Locked(_))));
    assert!(Shared::open(&server, "seen", Some(Key::new([1; 16]))).is_err());
    let mut shared = Shared::open(&server, "seen", Some(secret.clone())).expect("opened");
    shared.add_all(&["urn"]).expect("added");
    let mut sealed = Shared::open_sealed(&server, "seen").expect("opened");
    assert!(matches!(sealed.contains_all(&["urn"]), Err(Error::Locked(_))));
    let filter = sealed.pull().expect("no key needed").into_filter(&secret).expect("its key");
    assert!(filter.contains("urn"));
    Shared::create(&server, "open", design(), 0, 100).expect("made");
    assert!(Shared::open(&server, "open", Some(secret)).is_err());
}

#[test]
fn without_replicas_nothing_is_confirmed() {
    let single = Single::start(&[]);
    let wait = Wait { replicas: 1, timeout: Duration::from_millis(50) };
    let shared = Shared::create(&single.server(), "seen", design(), 0, 100).expect("made");
    let mut shared = shared.waiting(Some(wait)).with_patience(Duration::ZERO);
    let error = shared.add_all(&["urn"]).expect_err("there are no replicas");
    assert!(matches!(error, Error::Unconfirmed { confirmed: 0, wanted: 1 }), "{error}");
    // Questions wait for nobody; and the key may be there, as the message says.
    assert_eq!(shared.contains_all(&["urn"]).expect("asked"), [true]);
}

#[test]
fn passwords_open_and_are_never_told() {
    let single = Single::start(&["--requirepass", "s3cret"]);
    let refused = |query: &str| {
        let server: Server = single.url(query).parse().expect("an address");
        let error = Shared::create(&server, "seen", design(), 0, 100).map(drop);
        let error = error.expect_err("not let in");
        assert!(matches!(error, Error::Refused { .. }), "{error}");
        let said = format!("{error} {error:?}");
        assert!(!said.contains("s3cret") && !said.contains("wr0ng"), "{said}");
    };
    refused("");
    refused("?pass=wr0ng");
    refused("?user=nobody&pass=s3cret");
    let server: Server = single.url("?pass=s3cret").parse().expect("an address");
    Shared::create(&server, "seen", design(), 0, 100).expect("let in");
    let server = single.server().with_password("s3cret");
    Shared::open(&server, "seen", None).expect("let in");
    // A user who may use nothing but filters, as the manual has it.
    let mut admin = redis::Client::open(single.url("?pass=s3cret"))
        .and_then(|client| client.get_connection())
        .expect("let in");
    let rules = "on >f1lters ~urn:* +bitfield +bitfield_ro +bitop +bitcount +hsetnx +hget +hmget +hset \
                 +del +unlink +set +get +strlen +expire +wait +info";
    let mut rule = redis::cmd("ACL");
    rule.arg("SETUSER").arg("filters").arg(rules.split_whitespace().collect::<Vec<_>>());
    let _: () = rule.query(&mut admin).expect("a user");
    let server: Server = single.url("?user=filters&pass=f1lters").parse().expect("an address");
    let mut shared = Shared::create(&server, "mine", design(), 0, 100).expect("let in");
    shared.add_all(&keys(0, 100)).expect("allowed");
    shared.union_with(&server, "seen").expect("allowed");
    shared.evictions().expect("allowed");
    let pulled = shared.pull().expect("allowed");
    shared.push(&pulled).expect("allowed");
    shared.intersect_with(&server, "seen").expect("allowed");
    shared.drop_it().expect("allowed");
}

/// A wrong address is told at once, whatever the patience.
#[test]
fn a_server_that_is_not_there_is_not_waited_for() {
    for address in ["redis://127.0.0.1:1", "redis+unix:///nowhere/s", "cluster:127.0.0.1:1"] {
        let server: Server = address.parse().expect("an address");
        let error = Shared::open(&server, "seen", None).map(drop).expect_err("nobody is there");
        assert!(matches!(error, Error::Unreachable { .. }), "{address} {error:?}");
    }
    let single = Single::start(&[]);
    let single = single.url("").replace("redis+unix", "unix");
    assert!(format!("cluster:{single}").parse::<Server>().is_err());
}
