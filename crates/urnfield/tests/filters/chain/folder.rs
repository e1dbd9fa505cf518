//! Chains in folders: what is written, read again and removed.

use super::{Place, daily, day, growing, keeping, numbers, some_day};
use std::fs;
use std::io::ErrorKind;
use urnfield::chain::Chain;
use urnfield::filter::Key;
use urnfield::{ChainOptions, Error, Filter, FilterOptions, Guarantee, Kind};

#[test]
fn a_chain_is_what_it_was_when_it_is_read_again() {
    let place = Place::new("again");
    for (turn, options) in [
        growing(100, "1%"),
        daily(3, 100, "1/500"),
        ChainOptions {
            filter: FilterOptions {
                lines: true,
                kind: Kind::Classic,
                hashing: 77.into(),
                guarantee: Guarantee::Mean,
            },
            ..keeping(2, 100, "1%")
        },
    ]
    .into_iter()
    .enumerate()
    {
        let folder = place.0.with_file_name(format!("{}-{turn}", place.0.display()));
        let place = Place(folder.clone());
        Chain::create(&folder, &options).expect("a new folder");
        assert_eq!(place.names(), ["manifest"]);
        assert_eq!(Chain::open(&folder, None).expect("empty").generations().len(), 0);
        let mut update = Chain::update(&folder, None, some_day()).expect("ours");
        let keys: Vec<[u8; 8]> = (0..250_u64).map(u64::to_le_bytes).collect();
        update.insert_all(&keys).expect("there is room");
        let saved = update.save().expect("there is room");
        let read = Chain::open(&folder, None).expect("whole");
        assert_eq!(read.options(), &options);
        assert_eq!(numbers(&read), numbers(&saved));
        for (one, other) in read.generations().iter().zip(saved.generations()) {
            assert_eq!(one.filter(), other.filter());
            assert_eq!(one.filter().planned_items(), other.filter().planned_items());
            assert_eq!(
                (one.items(), one.begun(), one.capacity()),
                (other.items(), other.begun(), other.capacity())
            );
            let name = one.file_name().expect("it has a file");
            // A generation's file is a filter like any other.
            let alone = Filter::load(folder.join(&name), None).expect("a filter");
            assert_eq!(&alone, one.filter());
        }
        let kept = read.generations().last().expect("one").items();
        assert!(kept > 0 && (240..250_u64).all(|i| read.contains(i.to_le_bytes())));
    }
}

/// Full generations are not written again, and files that are not named any more go.
#[test]
fn a_save_writes_what_changed_and_removes_what_was_dropped() {
    let place = Place::new("files");
    Chain::create(&place.0, &daily(2, 1_000, "1%")).expect("a new folder");
    let mut names = Vec::new();
    for date in ["2026-11-19", "2026-11-19", "2026-11-20", "2026-11-21"] {
        let mut update = Chain::update(&place.0, None, day(date)).expect("ours");
        update.insert(format!("{}", names.len())).expect("there is room");
        update.save().expect("there is room");
        names.push(place.names().join(" "));
    }
    let expected = [
        "0-1.urn manifest",
        "0-2.urn manifest",
        "0-2.urn 1-1.urn manifest",
        "1-1.urn 2-1.urn manifest",
    ];
    assert_eq!(names, expected);
    // Nothing new: nothing but the manifest is written.
    let before = fs::metadata(place.0.join("2-1.urn")).expect("it is there").modified().ok();
    let mut update = Chain::update(&place.0, None, day("2026-11-21")).expect("ours");
    assert!(!update.insert("3").expect("it is there"));
    update.reserve().expect("there is room");
    assert_eq!(place.names().len(), 4, "{:?}", place.names());
    update.save().expect("there is room");
    assert_eq!(place.names(), ["1-1.urn", "2-1.urn", "manifest"]);
    assert_eq!(fs::metadata(place.0.join("2-1.urn")).expect("there").modified().ok(), before);
}

