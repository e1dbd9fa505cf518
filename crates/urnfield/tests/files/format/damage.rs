//! Files that are not as they were written, and keys that do not fit.

use super::document::files;
use super::golden::{KEY, design, filters};
use super::spec::{Fields, mended};
#[cfg(feature = "mmap")]
use crate::mapped::mapped;
use urnfield::filter::{FilterView, Key, Packing};
use urnfield::{Error, Filter, Kind};

/// The golden filters without the keyed one, as bytes.
fn seeded() -> Vec<(&'static str, Vec<u8>)> {
    let all = filters().into_iter().filter(|(_, filter)| filter.seed().is_some());
    all.map(|(name, filter)| (name, filter.to_bytes(Packing::Raw))).collect()
}

/// Which rule of the format was broken.
fn broken<T: std::fmt::Debug>(result: Result<T, Error>) -> &'static str {
    match result {
        Err(Error::Damaged { rule, .. }) => rule,
        other => panic!("not a refusal of the format: {other:?}"),
    }
}

fn flipped(bytes: &[u8], bit: usize) -> Vec<u8> {
    let mut bytes = bytes.to_vec();
    bytes[bit / 8] ^= 1 << (bit % 8);
    bytes
}

#[test]
fn every_flipped_bit_is_found_in_bytes() {
    for (name, file) in seeded() {
        for bit in 0..8 * file.len() {
            let damaged = flipped(&file, bit);
            assert!(Filter::from_bytes(&damaged, None).is_err(), "{name}, bit {bit}");
            if bit < 8 * 128 {
                assert!(FilterView::new(&damaged, None).is_err(), "{name}, bit {bit}");
            } else if let Ok(view) = FilterView::new(&damaged, None) {
                // A view does not read the payload until it is asked to.
                let rule = "the payload's checksum must be the one in the header";
                assert_eq!(broken(view.verify()), rule);
                assert_eq!(broken(view.to_filter()), rule);
            }
        }
    }
    let (_, keyed) = filters().pop().expect("the keyed filter is the last");
    let file = keyed.to_bytes(Packing::Raw);
    for bit in 0..8 * file.len() {
        let damaged = flipped(&file, bit);
        assert!(Filter::from_bytes(&damaged, Key::new(KEY)).is_err(), "bit {bit}");
    }
}

#[test]
fn every_flipped_bit_is_found_in_files() {
    let folder = super::files::Folder::new("flips");
    let path = folder.path("damaged.urn");
    // A file is written for every bit, so some of them must do: both kinds, spare bits, a key.
    let some = ["standard-100-3.urn", "classic-64-5.urn", "classic-65-40.urn", "keyed-100-3.urn"];
    for name in some {
        let all = files();
        let (_, file) = all.iter().find(|(shown, _)| shown == name).expect("it is on the page");
        for bit in 0..8 * file.len() {
            std::fs::write(&path, flipped(file, bit)).expect("the folder is ours");
            assert!(Filter::verify(&path).is_err(), "{name}, bit {bit}");
        }
        std::fs::write(&path, file).expect("the folder is ours");
        Filter::verify(&path).expect("without a flipped bit it is whole");
    }
}

#[test]
fn files_of_any_other_length_are_refused() {
    let folder = super::files::Folder::new("lengths");
    let path = folder.path("cut.urn");
    for (name, file) in seeded() {
        for length in 0..file.len() {
            let short = &file[..length];
            let rule = broken(Filter::from_bytes(short, None));
            let expected = match length {
                0..8 => "an urnfield filter begins with the bytes 89 55 52 4e 0d 0a 1a 0a",
                8..128 => "a filter file is at least 128 bytes long",
                _ => "a filter file is as long as its header and payload",
            };
            assert_eq!(rule, expected, "{name}, {length} bytes");
            assert_eq!(broken(FilterView::new(short, None)), expected);
            std::fs::write(&path, short).expect("the folder is ours");
            assert_eq!(broken(Filter::verify(&path)), expected);
            assert_eq!(broken(Filter::load(&path, None)), expected);
            // An empty file cannot be mapped everywhere; it may be refused for that.
            #[cfg(feature = "mmap")]
            assert!(mapped(&path, None).is_err());
        }
        for more in [1, 7, 8, 64, 128] {
            let long = [file.clone(), vec![0; more]].concat();
            let expected = "a filter file is as long as its header and payload";
            assert_eq!(broken(Filter::from_bytes(&long, None)), expected);
            assert_eq!(broken(FilterView::new(&long, None)), expected);
            std::fs::write(&path, long).expect("the folder is ours");
            assert_eq!(broken(Filter::verify(&path)), expected);
        }
    }
}

