//! Files: complete or not there.

use super::golden::design;
#[cfg(feature = "mmap")]
use crate::mapped::mapped;
use std::fs;
use std::path::{Path, PathBuf};
use urnfield::filter::{Packing, Summary};
use urnfield::{Error, Filter, Kind};

/// A folder of a test's own, removed when the test is over.
pub(crate) struct Folder(PathBuf);

impl Folder {
    pub(crate) fn new(name: &str) -> Folder {
        let name = format!("urnfield-format-{name}-{}", std::process::id());
        let path = std::env::temp_dir().join(name);
        let _ = fs::remove_dir_all(&path);
        fs::create_dir(&path).expect("a temporary folder can be made");
        Folder(path)
    }

    pub(crate) fn path(&self, name: &str) -> PathBuf {
        self.0.join(name)
    }

    /// The names in it, sorted.
    pub(crate) fn names(&self) -> Vec<String> {
        let entries = fs::read_dir(&self.0).expect("the folder is ours");
        let name = |entry: fs::DirEntry| entry.file_name().into_string().expect("our own names");
        let mut names: Vec<String> = entries.map(|entry| name(entry.expect("readable"))).collect();
        names.sort();
        names
    }
}

impl Drop for Folder {
    fn drop(&mut self) {
        let _ = fs::remove_dir_all(&self.0);
    }
}

fn filter(items: std::ops::Range<u64>) -> Filter {
    let mut filter = Filter::new(design(Kind::Classic, 1_000, 5), 3).expect("small");
    items.for_each(|item| {
        filter.insert_u64(item);
    });
    filter.with_planned_items(100)
}

fn refused(result: Result<Summary, Error>, path: &Path) {
    match &result {
        Err(error @ Error::File { doing, path: named, source }) => {
            assert_eq!((*doing, named), ("write", &path.display().to_string()));
            assert!(!source.to_string().is_empty());
            assert_eq!(error.io_kind(), Some(source.kind()));
            let cause = std::error::Error::source(error).expect("what the system said");
            assert!(cause.is::<std::io::Error>());
        }
        other => panic!("{other:?}"),
    }
}

#[test]
fn what_is_saved_is_loaded_opened_and_verified() {
    let folder = Folder::new("round");
    let path = folder.path("words.urn");
    let (old, new) = (filter(0..10), filter(0..50));
    for filter in [&old, &new] {
        filter.save(&path, Packing::Raw).expect("the folder is ours");
        assert_eq!(fs::read(&path).expect("just written"), filter.to_bytes(Packing::Raw));
        assert_eq!(folder.names(), ["words.urn"]);
        let loaded = Filter::load(&path, None).expect("just written");
        assert_eq!((&loaded, loaded.planned_items()), (filter, 100));
        let summary = Filter::verify(&path).expect("just written");
        assert_eq!((summary.bits_set, summary.bytes), (filter.bits_set(), 128 + 128));
        #[cfg(feature = "mmap")]
        {
            let view = mapped(&path, None).expect("just written");
            assert_eq!(view.verify().expect("whole"), summary);
            assert!((0..200).all(|i| view.contains_u64(i) == filter.contains_u64(i)));
        }
    }
}

/// An open view keeps what it was opened on: saving replaces the file and does not touch it.
#[cfg(all(unix, feature = "mmap"))]
#[test]
fn a_save_does_not_disturb_an_open_view() {
    let folder = Folder::new("view");
    let path = folder.path("words.urn");
    filter(0..10).save(&path, Packing::Raw).expect("the folder is ours");
    let view = mapped(&path, None).expect("just written");
    filter(10..60).save(&path, Packing::Raw).expect("the folder is ours");
    assert_eq!(view.to_filter().expect("untouched"), filter(0..10));
    assert_eq!(Filter::load(&path, None).expect("replaced"), filter(10..60));
}

