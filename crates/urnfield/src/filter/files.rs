//! [`Filter`]: bytes, streams, payloads and files.

use crate::design::any::AnyDesign;
use crate::error::Error;
use crate::filter::bloom_filter::Filter;
use crate::filter::disk::begun::{Begun, Existing};
use crate::filter::disk::file_lock::FileLock;
use crate::filter::disk::filter_file::{open, reading, save, save_under};
use crate::filter::disk::reserved::ReservedFile;
use crate::filter::disk::stamp::FileStamp;
use crate::filter::format::header::{HEADER, Header, Summary};
use crate::filter::format::pieces::{copy, pieces};
use crate::filter::format::reading::{
    Arrival, Failure, check_payload, read_filter, read_header, read_payload,
};
use crate::filter::format::writing::{Content, Packing};
use crate::filter::hash::digester::{Digester, Hashing};
use crate::filter::hash::key::Key;
use crate::filter::hash::key_kinds::KeyKinds;
use crate::filter::probe::scheme::Scheme;
use std::io::{Read, Write};
use std::path::Path;

impl Filter {
    /// The filter in the `.urn` format.
    ///
    /// ```
    /// use urnfield::{Design, Filter, Kind, filter::Packing};
    /// let mut filter = Filter::new(Design::new(Kind::Classic, 100_000, 3)?, 0)?;
    /// filter.insert("urn");
    /// let bytes = filter.to_bytes(Packing::Raw);
    /// assert_eq!((bytes.len(), &bytes[1..4]), (128 + 12_504, &b"URN"[..]));
    /// let sent = filter.to_bytes(Packing::Smallest);
    /// assert_eq!(sent.len(), 128 + 7); // three gaps of some 18 bits each
    /// assert_eq!(Filter::from_bytes(&bytes, None)?, filter);
    /// assert_eq!(Filter::from_bytes(&sent, None)?, filter);
    /// # Ok::<(), urnfield::Error>(())
    /// ```
    pub fn to_bytes(&self, packing: Packing) -> Vec<u8> {
        Content::of(self).to_bytes(packing)
    }

    /// Writes the filter in the `.urn` format to anything that takes bytes, and flushes it. A raw
    /// one goes through a small buffer: no second copy is made.
    ///
    /// ```
    /// use urnfield::{Design, Filter, Kind, filter::Packing};
    /// let mut filter = Filter::new(Design::new(Kind::Classic, 100, 3)?, 0)?;
    /// filter.insert("urn");
    /// let mut sent = Vec::new();
    /// let summary = filter.write_to(&mut sent, Packing::Raw)?;
    /// assert_eq!((summary.bytes, summary.bits_set), (128 + 16, 3));
    /// assert_eq!(Filter::read_from(&sent[..], None)?, filter);
    /// # Ok::<(), urnfield::Error>(())
    /// ```
    pub fn write_to(&self, writer: impl Write, packing: Packing) -> Result<Summary, Error> {
        Content::of(self).write_to(writer, packing)
    }

    /// Returns the summary of the file that [`Filter::save`] writes with [`Packing::Raw`]: one pass
    /// over the bits.
    pub fn summary(&self) -> Summary {
        Content::of(self).raw_summary()
    }

    /// Reads what [`Filter::to_bytes`] wrote, and checks everything. No bytes make it panic.
    ///
    /// The key is that of a keyed filter, and `None` where there is none; another key is
    /// [`Error::Mismatch`].
    ///
    /// ```
    /// use urnfield::{Design, Error, Filter, Kind, filter::{Key, Packing}};
    /// let secret = Key::new(*b"sixteen secrets!");
    /// let mut filter = Filter::new(Design::new(Kind::Standard, 1_000, 7)?, &secret)?;
    /// filter.insert("urn");
    /// let bytes = filter.to_bytes(Packing::Raw);
    /// assert!(Filter::from_bytes(&bytes, secret)?.contains("urn"));
    /// assert!(matches!(Filter::from_bytes(&bytes, None), Err(Error::Mismatch { .. })));
    /// # Ok::<(), urnfield::Error>(())
    /// ```
    pub fn from_bytes(bytes: &[u8], key: impl Into<Option<Key>>) -> Result<Filter, Error> {
        let header = Header::read(bytes, Some(bytes.len() as u64))?;
        read_filter(&header, key.into(), &bytes[HEADER..], Arrival::Present)
            .map_err(Failure::in_stream)
    }

