//! The owner of a file: a file that replaces another one belongs to the same user and group.

use std::fs::{File, Metadata, OpenOptions};
use std::io;

/// Makes files private from their first moment on: only the owner may read and write them.
pub(crate) fn make_private(options: &mut OpenOptions) {
    #[cfg(unix)]
    std::os::unix::fs::OpenOptionsExt::mode(options, 0o600);
    #[cfg(not(unix))]
    let _ = options;
}

/// Gives the file to the owner and the group of an older one, or refuses. A file that changed hands
/// when it is added to could be closed to its former owner, or open to others.
#[cfg(unix)]
pub(crate) fn keep_owner(file: &File, older: &Metadata) -> io::Result<()> {
    use std::os::unix::fs::{MetadataExt, fchown};
    let ours = file.metadata()?;
    let differs = |ours: u32, theirs: u32| (ours != theirs).then_some(theirs);
    let owner = differs(ours.uid(), older.uid());
    let group = differs(ours.gid(), older.gid());
    if owner.is_none() && group.is_none() {
        return Ok(());
    }
    fchown(file, owner, group).map_err(|error| {
        let (whose, number) = match owner {
            Some(owner) => ("user", owner),
            None => ("group", older.gid()),
        };
        io::Error::new(
            error.kind(),
            format!(
                "it belongs to {whose} {number}, to whom another file in its place cannot be given \
                 ({}); let them write it, or write a copy of it",
                error.kind()
            ),
        )
    })
}

#[cfg(not(unix))]
pub(crate) fn keep_owner(_: &File, _: &Metadata) -> io::Result<()> {
    Ok(())
}
