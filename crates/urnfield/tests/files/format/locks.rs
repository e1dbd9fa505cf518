//! Several writers of one file: one after the other, and nothing is lost.

use super::files::Folder;
use super::golden::design;
use std::fs;
use std::io::ErrorKind;
use std::sync::atomic::{AtomicBool, Ordering};
use std::thread;
use urnfield::filter::{FileLock, Key, Packing};
use urnfield::{Error, Filter, Kind};

fn saved(folder: &Folder, packing: Packing) -> std::path::PathBuf {
    let path = folder.path("words.urn");
    let filter = Filter::new(design(Kind::Standard, 100_000, 7), 3).expect("small");
    filter.save(&path, packing).expect("the folder is ours");
    path
}

#[test]
fn eight_who_add_at_once_lose_nothing() {
    let folder = Folder::new("eight");
    for packing in [Packing::Raw, Packing::Smallest] {
        let path = saved(&folder, packing);
        thread::scope(|scope| {
            for writer in 0..8 {
                let path = &path;
                scope.spawn(move || {
                    for item in 0..20 {
                        let add = |filter: &mut Filter| Ok(filter.insert_u64(20 * writer + item));
                        Filter::update_file(path, None, add).expect("it waits its turn");
                    }
                });
            }
        });
        let filter = Filter::load(&path, None).expect("whole");
        assert!((0..160).all(|item| filter.contains_u64(item)));
        assert_eq!(fs::read(&path).expect("a file"), filter.to_bytes(packing));
        assert_eq!(folder.names(), ["words.urn"]);
    }
}

#[test]
fn the_second_waits_or_is_refused() {
    let folder = Folder::new("second");
    let path = saved(&folder, Packing::Raw);
    let lock = FileLock::wait(&path).expect("nobody has it");
    assert_eq!(lock.path(), path);
    let refused = FileLock::at_once(&path).expect_err("it is taken");
    assert_eq!(refused.io_kind(), Some(ErrorKind::WouldBlock));
    assert!(refused.to_string().contains("somebody else is writing to it"), "{refused}");
    let done = AtomicBool::new(false);
    thread::scope(|scope| {
        let waiting = scope.spawn(|| {
            let found = Filter::update_file(&path, None, |filter| Ok(filter.contains("first")));
            assert!(done.load(Ordering::SeqCst), "it did not wait");
            found
        });
        thread::sleep(std::time::Duration::from_millis(50));
        let mut filter = lock.load().expect("whole").into_filter(None).expect("no key");
        filter.insert("first");
        done.store(true, Ordering::SeqCst);
        filter.save_under(lock, Packing::Raw).expect("ours");
        // It waited for a file that has been replaced since, and sees the one that is there.
        assert_eq!(waiting.join().expect("no panic"), Ok(true));
    });
    FileLock::at_once(&path).expect("everybody has finished");
}

/// A process that ends, or a lock that is dropped, leaves nothing to clean up.
#[test]
fn a_lock_that_is_given_up_is_over() {
    let folder = Folder::new("given-up");
    let path = saved(&folder, Packing::Raw);
    drop(FileLock::wait(&path).expect("nobody has it"));
    FileLock::at_once(&path).expect("nobody has it");
    assert_eq!(folder.names(), ["words.urn"]);
}

#[test]
fn a_change_that_fails_changes_nothing() {
    let folder = Folder::new("fails");
    let path = saved(&folder, Packing::Raw);
    let before = fs::read(&path).expect("a file");
    let failing = |filter: &mut Filter| {
        filter.insert("urn");
        Err::<(), _>(Error::domain("nothing goes", "urn"))
    };
    let refused = Filter::update_file(&path, None, failing).expect_err("as it was told");
    assert_eq!(refused, Error::domain("nothing goes", "urn"));
    let key = Key::new(*b"sixteen secrets!");
    Filter::update_file(&path, key, |_| Ok(())).expect_err("it has no key");
    assert_eq!(fs::read(&path).expect("a file"), before);
    let missing = folder.path("missing.urn");
    let refused = Filter::update_file(&missing, None, |_| Ok(())).expect_err("no file");
    assert_eq!(refused.io_kind(), Some(ErrorKind::NotFound));
    Filter::update_file(std::env::temp_dir(), None, |_| Ok(())).expect_err("a folder");
}

/// Who asks for no lock is noticed.
#[test]
fn what_was_written_without_a_lock_is_not_undone() {
    let folder = Folder::new("without");
    let path = saved(&folder, Packing::Raw);
    let lock = FileLock::wait(&path).expect("nobody has it");
    let mut other = Filter::load(&path, None).expect("whole");
    other.insert("theirs");
    other.save(&path, Packing::Raw).expect("it does not ask");
    let refused = other.save_under(lock, Packing::Raw).expect_err("it was replaced");
    assert!(refused.to_string().contains("without asking for the lock"), "{refused}");
    assert_eq!(Filter::load(&path, None).expect("whole"), other);
    assert_eq!(folder.names(), ["words.urn"]);
}

#[cfg(unix)]
mod owners {
    use super::*;
    use std::os::unix::fs::{MetadataExt, PermissionsExt, chown};

    fn change_mode(path: &std::path::Path, mode: u32) {
        fs::set_permissions(path, fs::Permissions::from_mode(mode)).expect("our file");
    }

    /// While the new file is written it can be seen beside the old one.
    #[test]
    fn the_successor_of_a_private_file_is_private_from_the_first_moment() {
        let folder = Folder::new("private");
        let path = folder.path("words.urn");
        let mut filter = Filter::new(design(Kind::Standard, 1 << 24, 7), 3).expect("2 MiB");
        filter.save(&path, Packing::Raw).expect("the folder is ours");
        change_mode(&path, 0o600);
        filter.insert("urn");
        let over = AtomicBool::new(false);
        let seen = thread::scope(|scope| {
            let watch = scope.spawn(|| {
                let mut seen = 0;
                while !over.load(Ordering::SeqCst) {
                    for entry in fs::read_dir(folder.path("")).expect("a folder").flatten() {
                        let Ok(found) = entry.metadata() else { continue };
                        assert_eq!(found.mode() & 0o077, 0, "{:?}", entry.file_name());
                        seen += usize::from(entry.file_name() != "words.urn");
                    }
                }
                seen
            });
            for _ in 0..10 {
                filter.save(&path, Packing::Raw).expect("ours");
            }
            over.store(true, Ordering::SeqCst);
            watch.join().expect("nothing was open")
        });
        assert!(seen > 0, "no unfinished file was seen");
    }

    #[test]
    fn permissions_stay() {
        let folder = Folder::new("modes");
        let path = saved(&folder, Packing::Raw);
        for mode in [0o600, 0o640, 0o444, 0o664] {
            change_mode(&path, mode);
            Filter::update_file(&path, None, |filter| Ok(filter.insert("urn"))).expect("ours");
            assert_eq!(fs::metadata(&path).expect("a file").mode() & 0o7777, mode);
        }
    }

    /// Only somebody who may give files away can try: elsewhere there is nothing to see.
    #[test]
    fn owner_and_group_stay() {
        let folder = Folder::new("owners");
        let path = saved(&folder, Packing::Raw);
        if chown(&path, Some(12_345), Some(54_321)).is_err() {
            return;
        }
        change_mode(&path, 0o640);
        Filter::update_file(&path, None, |filter| Ok(filter.insert("urn"))).expect("we may");
        let found = fs::metadata(&path).expect("a file");
        assert_eq!((found.uid(), found.gid(), found.mode() & 0o777), (12_345, 54_321, 0o640));
    }
}
