//! Several at one chain: writers wait for each other, readers see one whole state or another.

use super::{Place, daily, growing, keeping, some_day};
use std::fs;
use std::io::ErrorKind;
use std::sync::atomic::AtomicU64;
use std::sync::atomic::Ordering::{Acquire, Release};
use std::thread;
use urnfield::chain::{Chain, ChainUpdate};
use urnfield::filter::FileLock;
use urnfield_paper::draws::multiplier;

#[test]
fn of_many_writers_nobody_loses_a_key() {
    let place = Place::new("writers");
    Chain::create(&place.0, &growing(50, "1e-9")).expect("a new folder");
    thread::scope(|scope| {
        for writer in 0..4_u64 {
            let folder = &place.0;
            scope.spawn(move || {
                for turn in 0..10_u64 {
                    let mut update = Chain::update(folder, None, some_day()).expect("ours in turn");
                    let keys: Vec<[u8; 8]> =
                        (0..10).map(|i| (1_000 * writer + 10 * turn + i).to_le_bytes()).collect();
                    assert_eq!(update.insert_all(&keys).expect("there is room"), 10);
                    update.save().expect("there is room");
                }
            });
        }
    });
    let chain = Chain::open(&place.0, None).expect("whole");
    let all = (0..4_u64).flat_map(|writer| (0..100).map(move |i| 1_000 * writer + i));
    assert!(all.into_iter().all(|key| chain.contains(key.to_le_bytes())));
    assert_eq!(chain.generations().iter().map(|one| one.items()).sum::<u64>(), 400);
}

/// The lock goes with the manifest that is replaced. Files that come after that are the next writer's.
#[test]
fn a_writer_that_ends_leaves_the_files_of_the_next_one() {
    let place = Place::new("next");
    Chain::create(&place.0, &keeping(2, 10, "1%")).expect("a new folder");
    let mut update = Chain::update(&place.0, None, some_day()).expect("ours");
    update.insert("amphora").expect("there is room");
    update.save().expect("there is room");
    let mut update = Chain::update(&place.0, None, some_day()).expect("ours");
    update.insert("krater").expect("there is room");
    for name in ["0-3.urn", "1-1.urn", ".0-4.urn.partial-1"] {
        fs::write(place.0.join(name), "of the next writer").expect("ours");
    }
    update.save().expect("there is room");
    let names = [".0-4.urn.partial-1", "0-2.urn", "0-3.urn", "1-1.urn", "manifest"];
    assert_eq!(place.names(), names);
}

#[test]
fn a_writer_need_not_wait() {
    let place = Place::new("at-once");
    Chain::create(&place.0, &keeping(2, 10, "1%")).expect("a new folder");
    let update = Chain::update(&place.0, None, some_day()).expect("ours");
    let refused = FileLock::at_once(Chain::manifest(&place.0)).expect_err("it is being written");
    assert_eq!(refused.io_kind(), Some(ErrorKind::WouldBlock));
    Chain::open(&place.0, None).expect("readers do not wait");
    drop(update);
    let lock = FileLock::at_once(Chain::manifest(&place.0)).expect("free again");
    ChainUpdate::under(lock, None, some_day()).expect("ours").save().expect("there is room");
}

/// Whoever changes the manifest without the lock is noticed, and what they wrote stays.
#[test]
fn a_manifest_that_was_written_without_the_lock_is_left_as_it_is() {
    let place = Place::new("without");
    Chain::create(&place.0, &keeping(2, 10, "1%")).expect("a new folder");
    let mut update = Chain::update(&place.0, None, some_day()).expect("ours");
    update.insert("amphora").expect("there is room");
    let path = Chain::manifest(&place.0);
    let text = fs::read(&path).expect("text");
    fs::remove_file(&path).expect("ours");
    fs::write(&path, &text).expect("ours");
    let said = update.save().expect_err("somebody else's").to_string();
    assert!(said.contains("without asking for the lock"), "{said}");
    assert!(!Chain::open(&place.0, None).expect("whole").contains("amphora"));
}

/// Rotation after rotation, while others read: they never see a generation that is gone, or less
/// than was saved before they began.
#[test]
fn readers_see_no_half_rotation() {
    let place = Place::new("readers");
    Chain::create(&place.0, &daily(3, 20, "1e-9")).expect("a new folder");
    let rounds = 40 * multiplier();
    let saved = AtomicU64::new(0);
    thread::scope(|scope| {
        scope.spawn(|| {
            for round in 0..rounds {
                let mut update = Chain::update(&place.0, None, some_day()).expect("ours");
                // Each round fills generations, so that files come and go.
                let keys: Vec<[u8; 8]> = (0..15).map(|i| (15 * round + i).to_le_bytes()).collect();
                update.insert_all(&keys).expect("there is room");
                update.save().expect("there is room");
                saved.store(round + 1, Release);
            }
        });
        for _ in 0..2 {
            scope.spawn(|| {
                let mut reads = 0;
                while saved.load(Acquire) < rounds || reads == 0 {
                    let before = saved.load(Acquire);
                    let chain = Chain::open(&place.0, None).expect("always whole");
                    let after = saved.load(Acquire);
                    // Another round may be under way, and the last two generations have room for
                    // both.
                    if before > 0 && after == before {
                        let last = (15 * (before - 1)..15 * before).map(u64::to_le_bytes);
                        assert!(last.into_iter().all(|key| chain.contains(key)), "{before}");
                    }
                    reads += 1;
                }
            });
        }
    });
}