#[test]
fn foreign_bytes_are_refused_by_their_beginning() {
    let rule = "an urnfield filter begins with the bytes 89 55 52 4e 0d 0a 1a 0a";
    let text = b"URN, not a filter but a text of more than a hundred and twenty-eight bytes, so \
        that nothing else is wrong with its length than that it is one.";
    let png = *b"\x89PNG\r\n\x1a\n";
    let zeros = [0; 4096];
    for foreign in [&text[..], &png, &zeros, b"", b"\x89URN\n\x1a\n"] {
        assert_eq!(broken(Filter::from_bytes(foreign, None)), rule);
        assert_eq!(broken(FilterView::new(foreign, None)), rule);
    }
}

#[test]
fn a_newer_version_is_called_that_and_not_damaged() {
    for version in [0_u16, 3, 256, u16::MAX] {
        for mend in [false, true] {
            let mut file = seeded()[0].1.clone();
            file[8..10].copy_from_slice(&version.to_le_bytes());
            let file = if mend { mended(file) } else { file };
            let rule =
                "this urnfield reads versions 1 and 2 of the format; a newer one may read more";
            assert_eq!(broken(Filter::from_bytes(&file, None)), rule);
        }
    }
}

/// One field wrong at a time, the checksums right: each check is reached, in the page's order.
#[test]
fn every_check_of_the_page_is_made() {
    let file = Filter::new(design(Kind::Classic, 100, 3), 7).expect("small").to_bytes(Packing::Raw);
    let keyed = Filter::new(design(Kind::Standard, 100, 3), Key::new(KEY)).expect("small");
    let keyed = keyed.to_bytes(Packing::Raw);
    let unused = "the bytes that a header does not use are zero";
    let flags = "the kinds of keys are flags, 1 (texts), 2 (integers), 4 (digests) and 8 (tuples), in byte 14";
    let of_sets = "only the filter of a set that is not empty knows the kinds of its keys";
    let possible = "a header states a filter that can be";
    let set = "as many bits are set as the header says";
    let length = "a raw payload has eight bytes for every 64 bits";
    let reserved = "a payload's encoding is 0 (raw) or 1 (entropy), as 2 (enumerative) was given up \
                    before 0.1.0";
    let cases: &[(usize, &[u8], &str)] = &[
        (10, &[0], "a kind is 1 (classic) or 2 (standard)"),
        (10, &[3], "a kind is 1 (classic) or 2 (standard)"),
        (11, &[0], "this urnfield knows probe rules 1 and 2; a newer one may know more"),
        (11, &[3], "this urnfield knows probe rules 1 and 2; a newer one may know more"),
        (12, &[0], "a digest is 1 (XXH3-128) or 2 (SipHash-2-4-128)"),
        (12, &[3], "a digest is 1 (XXH3-128) or 2 (SipHash-2-4-128)"),
        (12, &[2], unused),
        (13, &[2], reserved),
        (13, &[3], "a payload's encoding is 0 (raw) or 1 (entropy)"),
        (13, &[255], "a payload's encoding is 0 (raw) or 1 (entropy)"),
        // Nothing is in it, and so no key of any kind.
        (14, &[1], of_sets),
        (14, &[7], of_sets),
        (14, &[15], of_sets),
        (14, &[16], flags),
        (14, &[0x80], flags),
        (14, &[0xff], flags),
        (15, &[1], unused),
        (15, &[0x80], unused),
        (14, &[1, 1], unused),
        (40, &[1], unused),
        (72, &[1], unused),
        (119, &[1], unused),
        // 100 bits are no lines.
        (11, &[2], possible),
        (16, &[0], possible),
        (16, &[101], possible),
        (24, &[0], possible),
        (31, &[1], possible),
        (48, &[101], "no more bits are set than there are"),
        (48, &[1], set),
        (64, &[15], length),
        (64, &[24], length),
        (71, &[0xff], length),
        (128 + 12, &[0x10], "the bits behind the last position are zero"),
        (128 + 12, &[0x08], set),
    ];
    for (at, field, rule) in cases {
        let mut wrong = file.clone();
        wrong[*at..at + field.len()].copy_from_slice(field);
        assert_eq!(broken(Filter::from_bytes(&mended(wrong), None)), *rule, "{at} {field:?}");
    }
    let mut wrong = keyed.clone();
    wrong[32] = 1;
    assert_eq!(broken(Filter::from_bytes(&mended(wrong), Key::new(KEY))), unused);
    // Two wrongs: the page's order decides.
    for pair in cases.windows(2) {
        let order = |at: usize| [10, 11, 13, 12].iter().position(|a| *a == at);
        if let (Some(a), Some(b)) = (order(pair[0].0), order(pair[1].0)) {
            let first = if a <= b { pair[0] } else { pair[1] };
            let mut wrong = file.clone();
            wrong[pair[0].0] = pair[0].1[0];
            wrong[pair[1].0] = pair[1].1[0];
            if pair[0].0 != pair[1].0 {
                assert_eq!(broken(Filter::from_bytes(&mended(wrong), None)), first.2);
            }
        }
    }
}