#[test]
fn an_update_that_is_dropped_leaves_no_trace() {
    let place = Place::new("dropped");
    Chain::create(&place.0, &keeping(2, 10, "1%")).expect("a new folder");
    let mut update = Chain::update(&place.0, None, some_day()).expect("ours");
    update.reserve().expect("there is room");
    update.insert_all(&["a", "b"]).expect("there is room");
    assert_eq!(place.names().len(), 2, "a partial file");
    drop(update);
    assert_eq!(place.names(), ["manifest"]);
    assert!(!Chain::open(&place.0, None).expect("whole").contains("a"));
}

#[test]
fn a_folder_with_anything_in_it_is_not_made_a_chain() {
    let place = Place::new("other");
    let options = keeping(2, 10, "1%");
    let create = || Chain::create(&place.0, &options);
    fs::create_dir(&place.0).expect("a folder");
    create().expect("an empty folder will do");
    assert_eq!(create().expect_err("there").io_kind(), Some(ErrorKind::AlreadyExists));
    fs::rename(place.0.join("manifest"), place.0.join("7-3.urn")).expect("ours");
    let said = create().expect_err("files of a chain").to_string();
    assert!(said.contains("7-3.urn is in it") && said.contains("manifest is missing"), "{said}");
    fs::rename(place.0.join("7-3.urn"), place.0.join("notes.txt")).expect("ours");
    let said = create().expect_err("somebody's").to_string();
    assert!(said.contains("notes.txt is in it"), "{said}");
    assert_eq!(place.names(), ["notes.txt"]);
    // A chain that could never have a generation has no folder either.
    let other = Place::new("impossible");
    Chain::create(&other.0, &growing(u64::MAX / 2, "1%")).expect_err("too large");
    assert!(!other.0.exists());
}

#[test]
fn a_keyed_chain_answers_to_its_key_only() {
    let place = Place::new("keyed");
    let key = |byte| Key::new([byte; 16]);
    let filter = FilterOptions { hashing: key(1).into(), ..FilterOptions::default() };
    Chain::create(&place.0, &ChainOptions { filter, ..keeping(2, 10, "1%") }).expect("new");
    for full in [false, true] {
        for (other, said) in [(None, "no key"), (Some(key(2)), "key check")] {
            let refused = Chain::open(&place.0, other).expect_err("another key");
            assert!(matches!(&refused, Error::Mismatch { ours, .. } if ours.contains(said)));
        }
        let mut update = Chain::update(&place.0, key(1), some_day()).expect("its key");
        assert_eq!(update.insert("amphora").expect("there is room"), !full);
        update.save().expect("there is room");
    }
    let open = Place::new("open");
    Chain::create(&open.0, &keeping(2, 10, "1%")).expect("new");
    assert!(matches!(Chain::open(&open.0, key(1)), Err(Error::Mismatch { .. })));
}

/// A chain that others may not read does not become everybody's when a generation begins.
#[test]
#[cfg(unix)]
fn generations_are_as_private_as_the_manifest() {
    use std::os::unix::fs::PermissionsExt;
    let place = Place::new("private");
    Chain::create(&place.0, &keeping(2, 10, "1%")).expect("a new folder");
    let private = fs::Permissions::from_mode(0o600);
    fs::set_permissions(place.0.join("manifest"), private).expect("ours");
    let mut update = Chain::update(&place.0, None, some_day()).expect("ours");
    update.insert_all(&["a", "b"]).expect("there is room");
    update.save().expect("there is room");
    for name in place.names() {
        let mode = fs::metadata(place.0.join(&name)).expect("there").permissions().mode();
        assert_eq!(mode & 0o777, 0o600, "{name}");
    }
}