    /// Reads what [`Filter::write_to`] wrote, and checks everything. Exactly the filter's bytes
    /// are taken, in pieces, and what follows is left in the reader; a filter that pretends to be
    /// large takes memory as its bytes arrive and not before.
    ///
    /// The key is that of a keyed filter, and `None` where there is none.
    ///
    /// ```
    /// use urnfield::{Design, Filter, Kind, filter::Packing};
    /// let filter = Filter::new(Design::new(Kind::Standard, 1_000, 7)?, 0)?;
    /// let mut stream = filter.to_bytes(Packing::Raw);
    /// stream.extend(b"and more");
    /// let mut reader = &stream[..];
    /// assert_eq!(Filter::read_from(&mut reader, None)?, filter);
    /// assert_eq!(reader, b"and more");
    /// # Ok::<(), urnfield::Error>(())
    /// ```
    pub fn read_from(mut reader: impl Read, key: impl Into<Option<Key>>) -> Result<Filter, Error> {
        let header = read_header(&mut reader)?;
        read_filter(&header, key.into(), reader, Arrival::Awaited).map_err(Failure::in_stream)
    }

    /// The filter's bits as bytes, piece after piece: bit p is bit p mod 8 of byte p / 8, and
    /// there are eight bytes for every 64 bits, so spare ones at the end are zero. Together the
    /// pieces are the payload of a raw `.urn` file. Every piece but the last has 65536 bytes, and
    /// none is made before it is asked for.
    ///
    /// ```
    /// use urnfield::{Design, Filter, Kind};
    /// let design = Design::new(Kind::Classic, 1_000_000, 5)?;
    /// let mut filter = Filter::new(design, 7)?.with_planned_items(9);
    /// filter.insert("urn");
    /// let pieces: Vec<Vec<u8>> = filter.payload_pieces().collect();
    /// assert_eq!((pieces.len(), pieces[0].len(), pieces[1].len()), (2, 65_536, 59_464));
    /// let same = Filter::from_payload(design, 7, 9, &pieces.concat()[..])?;
    /// assert_eq!((&same, same.planned_items()), (&filter, 9));
    /// # Ok::<(), urnfield::Error>(())
    /// ```
    pub fn payload_pieces(&self) -> impl ExactSizeIterator<Item = Vec<u8>> + '_ {
        pieces(self.bits.words())
    }

    /// Returns how many bytes [`Filter::payload_pieces`] has in all.
    pub fn payload_len(&self) -> usize {
        8 * self.bits.words().len()
    }

    /// Some bytes of the payload, from one on, into memory that is there already.
    ///
    /// ```
    /// use urnfield::{Design, Filter, Kind};
    /// let mut filter = Filter::new(Design::new(Kind::Classic, 1_000_000, 5)?, 7)?;
    /// filter.insert("urn");
    /// let whole = filter.payload_pieces().collect::<Vec<_>>().concat();
    /// let mut some = [0; 70_001];
    /// filter.copy_payload(13, &mut some);
    /// assert_eq!((filter.payload_len(), &some[..]), (whole.len(), &whole[13..70_014]));
    /// # Ok::<(), urnfield::Error>(())
    /// ```
    ///
    /// # Panics
    ///
    /// If the payload ends before `into` does.
    pub fn copy_payload(&self, from: usize, into: &mut [u8]) {
        copy(self.bits.words(), from, into);
    }

    /// The filter of a payload as [`Filter::payload_pieces`] gives it. A payload has no header and
    /// no checksum, so what it stands for must be known: the design, the seed or key, and for how
    /// many items it was planned (0 where that is unknown).
    ///
    /// Nor does a payload say that it is an intersection, or which kinds of keys it holds: mark the
    /// filter with [`Filter::marked_as_intersection`] and [`Filter::with_key_kinds`].
    ///
    /// Exactly eight bytes for every 64 bits are read, and what follows is left in the reader.
    /// Memory is taken as bytes arrive.
    pub fn from_payload(
        design: impl Into<AnyDesign>,
        hashing: impl Into<Hashing>,
        planned_items: u64,
        reader: impl Read,
    ) -> Result<Filter, Error> {
        let scheme = Scheme::of(design.into())?;
        let bits = read_payload(scheme.design(), reader)?;
        let filter = Filter::of(scheme, Digester::new(hashing), bits);
        Ok(filter.with_planned_items(planned_items).with_key_kinds(KeyKinds::UNKNOWN))
    }

    /// Writes the filter, over an older file of that name if there is one. Until it is complete
    /// the older file stays as it was, whatever happens; its permissions, owner and group are kept,
    /// or the write is refused. What others add to the older file meanwhile is lost: to change a
    /// file that others change too, use [`Filter::update_file`].
    ///
    /// ```
    /// use urnfield::{Design, Filter, Kind, filter::Packing};
    /// let path = std::env::temp_dir().join(format!("urnfield-save-{}.urn", std::process::id()));
    /// let mut filter = Filter::new(Design::new(Kind::Classic, 1_000, 7)?, 0)?;
    /// filter.insert("amphora");
    /// let written = filter.save(&path, Packing::Smallest)?;
    /// assert_eq!(written.bytes, 128 + 36);
    /// assert!(Filter::load(&path, None)?.contains("amphora"));
    /// assert!(filter.save_new(&path, Packing::Raw).is_err());
    /// # std::fs::remove_file(&path).unwrap();
    /// # Ok::<(), urnfield::Error>(())
    /// ```
    pub fn save(&self, path: impl AsRef<Path>, packing: Packing) -> Result<Summary, Error> {
        save(&Content::of(self), path.as_ref(), Existing::Replaced, packing)
    }

    /// Writes the filter to a name that nothing has yet.
    pub fn save_new(&self, path: impl AsRef<Path>, packing: Packing) -> Result<Summary, Error> {
        save(&Content::of(self), path.as_ref(), Existing::Kept, packing)
    }

    /// Writes the filter in the place of the file that is locked, and ends the lock.
    ///
    /// Refused where another program wrote to the file without asking for the lock.
    pub fn save_under(&self, lock: FileLock, packing: Packing) -> Result<Summary, Error> {
        save_under(&Content::of(self), lock, packing)
    }

    /// Writes the filter, and tells in which state the file then is. Where the older file is
    /// locked, the path is the lock's.
    ///
    /// A program that keeps a filter in memory compares stamps to see whether another program has
    /// changed its file meanwhile:
    ///
    /// ```
    /// use urnfield::filter::{Existing, FileLock, FileStamp, Packing};
    /// use urnfield::{Design, Filter, Kind};
    /// let path = std::env::temp_dir().join(format!("urnfield-stamp-{}.urn", std::process::id()));
    /// let filter = Filter::new(Design::new(Kind::Standard, 1_000, 7)?, 0)?;
    /// let (_, written) = filter.save_stamped(&path, Existing::Kept, Packing::Raw)?;
    /// let (mut ours, loaded) = Filter::load_stamped(&path, None)?;
    /// assert_eq!(loaded, written);
    /// Filter::update_file(&path, None, |filter| Ok(filter.insert("amphora")))?; // another program
    ///
    /// ours.insert("krater");
    /// let lock = FileLock::wait(&path)?;
    /// assert_ne!(lock.stamp(), &loaded); // saving `ours` would lose the amphora
    /// # drop(lock);
    /// # assert_ne!(FileStamp::of(&path)?, loaded);
    /// # std::fs::remove_file(&path).unwrap();
    /// # Ok::<(), urnfield::Error>(())
    /// ```
    pub fn save_stamped(
        &self,
        path: impl AsRef<Path>,
        existing: Existing<'_>,
        packing: Packing,
    ) -> Result<(Summary, FileStamp), Error> {
        let path = match existing {
            Existing::Locked(lock) => lock.path(),
            Existing::Kept | Existing::Replaced => path.as_ref(),
        };
        let content = Content::of(self);
        Begun::new(path, existing)?.finish(existing, |out| content.write(packing, out))
    }

    /// Changes the filter of a file. The file is locked from before it is read until the changed
    /// filter stands in its place, so the work of many writers at once is kept: each waits for the
    /// one before. Its packing stays. Where the change fails, the file stays as it is; where its
    /// file system has no locks, it is refused.
    ///
    /// The key is that of a keyed filter, and `None` where there is none. In the change nothing
    /// may wait for the same file: it would wait for itself.
    ///
    /// ```
    /// use urnfield::{Design, Filter, Kind, filter::Packing};
    /// let path = std::env::temp_dir().join(format!("urnfield-update-{}.urn", std::process::id()));
    /// let filter = Filter::new(Design::new(Kind::Standard, 1_000, 7)?, 0)?;
    /// filter.save(&path, Packing::Raw)?;
    /// std::thread::scope(|scope| {
    ///     for item in ["amphora", "krater", "kylix"] {
    ///         let path = &path;
    ///         scope.spawn(move || Filter::update_file(path, None, |filter| Ok(filter.insert(item))));
    ///     }
    /// });
    /// let filter = Filter::load(&path, None)?;
    /// assert!(["amphora", "krater", "kylix"].iter().all(|item| filter.contains(item)));
    /// # std::fs::remove_file(&path).unwrap();
    /// # Ok::<(), urnfield::Error>(())
    /// ```
    pub fn update_file<T>(
        path: impl AsRef<Path>,
        key: impl Into<Option<Key>>,
        change: impl FnOnce(&mut Filter) -> Result<T, Error>,
    ) -> Result<T, Error> {
        let lock = FileLock::wait(path)?;
        let sealed = lock.load()?;
        let packing = sealed.packing();
        let mut filter = sealed.into_filter(key)?;
        let changed = change(&mut filter)?;
        filter.save_under(lock, packing)?;
        Ok(changed)
    }

    /// Reads a filter, however it was packed, and checks everything.
    ///
    /// The key is that of a keyed filter, and `None` where there is none; another key is
    /// [`Error::Mismatch`].
    ///
    /// ```no_run
    /// # use urnfield::Filter;
    /// let filter = Filter::load("words.urn", None)?;
    /// println!("{}", filter.contains("amphora"));
    /// # Ok::<(), urnfield::Error>(())
    /// ```
    pub fn load(path: impl AsRef<Path>, key: impl Into<Option<Key>>) -> Result<Filter, Error> {
        Filter::load_stamped(path, key).map(|(filter, _)| filter)
    }

    /// Reads a filter as [`Filter::load`] does, and tells in which state the file was.
    pub fn load_stamped(
        path: impl AsRef<Path>,
        key: impl Into<Option<Key>>,
    ) -> Result<(Filter, FileStamp), Error> {
        let path = path.as_ref();
        let (header, rest) = open(path)?;
        let stamp = FileStamp::of_open(rest.get_ref());
        let stamp = stamp.map_err(|error| reading(path, Failure::Read(error)))?;
        let filter = read_filter(&header, key.into(), rest, Arrival::Present);
        Ok((filter.map_err(|failure| reading(path, failure))?, stamp))
    }

    /// Checks everything about a filter in a stream, as [`Filter::verify`] does. Exactly its bytes
    /// are taken.
    pub fn verify_from(mut reader: impl Read) -> Result<Summary, Error> {
        let header = read_header(&mut reader)?;
        check_payload(&header, reader).map_err(Failure::in_stream)
    }

    /// Checks everything about a file, keyed or not, without keeping its bits: any single
    /// flipped bit is found. A raw file is read in pieces; the bits of a compressed one are in
    /// memory while they are counted.
    pub fn verify(path: impl AsRef<Path>) -> Result<Summary, Error> {
        let path = path.as_ref();
        let (header, rest) = open(path)?;
        check_payload(&header, rest).map_err(|failure| reading(path, failure))
    }

    /// Reserves room for this filter under a name that nothing has yet.
    pub fn reserve_new(&self, path: impl AsRef<Path>) -> Result<ReservedFile, Error> {
        let mut begun = Begun::new(path.as_ref(), Existing::Kept)?;
        begun.reserve(Content::of(self).raw_bytes())?;
        Ok(ReservedFile { begun, lock: None })
    }

    /// Reserves room for this filter beside the file that is locked, which it will replace.
    pub fn reserve_under(&self, lock: FileLock) -> Result<ReservedFile, Error> {
        let mut begun = Begun::new(lock.path(), Existing::Locked(&lock))?;
        begun.reserve(Content::of(self).raw_bytes())?;
        Ok(ReservedFile { begun, lock: Some(lock) })
    }

    /// Writes the filter where room was reserved, and gives the file its name; a lock ends.
    ///
    /// As [`Filter::save_new`] it is refused where something has the name by now, and as
    /// [`Filter::save_under`] where the locked file was written to without asking for the lock.
    pub fn save_reserved(
        &self,
        reserved: ReservedFile,
        packing: Packing,
    ) -> Result<Summary, Error> {
        let ReservedFile { begun, lock } = reserved;
        let existing = lock.as_ref().map_or(Existing::Kept, Existing::Locked);
        let content = Content::of(self);
        begun.finish(existing, |out| content.write(packing, out)).map(|(written, _)| written)
    }
}