#[test]
fn a_failing_save_leaves_everything_as_it_was() {
    let folder = Folder::new("failing");
    let missing = folder.path("nowhere").join("words.urn");
    refused(filter(0..1).save(&missing, Packing::Raw), &missing);
    refused(filter(0..1).save_new(&missing, Packing::Raw), &missing);
    assert_eq!(folder.names(), [""; 0]);

    let taken = folder.path("folder.urn");
    fs::create_dir(&taken).expect("the folder is ours");
    fs::write(taken.join("inside"), "as it was").expect("the folder is ours");
    refused(filter(0..1).save(&taken, Packing::Raw), &taken);
    refused(filter(0..1).save_new(&taken, Packing::Raw), &taken);
    let dots = folder.path("folder.urn").join("..");
    refused(filter(0..1).save(&dots, Packing::Raw), &dots);
    assert_eq!(folder.names(), ["folder.urn"]);
    assert_eq!(fs::read(taken.join("inside")).expect("still there"), b"as it was");

    for unreadable in [folder.path("none.urn"), taken] {
        for error in [
            Filter::load(&unreadable, None).expect_err("no file"),
            Filter::verify(&unreadable).expect_err("no file"),
        ] {
            assert!(matches!(error, Error::File { doing: "read", .. }), "{error}");
        }
        #[cfg(feature = "mmap")]
        assert!(matches!(mapped(&unreadable, None), Err(Error::File { doing: "map", .. })));
    }
}

#[cfg(unix)]
#[test]
fn a_folder_that_cannot_be_written_keeps_its_file() {
    use std::os::unix::fs::PermissionsExt;
    let folder = Folder::new("readonly");
    let path = folder.path("words.urn");
    filter(0..10).save(&path, Packing::Raw).expect("the folder is ours");
    let allow = |mode| fs::set_permissions(&folder.0, fs::Permissions::from_mode(mode));
    allow(0o555).expect("the folder is ours");
    // Some users may write anywhere; for them there is nothing to see here.
    if fs::write(folder.path("probe"), "").is_err() {
        refused(filter(0..50).save(&path, Packing::Raw), &path);
        assert_eq!(folder.names(), ["words.urn"]);
    }
    allow(0o755).expect("the folder is ours");
    assert_eq!(Filter::load(&path, None).expect("as it was"), filter(0..10));
}

#[cfg(unix)]
#[test]
fn who_could_not_read_the_old_file_cannot_read_the_new_one() {
    use std::os::unix::fs::PermissionsExt;
    let folder = Folder::new("owner");
    let path = folder.path("words.urn");
    filter(0..10).save(&path, Packing::Raw).expect("the folder is ours");
    fs::set_permissions(&path, fs::Permissions::from_mode(0o600)).expect("the file is ours");
    filter(0..50).save(&path, Packing::Raw).expect("the folder is ours");
    let mode = fs::metadata(&path).expect("just written").permissions().mode();
    assert_eq!(mode & 0o777, 0o600);
}

#[test]
fn save_new_keeps_what_is_there() {
    let folder = Folder::new("new");
    let path = folder.path("words.urn");
    filter(0..10).save_new(&path, Packing::Raw).expect("nothing has that name");
    assert_eq!(folder.names(), ["words.urn"]);
    refused(filter(0..50).save_new(&path, Packing::Raw), &path);
    assert_eq!(Filter::load(&path, None).expect("as it was"), filter(0..10));
    fs::write(&path, "not a filter").expect("the folder is ours");
    refused(filter(0..50).save_new(&path, Packing::Raw), &path);
    assert_eq!(fs::read(&path).expect("as it was"), b"not a filter");
    assert_eq!(folder.names(), ["words.urn"]);
}

#[cfg(unix)]
#[test]
fn a_link_stays_a_link() {
    use std::os::unix::fs::symlink;
    let folder = Folder::new("links");
    fs::create_dir(folder.path("deep")).expect("the folder is ours");
    let (target, link) = (folder.path("deep").join("target.urn"), folder.path("link.urn"));
    filter(0..10).save(&target, Packing::Raw).expect("the folder is ours");
    symlink("deep/target.urn", &link).expect("the folder is ours");
    filter(0..50).save(&link, Packing::Raw).expect("the folder is ours");
    assert_eq!(fs::read_link(&link).expect("still a link"), Path::new("deep/target.urn"));
    assert!(!fs::symlink_metadata(&target).expect("still there").is_symlink());
    assert_eq!(Filter::load(&target, None).expect("replaced"), filter(0..50));
    assert_eq!(folder.names(), ["deep", "link.urn"]);
    refused(filter(0..1).save_new(&link, Packing::Raw), &link);
    // A link to nothing names no file to replace, and is not one to make anew either.
    let dangling = folder.path("dangling.urn");
    symlink("nowhere.urn", &dangling).expect("the folder is ours");
    refused(filter(0..1).save(&dangling, Packing::Raw), &dangling);
    refused(filter(0..1).save_new(&dangling, Packing::Raw), &dangling);
    assert_eq!(folder.names(), ["dangling.urn", "deep", "link.urn"]);
}

