//! Files that are complete or not there: a temporary file beside the target, flushed to the disk,
//! renamed over it, and the folder flushed too.

use crate::error::Error;
use crate::filter::disk::begun::{Begun, Existing};
use crate::filter::disk::calls::Output;
use std::fs::File;
use std::io::{self, BufWriter, Write};
use std::path::Path;

/// Writes a file as filters are written, complete or not there: over an older one only where it is
/// to be replaced.
///
/// ```
/// use urnfield::filter::write_file;
/// let path = std::env::temp_dir().join(format!("urnfield-doc-{}", std::process::id()));
/// write_file(&path, b"old", false)?;
/// assert!(write_file(&path, b"new", false).is_err());
/// write_file(&path, b"new", true)?;
/// assert_eq!(std::fs::read(&path).unwrap(), b"new");
/// # std::fs::remove_file(&path).unwrap();
/// # Ok::<(), urnfield::Error>(())
/// ```
pub fn write_file(path: impl AsRef<Path>, bytes: &[u8], replace: bool) -> Result<(), Error> {
    let existing = if replace { Existing::Replaced } else { Existing::Kept };
    write_whole(path.as_ref(), existing, |out| out.write_all(bytes))
}

/// Writes a whole file.
pub(crate) fn write_whole<T>(
    path: &Path,
    existing: Existing<'_>,
    write: impl FnOnce(&mut BufWriter<Output<File>>) -> io::Result<T>,
) -> Result<T, Error> {
    Begun::new(path, existing)?.finish(existing, write).map(|(written, _)| written)
}

#[cfg(test)]
pub(crate) mod tests {
    use super::*;
    use crate::filter::disk::calls::Call;
    use crate::filter::disk::calls::faults;
    use crate::filter::disk::calls::faults::Fault;
    use crate::filter::disk::unfinished::being_written;
    use std::fs;
    use std::path::PathBuf;
    pub(crate) struct Folder(pub(crate) PathBuf);

    impl Folder {
        pub(crate) fn new(name: &str) -> Folder {
            let name = format!("urnfield-whole-file-{name}-{}", std::process::id());
            let path = std::env::temp_dir().join(name);
            fs::create_dir_all(&path).expect("a folder");
            Folder(path)
        }

        pub(crate) fn names(&self) -> Vec<String> {
            let entries = fs::read_dir(&self.0).expect("a folder").flatten();
            entries.map(|entry| entry.file_name().to_string_lossy().into_owned()).collect()
        }
    }

    impl Drop for Folder {
        fn drop(&mut self) {
            let _ = fs::remove_dir_all(&self.0);
        }
    }

    const OLD: &[u8] = b"as it was";

    /// More than is held before it is written, and then a little.
    fn new() -> Vec<u8> {
        (0..300_000_u32).map(|i| i as u8).collect()
    }

    /// How many bytes are reserved before any is known: none, or some more than there will be.
    const RESERVED: [u64; 2] = [0, 400_000];

    fn write(path: &Path, existing: Existing<'_>, reserved: u64) -> Result<(), Error> {
        let mut begun = Begun::new(path, existing)?;
        if reserved > 0 {
            begun.reserve(reserved)?;
        }
        let write =
            |out: &mut BufWriter<_>| new().chunks(7_001).try_for_each(|piece| out.write_all(piece));
        begun.finish(existing, write).map(drop)
    }

    #[test]
    #[cfg_attr(miri, ignore = "safe code only, and Miri knows no links of files")]
    fn whatever_fails_the_file_is_the_old_or_the_new_one() {
        use io::ErrorKind::{Interrupted, Other, PermissionDenied, StorageFull};
        let folder = Folder::new("faults");
        let path = folder.0.join("f");
        let faults = [Other, StorageFull, PermissionDenied, Interrupted].map(Fault::Fails);
        let mut tried = 0;
        let ways = [true, false].map(|replaced| RESERVED.map(|reserved| (replaced, reserved)));
        for (replaced, reserved) in ways.into_iter().flatten() {
            for fault in faults.into_iter().chain([Fault::Short]) {
                for at in 0.. {
                    let _ = fs::remove_file(&path);
                    if replaced {
                        fs::write(&path, OLD).expect("a file");
                    }
                    let existing = if replaced { Existing::Replaced } else { Existing::Kept };
                    let (done, calls) =
                        faults::with(Some((at, fault)), || write(&path, existing, reserved));
                    let there = fs::read(&path).ok();
                    if calls.len() <= at {
                        assert!(done.is_ok() && there == Some(new()), "nothing failed");
                        break;
                    }
                    tried += 1;
                    let whole = there == Some(new());
                    let old = there == replaced.then(|| OLD.to_vec());
                    assert!(whole || old, "{fault:?} at {at} of {calls:?}");
                    assert!(done.is_err() || whole, "{fault:?} at {at} of {calls:?}");
                    let most = usize::from(whole || replaced);
                    assert_eq!(folder.names().len(), most, "{fault:?} at {at} of {calls:?}");
                    // What is not an error for anybody else is none here.
                    let harmless = matches!(fault, Fault::Short)
                        || calls[at] == Call::Write && matches!(fault, Fault::Fails(Interrupted));
                    assert!(!harmless || done.is_ok(), "{fault:?} at {at} of {calls:?}");
                    if calls[at] == Call::SyncFolder && matches!(fault, Fault::Fails(_)) {
                        let said = done.expect_err("it is told").to_string();
                        assert!(said.contains("may not be on the disk"), "{said}");
                    }
                }
            }
        }
        assert!(tried > 60, "{tried} calls failed");
        // Other tests write at the same time.
        assert!(!being_written().iter().any(|path| path.starts_with(&folder.0)));
    }

