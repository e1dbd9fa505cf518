//! Two calls of Windows that the standard library does not offer: a lock that lets readers read,
//! and the number of a file.

use std::ffi::c_void;
use std::fs::File;
use std::io;
use std::os::windows::io::AsRawHandle;

/// The byte that writers lock. Locks of Windows forbid every other handle to read what is locked,
/// and the standard library locks the whole file. This byte lies behind the end of any file, where
/// no reader comes.
const LOCKED_BYTE: u64 = i64::MAX as u64 - 1;

const EXCLUSIVE: u32 = 2;
const FAIL_IMMEDIATELY: u32 = 1;

/// The error of a lock that another handle has: `ERROR_LOCK_VIOLATION`.
const TAKEN: i32 = 33;

/// `OVERLAPPED`: here the place of the lock.
#[repr(C)]
struct Overlapped {
    internal: usize,
    internal_high: usize,
    offset: u32,
    offset_high: u32,
    event: *mut c_void,
}

/// `BY_HANDLE_FILE_INFORMATION`.
#[repr(C)]
#[derive(Default)]
struct FileInformation {
    attributes: u32,
    /// When it was made, read and written.
    times: [u32; 6],
    volume: u32,
    size_high: u32,
    size_low: u32,
    links: u32,
    index_high: u32,
    index_low: u32,
}

#[link(name = "kernel32")]
unsafe extern "system" {
    fn LockFileEx(
        file: *mut c_void,
        flags: u32,
        reserved: u32,
        length_low: u32,
        length_high: u32,
        overlapped: *mut Overlapped,
    ) -> i32;
    fn GetFileInformationByHandle(file: *mut c_void, information: *mut FileInformation) -> i32;
}

fn lock_with(file: &File, flags: u32) -> io::Result<()> {
    let mut place = Overlapped {
        internal: 0,
        internal_high: 0,
        offset: LOCKED_BYTE as u32,
        offset_high: (LOCKED_BYTE >> 32) as u32,
        event: std::ptr::null_mut(),
    };
    // SAFETY: the handle is open while `file` is borrowed, and `place` lives until the call is
    // over: files of the standard library are synchronous, so nothing refers to it afterwards.
    let locked = unsafe { LockFileEx(file.as_raw_handle(), flags, 0, 1, 0, &mut place) };
    if locked == 0 { Err(io::Error::last_os_error()) } else { Ok(()) }
}

/// Waits until no other handle has the lock. The lock ends when the file is closed.
pub(crate) fn lock(file: &File) -> io::Result<()> {
    lock_with(file, EXCLUSIVE)
}

/// Takes the lock, or refuses with [`io::ErrorKind::WouldBlock`] if another handle has it.
pub(crate) fn try_lock(file: &File) -> io::Result<()> {
    lock_with(file, EXCLUSIVE | FAIL_IMMEDIATELY).map_err(|error| {
        if error.raw_os_error() == Some(TAKEN) { io::ErrorKind::WouldBlock.into() } else { error }
    })
}

/// Returns the volume of an open file and its number there, which no other file has.
pub(crate) fn number(file: &File) -> io::Result<(u64, u64)> {
    let mut found = FileInformation::default();
    // SAFETY: the handle is open while `file` is borrowed, and `found` has the layout that the call
    // fills.
    let known = unsafe { GetFileInformationByHandle(file.as_raw_handle(), &mut found) };
    if known == 0 {
        return Err(io::Error::last_os_error());
    }
    let index = u64::from(found.index_high) << 32 | u64::from(found.index_low);
    Ok((u64::from(found.volume), index))
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::fs;

    #[test]
    fn a_locked_file_can_be_read_and_replaced_and_its_number_is_its_own() {
        let name = |n: u32| {
            std::env::temp_dir().join(format!("urnfield-windows-{n}-{}", std::process::id()))
        };
        let (path, other) = (name(1), name(2));
        fs::write(&path, "old").expect("a temporary file");
        fs::write(&other, "new").expect("a temporary file");
        let opened = |path| fs::OpenOptions::new().read(true).write(true).open(path);
        let first = opened(&path).expect("it is there");
        let second = opened(&path).expect("it is there");
        lock(&first).expect("nobody has it");
        let taken = try_lock(&second).expect_err("the first handle has it");
        assert_eq!(taken.kind(), io::ErrorKind::WouldBlock);
        assert_eq!(fs::read(&path).expect("readers do not wait"), b"old");
        let third = File::open(&other).expect("it is there");
        assert_eq!(number(&first).expect("a file"), number(&second).expect("the same file"));
        assert_ne!(number(&first).expect("a file"), number(&third).expect("another file"));
        drop(first);
        lock(&second).expect("the lock ended with its handle");
        drop((second, third));
        fs::rename(&other, &path).expect("our own files");
        assert_eq!(fs::read(&path).expect("replaced"), b"new");
        fs::remove_file(&path).expect("ours");
    }
}
