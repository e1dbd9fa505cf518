//! Filters through readers and writers: in pieces of any size, cut short anywhere, followed by
//! something else; and payloads without a header.

use super::golden::{KEY, design, filters};
use super::spec::{Fields, mended};
use std::io::{self, Read, Write};
use urnfield::filter::{Hashing, Key, Packing, SealedFilter, SharedFilter};
use urnfield::{Error, Filter, Kind};
use urnfield_paper::draws::Draws;

/// Gives a few bytes at a time, and now and then is interrupted.
struct Trickle<'a> {
    bytes: &'a [u8],
    draws: Draws,
    /// How many bytes may still be read before it fails.
    left: usize,
}

impl Read for Trickle<'_> {
    fn read(&mut self, buffer: &mut [u8]) -> io::Result<usize> {
        if self.draws.below(4) == 0 {
            return Err(io::ErrorKind::Interrupted.into());
        }
        if self.left == 0 {
            return Err(io::Error::new(io::ErrorKind::ConnectionReset, "gone"));
        }
        let some = (1 + self.draws.below(100) as usize).min(buffer.len()).min(self.left);
        let read = (&mut self.bytes).take(some as u64).read(buffer)?;
        self.left -= read;
        Ok(read)
    }
}

/// Takes so many bytes and no more.
struct Full(usize);

impl Write for Full {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        let taken = bytes.len().min(self.0);
        self.0 -= taken;
        if taken == 0 { Err(io::ErrorKind::StorageFull.into()) } else { Ok(taken) }
    }

    fn flush(&mut self) -> io::Result<()> {
        Ok(())
    }
}

fn key_of(filter: &Filter) -> Option<Key> {
    filter.seed().is_none().then(|| Key::new(KEY))
}

#[test]
fn what_is_written_to_a_stream_is_read_from_it_and_the_rest_is_left() {
    for (name, filter) in filters() {
        for packing in [Packing::Raw, Packing::Smallest] {
            let mut stream = Vec::new();
            let summary = filter.write_to(&mut stream, packing).expect("a vector");
            assert_eq!(stream, filter.to_bytes(packing), "{name}");
            assert_eq!(summary.bytes, stream.len() as u64);
            let length = stream.len();
            stream.extend(b"behind it");
            let draws = Draws::new(length as u64);
            let mut trickle = Trickle { bytes: &stream, draws, left: usize::MAX };
            let read = Filter::read_from(&mut trickle, key_of(&filter)).expect("whole");
            assert_eq!((&read, read.planned_items()), (&filter, filter.planned_items()), "{name}");
            assert_eq!(trickle.bytes, b"behind it");
            let sealed = SealedFilter::read_from(&stream[..]).expect("whole");
            assert_eq!(sealed.to_bytes(packing), stream[..length]);
            assert_eq!(SealedFilter::from_bytes(&stream[..length]).expect("whole").bits_set(), {
                filter.bits_set()
            });
            let mut again = Vec::new();
            assert_eq!(sealed.write_to(&mut again, packing), Ok(summary));
            assert_eq!(again, stream[..length]);
        }
    }
}

#[test]
fn streams_that_end_or_fail_are_refused_wherever_they_do() {
    for (name, filter) in filters().into_iter().rev().take(3) {
        for packing in [Packing::Raw, Packing::Smallest] {
            let bytes = filter.to_bytes(packing);
            for length in 0..bytes.len() {
                let Err(Error::Damaged { rule, .. }) =
                    Filter::read_from(&bytes[..length], key_of(&filter))
                else {
                    panic!("{name}, {length} bytes");
                };
                let expected = match length {
                    0..8 => "an urnfield filter begins with the bytes 89 55 52 4e 0d 0a 1a 0a",
                    8..128 => "a filter file is at least 128 bytes long",
                    _ => "a filter file is as long as its header and payload",
                };
                assert_eq!(rule, expected, "{name}, {length} bytes");
                let draws = Draws::new(length as u64);
                let broken = Trickle { bytes: &bytes, draws, left: length };
                let error = Filter::read_from(broken, key_of(&filter)).expect_err("it breaks off");
                assert_eq!(error.to_string(), "cannot read a stream: gone", "{name}");
                assert_eq!(error.io_kind(), Some(io::ErrorKind::ConnectionReset));
                let error = filter.write_to(Full(length), packing).expect_err("full");
                assert_eq!(error.io_kind(), Some(io::ErrorKind::StorageFull), "{name}");
            }
            filter.write_to(Full(bytes.len()), packing).expect("just enough");
        }
    }
}

/// Any flipped bit is found, as in a file.
#[test]
fn every_flipped_bit_of_a_stream_is_found() {
    let (_, filter) = filters().swap_remove(0);
    for packing in [Packing::Raw, Packing::Smallest] {
        let bytes = filter.to_bytes(packing);
        for bit in 0..8 * bytes.len() {
            let mut damaged = bytes.clone();
            damaged[bit / 8] ^= 1 << (bit % 8);
            assert!(Filter::read_from(&damaged[..], None).is_err(), "bit {bit}");
        }
    }
}