    /// The power may go at any moment. What a disk has then: contents that were flushed, for
    /// certain; names that were flushed, for certain; and of all the rest any part, in any order.
    #[test]
    #[cfg_attr(miri, ignore = "safe code only, and Miri knows no links of files")]
    fn whenever_the_power_goes_the_file_is_the_old_or_the_new_one() {
        let folder = Folder::new("power");
        let path = folder.0.join("f");
        for existing in [Existing::Kept, Existing::Replaced] {
            let (done, calls) = faults::with(None, || write(&path, existing, 0));
            done.expect("nothing fails");
            assert!(leaves_whole(&calls), "{calls:?}");
            // Each of the flushes is needed.
            for left_out in [Call::Sync, Call::SyncFolder] {
                let fewer: Vec<Call> = calls.iter().copied().filter(|c| *c != left_out).collect();
                assert!(!leaves_whole(&fewer), "{left_out:?}");
            }
        }
    }

    /// Replays every prefix of the calls with every outcome.
    fn leaves_whole(calls: &[Call]) -> bool {
        let before_end = (0..=calls.len()).all(|end| {
            // Whether what the new name would lead to may be incomplete.
            let (mut unflushed, mut incomplete) = (false, false);
            for call in &calls[..end] {
                match call {
                    Call::Write => unflushed = true,
                    Call::Sync => unflushed = false,
                    // From here on the name may be on the disk, whatever else is.
                    Call::Rename | Call::Link => incomplete |= unflushed,
                    _ => (),
                }
            }
            !incomplete
        });
        let named = calls.iter().rposition(|c| matches!(c, Call::Rename | Call::Link));
        let flushed = calls.iter().rposition(|c| *c == Call::SyncFolder);
        // A caller that was told of success finds the new one.
        before_end && named.is_some() && flushed > named
    }

    /// A file with holes would be large and take no room.
    #[test]
    #[cfg(unix)]
    #[cfg_attr(miri, ignore = "safe code only, and Miri knows no links of files")]
    fn what_is_reserved_is_on_the_disk_and_no_more_of_it_stays_than_was_written() {
        use std::os::unix::fs::MetadataExt;
        let folder = Folder::new("reserved");
        let path = folder.0.join("f");
        let mut begun = Begun::new(&path, Existing::Kept).expect("ours");
        begun.reserve(400_000).expect("there is room");
        let [partial] = &folder.names()[..] else { panic!("{:?}", folder.names()) };
        let found = fs::metadata(folder.0.join(partial)).expect("it is there");
        assert_eq!(found.len(), 400_000);
        assert!(found.blocks() * 512 >= 400_000, "{} blocks", found.blocks());
        begun.finish(Existing::Kept, |out| out.write_all(b"short")).expect("nothing fails");
        assert_eq!(fs::read(&path).expect("it is there"), b"short");
    }

    #[test]
    #[cfg_attr(miri, ignore = "safe code only, and Miri knows no links of files")]
    fn a_disk_without_room_is_refused_with_the_size() {
        let folder = Folder::new("no-room");
        let mut begun = Begun::new(&folder.0.join("f"), Existing::Kept).expect("ours");
        let full = Some((0, Fault::Fails(io::ErrorKind::StorageFull)));
        let said = faults::with(full, || begun.reserve(400_000)).0.expect_err("it is full");
        assert!(said.to_string().contains("it needs 400000 bytes"), "{said}");
        drop(begun);
        assert!(folder.names().is_empty());
    }

    /// A reader that opens a file while it is replaced has the old or the new one, whole.
    #[test]
    #[cfg_attr(miri, ignore = "safe code only, and Miri knows no links of files")]
    fn readers_see_one_whole_file_or_the_other() {
        let folder = Folder::new("readers");
        let path = folder.0.join("f");
        let contents: Vec<Vec<u8>> = (0..4_u8).map(|i| vec![i; 100_000 + usize::from(i)]).collect();
        fs::write(&path, &contents[0]).expect("a file");
        std::thread::scope(|scope| {
            let writing = scope.spawn(|| {
                for i in 0..200 {
                    write_file(&path, &contents[i % 4], true).expect("written");
                }
            });
            while !writing.is_finished() {
                let read = fs::read(&path).expect("it is always there");
                assert!(contents.contains(&read), "{} bytes", read.len());
            }
        });
    }
}