/// Every value of byte 14, in a filter that holds something.
#[test]
fn the_kinds_of_keys_are_read_from_four_flags_and_no_others() {
    let all = filters();
    let (_, filter) = all.iter().find(|(name, _)| *name == "standard-100-3.urn").expect("there");
    for packing in [Packing::Raw, Packing::Smallest] {
        let file = filter.to_bytes(packing);
        for flags in 0..=u8::MAX {
            let mut other = file.clone();
            other[14] = flags;
            let other = mended(other);
            let read = Filter::from_bytes(&other, None);
            if flags < 16 {
                let read = read.expect("a note");
                assert_eq!((read.key_kinds().flags(), &read), (flags, filter));
                assert_eq!(read.to_bytes(packing), other);
            } else {
                let said = read.expect_err("no flags").to_string();
                assert!(said.contains("1 (texts), 2 (integers)"), "{said}");
                assert!(said.contains(&flags.to_string()), "{said}");
            }
        }
    }
}

/// The same for what only an intersection has: 6 bits set of 100, made of 13 and 16.
#[test]
fn every_check_of_an_intersection_is_made() {
    let all = filters();
    let (_, filter) =
        all.iter().find(|(_, filter)| filter.is_intersection()).expect("there is one");
    let file = filter.to_bytes(Packing::Raw);
    assert_eq!((file[48], file[72], file[80], file[88]), (6, 2, 16, 13));
    let made_of = "an intersection tells nothing of its filters, or of two or more how many bits \
                   they have set, the most first, and all at least its own";
    let cases: &[(usize, &[u8], &str)] = &[
        (8, &[1], "the bytes that a header does not use are zero"),
        (14, &[1], "only the filter of a set that is not empty knows the kinds of its keys"),
        (
            14,
            &[16],
            "the kinds of keys are flags, 1 (texts), 2 (integers), 4 (digests) and 8 (tuples), in byte 14",
        ),
        (15, &[1], "the bytes that a header does not use are zero"),
        (72, &[0], made_of),
        (72, &[1], made_of),
        (72, &[3], made_of),
        (79, &[0xff], made_of),
        (80, &[12], made_of),
        (80, &[101], made_of),
        (88, &[5], made_of),
        (88, &[17], made_of),
        (96, &[7], made_of),
        (119, &[1], made_of),
        (48, &[7], "as many bits are set as the header says"),
        (48, &[14], made_of),
    ];
    for (at, field, rule) in cases {
        let mut wrong = file.clone();
        wrong[*at..at + field.len()].copy_from_slice(field);
        let wrong = mended(wrong);
        assert_eq!(broken(Filter::from_bytes(&wrong, None)), *rule, "{at} {field:?}");
        let view = FilterView::new(&wrong[..], None);
        assert_eq!(broken(view.and_then(|view| view.verify())), *rule, "{at} {field:?}");
    }
    // Nothing need be told of them.
    let mut silent = file.clone();
    silent[72..120].fill(0);
    let silent = mended(silent);
    let read = Filter::from_bytes(&silent, None).expect("whole");
    assert!(read.is_intersection() && read == *filter);
    assert_eq!(read.to_bytes(Packing::Raw), silent);
}