/// A killed writer's files go; a filter of somebody else's stays, even if it is called like one.
#[test]
fn only_files_that_the_chain_wrote_are_removed() {
    for key in [None, Some(Key::new([7; 16]))] {
        let place = Place::new(if key.is_some() { "own-keyed" } else { "own" });
        let mut options = daily(2, 1_000, "1%");
        if let Some(key) = &key {
            options.filter.hashing = key.clone().into();
        }
        Chain::create(&place.0, &options).expect("a new folder");
        for date in ["2026-11-19", "2026-11-20", "2026-11-20"] {
            let mut update = Chain::update(&place.0, key.clone(), day(date)).expect("ours");
            update.insert(date).expect("there is room");
            update.insert(format!("{} {date}", place.names().len())).expect("there is room");
            update.save().expect("there is room");
        }
        assert_eq!(place.names(), ["0-1.urn", "1-2.urn", "manifest"]);
        let path = |name: &str| place.0.join(name);
        // What a writer leaves that is killed before or after the manifest: the next revision, one
        // before, and a new generation.
        fs::copy(path("1-2.urn"), path("1-3.urn")).expect("a file");
        fs::copy(path("0-1.urn"), path("0-7.urn")).expect("a file");
        // What others put there: a filter for a month, a copy under another name, and no filter.
        let hashing = options.filter.hashing.clone();
        let mut other =
            Filter::new(urnfield::Design::new(Kind::Standard, 1_000, 5).expect("small"), hashing)
                .expect("small");
        other.insert("somebody's");
        for name in ["2026-11.urn", "2026-1.urn", "0-3.urn"] {
            other.save(path(name), urnfield::filter::Packing::Raw).expect("a file");
        }
        fs::write(path("1-1.urn"), "no filter").expect("a file");
        let mut kept =
            vec!["0-1.urn", "0-3.urn", "1-1.urn", "1-2.urn", "2026-1.urn", "2026-11.urn"];
        if key.is_none() {
            // The seed is that of generation 0.
            fs::copy(path("0-1.urn"), path("2025-1.urn")).expect("a file");
            kept.push("2025-1.urn");
        }
        kept.push("manifest");
        kept.sort_unstable();
        drop(Chain::update(&place.0, key.clone(), day("2026-11-20")).expect("ours"));
        assert_eq!(place.names(), kept);
        // A name that is taken is left out.
        fs::write(path("1-3.urn"), "somebody's").expect("a file");
        for reserved in [false, true] {
            let mut update = Chain::update(&place.0, key.clone(), day("2026-11-20")).expect("ours");
            update.insert(format!("more {reserved}")).expect("there is room");
            if reserved {
                update.reserve().expect("there is room");
            }
            update.save().expect("there is room");
            let name = if reserved { "1-5.urn" } else { "1-4.urn" };
            assert!(path(name).exists() && path("1-3.urn").exists(), "{:?}", place.names());
            let read = Chain::open(&place.0, key.clone()).expect("whole");
            assert!(read.contains(format!("more {reserved}")));
        }
    }
}

#[test]
fn a_chain_without_generations_can_be_removed_and_one_that_was_saved_stays() {
    let place = Place::new("unsaved");
    let options = keeping(2, 10, "1%");
    Chain::create(&place.0, &options).expect("a new folder");
    let mut update = Chain::update(&place.0, None, some_day()).expect("ours");
    update.insert("a").expect("there is room");
    update.reserve().expect("there is room");
    update.remove_unsaved(true).expect("ours");
    assert!(!place.0.exists());
    fs::create_dir(&place.0).expect("a folder");
    Chain::create(&place.0, &options).expect("an empty folder");
    Chain::update(&place.0, None, some_day()).expect("ours").remove_unsaved(false).expect("ours");
    assert_eq!(place.names(), [""; 0]);
    Chain::create(&place.0, &options).expect("an empty folder");
    let mut update = Chain::update(&place.0, None, some_day()).expect("ours");
    update.insert("a").expect("there is room");
    update.save().expect("there is room");
    Chain::update(&place.0, None, some_day()).expect("ours").remove_unsaved(true).expect("kept");
    assert!(Chain::open(&place.0, None).expect("whole").contains("a"));
}