/// Where the system does not list its processes, a day has to pass instead.
#[cfg(target_os = "linux")]
#[test]
fn what_ended_processes_left_is_swept_and_nothing_else() {
    let folder = Folder::new("sweep");
    let path = folder.path("words.urn");
    let running = format!(".words.urn.partial-{}-77", std::process::id());
    let kept = [
        running.as_str(),
        ".words.urn.partial-1",
        ".other.urn.partial-999999999",
        ".words.urn.partial-",
        ".words.urn.partial-x",
        "words.urn.partial-999999999",
    ];
    let swept = [".words.urn.partial-999999999", ".words.urn.partial-999999998-3"];
    for name in kept.iter().chain(&swept) {
        fs::write(folder.path(name), "half a fil").expect("the folder is ours");
    }
    filter(0..10).save(&path, Packing::Raw).expect("the folder is ours");
    let mut expected = kept.map(String::from).to_vec();
    expected.push("words.urn".into());
    expected.sort();
    assert_eq!(folder.names(), expected);
}

const VICTIM: &str = "URNFIELD_TEST_HALF_A_SAVE";

/// The process that `a_killed_save_harms_nothing` starts.
#[test]
#[ignore = "started by another test, to be killed while it writes"]
fn half_a_save() {
    if let Some(path) = std::env::var_os(VICTIM) {
        let large = Filter::new(design(Kind::Standard, 1 << 22, 3), 0).expect("small");
        large.save(path, Packing::Raw).expect("it does not come to this");
    }
}

/// The system ends a process that writes more than it may: in the middle of a save.
#[cfg(target_os = "linux")]
#[test]
fn a_killed_save_harms_nothing() {
    let folder = Folder::new("killed");
    let path = folder.path("words.urn");
    filter(0..10).save(&path, Packing::Raw).expect("the folder is ours");
    let tests = std::env::current_exe().expect("this program has a name");
    let killed = std::process::Command::new("sh")
        .args(["-c", r#"ulimit -c 0; ulimit -f 100; exec "$0" "$@""#])
        .arg(tests)
        .args(["--ignored", "--exact", "format::files::half_a_save"])
        .env(VICTIM, &path)
        .output()
        .expect("there is a shell");
    assert!(!killed.status.success(), "{killed:?}");
    assert_eq!(Filter::load(&path, None).expect("unharmed"), filter(0..10));
    let names = folder.names();
    let [partial, whole] = &names[..] else { panic!("{names:?}: it was not killed half-way") };
    assert!(partial.starts_with(".words.urn.partial-") && whole == "words.urn");
    assert!(fs::metadata(folder.path(partial)).expect("left").len() > 0);
    filter(0..50).save(&path, Packing::Raw).expect("the folder is ours");
    assert_eq!(folder.names(), ["words.urn"]);
    assert_eq!(Filter::load(&path, None).expect("replaced"), filter(0..50));
}

/// Many at once, in one process: whoever comes last, the file is whole.
#[test]
fn saves_at_the_same_time_do_not_mix() {
    let folder = Folder::new("threads");
    let path = folder.path("words.urn");
    std::thread::scope(|scope| {
        for thread in 0..4 {
            let path = &path;
            scope.spawn(move || {
                for round in 0..10 {
                    filter(0..10 * thread + round)
                        .save(path, Packing::Raw)
                        .expect("the folder is ours");
                    Filter::verify(path).expect("whole at any moment");
                }
            });
        }
    });
    assert_eq!(folder.names(), ["words.urn"]);
}

/// Looking first would not do: between look and leap another may have come.
#[test]
fn of_many_new_saves_at_the_same_time_one_succeeds() {
    let folder = Folder::new("race");
    for round in 0..30 {
        let path = folder.path(&format!("{round}.urn"));
        let start = std::sync::Barrier::new(4);
        let winners: Vec<u64> = std::thread::scope(|scope| {
            let threads: Vec<_> = (1..5_u64)
                .map(|thread| {
                    let (path, start) = (&path, &start);
                    scope.spawn(move || {
                        let filter = filter(0..thread);
                        start.wait();
                        filter.save_new(path, Packing::Raw).is_ok().then_some(thread)
                    })
                })
                .collect();
            threads.into_iter().filter_map(|thread| thread.join().expect("no panic")).collect()
        });
        let [winner] = winners[..] else { panic!("{winners:?} all saved something new") };
        assert_eq!(Filter::load(&path, None).expect("whole"), filter(0..winner));
    }
    assert_eq!(folder.names().len(), 30);
}