/// A header that claims 2^48 bits, and nothing behind it: if its memory were taken first, a machine
/// without 32 TiB would say so, or end the process.
#[test]
fn a_stream_takes_no_memory_before_its_bytes_arrive() {
    for kind in [Kind::Classic, Kind::Standard] {
        for m in [1 << 33, 1 << 40, 1 << 48] {
            for behind in [0, 8, 100_000] {
                let claims = Fields { payload: m / 8, ..Fields::empty(kind, m, 3, 0) };
                let stream = mended(claims.file(&vec![0; behind]));
                match Filter::read_from(&stream[..], None) {
                    Err(Error::Damaged { rule, .. }) => {
                        assert_eq!(rule, "a filter file is as long as its header and payload");
                    }
                    // Where so much cannot even be addressed.
                    Err(Error::TooCostly { .. }) if usize::BITS < 64 => (),
                    other => panic!("{other:?}"),
                }
                let read = Filter::from_payload(design(kind, m, 3), 0, 0, &stream[..behind]);
                match read {
                    Err(Error::Damaged { rule, .. }) => {
                        assert_eq!(rule, "a payload has eight bytes for every 64 bits");
                    }
                    Err(Error::TooCostly { .. }) if usize::BITS < 64 => (),
                    other => panic!("{other:?}"),
                }
            }
        }
    }
}

#[test]
fn payloads_go_out_and_come_back_in_pieces() {
    for (name, filter) in filters() {
        let file = filter.to_bytes(Packing::Raw);
        assert_eq!(filter.payload_pieces().collect::<Vec<_>>().concat(), file[128..], "{name}");
        let hashing = filter.seed().map_or(Key::new(KEY).into(), Hashing::Seed);
        let (design, plan) = (filter.design(), filter.planned_items());
        let trickle = Trickle { bytes: &file[128..], draws: Draws::new(1), left: usize::MAX };
        let read = Filter::from_payload(design, hashing.clone(), plan, trickle).expect("whole");
        match filter.is_intersection() {
            // Nor which kinds of keys it holds.
            false => {
                assert!(!read.key_kinds().is_known(), "{name}");
                let read = read.with_key_kinds(filter.key_kinds());
                assert_eq!(read.to_bytes(Packing::Raw), file, "{name}");
            }
            // A payload does not say that it is one; who knows it does.
            true => {
                let read = read.marked_as_intersection();
                assert!(read == filter && read.to_bytes(Packing::Raw)[8] == 2);
            }
        }
        let short = Filter::from_payload(design, hashing, plan, &file[129..]);
        assert!(matches!(short, Err(Error::Damaged { .. })), "{name}");
        if design.bits() % 64 != 0 {
            let mut spare = file[128..].to_vec();
            *spare.last_mut().expect("a word at least") = 0x80;
            let Err(Error::Damaged { rule, .. }) = Filter::from_payload(design, 0, 0, &spare[..])
            else {
                panic!("{name}");
            };
            assert_eq!(rule, "the bits behind the last position are zero");
        }
    }
    // Several pieces, and a last one that is shorter.
    let mut large = Filter::new(design(Kind::Standard, 2_000_001, 7), 3).expect("small");
    large.insert_all_u64(&(0..10_000).collect::<Vec<_>>());
    let pieces: Vec<_> = large.payload_pieces().collect();
    assert_eq!(pieces.iter().map(Vec::len).collect::<Vec<_>>(), [65_536, 65_536, 65_536, 53_400]);
    assert_eq!(large.payload_pieces().len(), 4);
    let same = Filter::from_payload(large.design(), 3, 0, &pieces.concat()[..]).expect("whole");
    assert!(same == large);
    assert!(Filter::read_from(&large.to_bytes(Packing::Raw)[..], None).expect("whole") == large);
}

#[test]
fn shared_filters_are_saved_while_they_are_inserted_into() {
    let folder = super::files::Folder::new("shared");
    let path = folder.path("shared.urn");
    let shared = SharedFilter::new(design(Kind::Classic, 100_000, 5), Key::new(KEY));
    let shared = shared.expect("small");
    shared.insert_all_u64(&[1, 2, 3]);
    std::thread::scope(|scope| {
        scope.spawn(|| {
            (1_000..5_000).for_each(|item| {
                shared.insert_u64(item);
            })
        });
        for packing in [Packing::Raw, Packing::Smallest, Packing::Raw] {
            let summary = shared.save(&path, packing).expect("the folder is ours");
            assert_eq!(Filter::verify(&path), Ok(summary));
            let read = Filter::load(&path, Key::new(KEY)).expect("whole");
            assert_eq!(read.contains_all_u64(&[1, 2, 3]).count(), 3);
        }
    });
    assert!(matches!(shared.save_new(&path, Packing::Raw), Err(Error::File { .. })));
    shared.save(&path, Packing::Raw).expect("the folder is ours");
    let shown = format!("{shared:?}");
    assert!(shown.contains("SharedFilter") && !shown.contains("sixteen"), "{shown}");
    assert_eq!(Filter::load(&path, Key::new(KEY)).expect("whole"), Filter::from(shared));
}
