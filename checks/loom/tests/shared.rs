//! Two threads insert, one copies: in every order that the processor and the compiler allow, nothing is lost, and a
//! copy has all that was finished before it.
#![cfg(loom)]

use loom::sync::Arc;
use loom::sync::atomic::{AtomicBool, AtomicU64, Ordering};
use loom::thread;
use urnfield::filter::{Packing, SharedFilter};
use urnfield::{AnyDesign, Blocked, Design, Filter, Kind, Layout};

fn designs() -> [AnyDesign; 3] {
    [
        Design::new(Kind::Standard, 128, 2).expect("small").into(),
        Design::new(Kind::Classic, 100, 3).expect("small").into(),
        Blocked::new(Layout::Standard, 1, 512, 2).expect("one line").into(),
    ]
}

fn alone(design: AnyDesign, items: &[u64]) -> Filter {
    let mut filter = Filter::new(design, 0).expect("small");
    filter.insert_all_u64(items);
    filter
}

#[test]
fn nothing_that_two_threads_insert_is_lost() {
    for design in designs() {
        loom::model(move || {
            let shared = Arc::new(SharedFilter::new(design, 0).expect("small"));
            let other = Arc::clone(&shared);
            let thread = thread::spawn(move || other.insert_u64(1));
            shared.insert_u64(2);
            assert!(shared.contains_u64(2), "its own insert has finished");
            thread.join().expect("no panic");
            assert!(shared.contains_u64(1) && shared.contains_u64(2));
            let Ok(shared) = Arc::try_unwrap(shared) else { panic!("both have finished") };
            let both = Filter::from(shared).to_bytes(Packing::Raw);
            assert_eq!(both, alone(design, &[1, 2]).to_bytes(Packing::Raw));
        });
    }
}

#[test]
fn one_of_two_who_insert_the_same_item_is_told_that_it_is_new() {
    for design in designs() {
        loom::model(move || {
            let shared = Arc::new(SharedFilter::new(design, 0).expect("small"));
            let other = Arc::clone(&shared);
            let thread = thread::spawn(move || other.insert_u64(7));
            let here = shared.insert_u64(7);
            let there = thread.join().expect("no panic");
            assert!(here || there);
            assert!(!shared.insert_u64(7), "it was there before");
        });
    }
}

#[test]
fn a_snapshot_has_what_was_finished_and_nothing_strange() {
    for design in designs() {
        loom::model(move || {
            let shared = Arc::new(SharedFilter::new(design, 0).expect("small"));
            let finished = Arc::new(AtomicBool::new(false));
            let other = Arc::clone(&shared);
            let told = Arc::clone(&finished);
            let thread = thread::spawn(move || {
                other.insert_u64(1);
                // How threads tell each other, by whatever they use: a lock, a channel, a flag.
                told.store(true, Ordering::Release);
                other.insert_u64(2);
            });
            let known = finished.load(Ordering::Acquire);
            let copy = shared.snapshot().expect("small");
            assert!(!known || copy.contains_u64(1));
            assert_eq!(copy.is_subset(&alone(design, &[1, 2])), Ok(true));
            thread.join().expect("no panic");
            assert_eq!(shared.snapshot().expect("small"), alone(design, &[1, 2]));
        });
    }
}

/// A model that finds nothing wrong anywhere proves nothing: of a read and a write instead of one step, it finds it.
#[test]
#[should_panic(expected = "a bit was lost")]
fn a_bit_set_in_two_steps_is_lost_in_some_order() {
    loom::model(|| {
        let word = Arc::new(AtomicU64::new(0));
        let other = Arc::clone(&word);
        let set = |word: &AtomicU64, bit: u64| {
            let old = word.load(Ordering::Relaxed);
            word.store(old | bit, Ordering::Relaxed);
        };
        let thread = thread::spawn(move || set(&other, 1));
        set(&word, 2);
        thread.join().expect("no panic");
        assert_eq!(word.load(Ordering::Relaxed), 3, "a bit was lost");
    });
}