/// Memory for such filters is nowhere, so a reader that took it first would say so, or abort.
#[test]
fn sizes_that_a_header_only_claims_are_not_believed() {
    for kind in [Kind::Classic, Kind::Standard] {
        for (m, rule) in [
            (1 << 60, "a header states a filter that can be"),
            ((1 << 48) + 1, "a header states a filter that can be"),
            (u64::MAX, "a header states a filter that can be"),
            (1 << 48, "a filter file is as long as its header and payload"),
            ((1 << 48) - 63, "a filter file is as long as its header and payload"),
            (1 << 40, "a filter file is as long as its header and payload"),
        ] {
            for payload in [0, 8, 4096] {
                let file = Fields::empty(kind, m, 3, 0).file(&vec![0; payload]);
                assert_eq!(broken(Filter::from_bytes(&file, None)), rule, "{m}");
                assert_eq!(broken(FilterView::new(&file, None)), rule, "{m}");
            }
        }
        let claims = Fields { payload: u64::MAX, ..Fields::empty(kind, 1 << 48, 3, 0) };
        let rule = "a raw payload has eight bytes for every 64 bits";
        assert_eq!(broken(Filter::from_bytes(&claims.file(&[]), None)), rule);
    }
}

/// The part of a refusal that names both sides.
fn sides<T: std::fmt::Debug>(result: Result<T, Error>) -> (String, String) {
    match result {
        Err(Error::Mismatch { ours, theirs, .. }) => (ours, theirs),
        other => panic!("not a mismatch: {other:?}"),
    }
}

#[test]
fn a_key_opens_its_own_filter_and_no_other() {
    let folder = super::files::Folder::new("keys");
    let (right, wrong) = (Key::new(KEY), Key::new([7; 16]));
    let keyed = Filter::new(design(Kind::Standard, 100, 3), &right).expect("small");
    let seeded = Filter::new(design(Kind::Standard, 100, 3), 5).expect("small");
    let paths = [folder.path("keyed.urn"), folder.path("seeded.urn")];
    keyed.save(&paths[0], Packing::Raw).expect("the folder is ours");
    seeded.save(&paths[1], Packing::Raw).expect("the folder is ours");
    let files = [keyed.to_bytes(Packing::Raw), seeded.to_bytes(Packing::Raw)];
    let check = format!("{:016x}", super::spec::key_check(KEY));
    let other = format!("{:016x}", super::spec::key_check([7; 16]));

    for (ours, theirs) in [
        sides(Filter::from_bytes(&files[0], None)),
        sides(FilterView::new(&files[0], None)),
        sides(Filter::load(&paths[0], None)),
    ] {
        assert!(ours == "no key" && theirs.contains(&check), "{ours} {theirs}");
    }
    for (ours, theirs) in [
        sides(Filter::from_bytes(&files[0], &wrong)),
        sides(FilterView::new(&files[0], &wrong)),
        sides(Filter::load(&paths[0], &wrong)),
    ] {
        assert!(ours.contains(&other) && theirs.contains(&check), "{ours} {theirs}");
    }
    for (ours, theirs) in [
        sides(Filter::from_bytes(&files[1], &right)),
        sides(FilterView::new(&files[1], &right)),
        sides(Filter::load(&paths[1], &right)),
    ] {
        assert!(ours == "a key" && theirs.contains("seed 5"), "{ours} {theirs}");
    }
    #[cfg(feature = "mmap")]
    {
        sides(mapped(&paths[0], None));
        sides(mapped(&paths[0], &wrong));
        sides(mapped(&paths[1], &right));
        mapped(&paths[0], &right).expect("the right key");
    }
    assert_eq!(Filter::load(&paths[0], &right).expect("the right key"), keyed);
    Filter::verify(&paths[0]).expect("verifying needs no key");
}

#[test]
fn a_key_is_not_in_its_file_nor_in_what_is_shown() {
    let key: [u8; 16] = std::array::from_fn(|i| (i * 37 + 11) as u8);
    let mut filter = Filter::new(design(Kind::Classic, 5_000, 5), Key::new(key)).expect("small");
    filter.extend(["amphora", "krater", "urn"]);
    let file = filter.to_bytes(Packing::Raw);
    // Any four bytes in a row would be a leak; so few bits are set that chance will not do it.
    for part in key.windows(4) {
        assert!(!file.windows(4).any(|window| window == part));
    }
    let shown = format!("{filter:?} {:?}", FilterView::new(&file[..], Key::new(key)));
    assert!(!shown.contains("11, 48, 85") && !shown.contains("0b30"), "{shown}");
}
