//! Compressed filters in files, and files from one form into the other.

use super::{drawn, filter_of};
use std::fs;
use std::path::{Path, PathBuf};
use urnfield::filter::{Encoding, Key, Packing, SealedFilter, Summary};
use urnfield::{Design, Error, Filter, Kind};
use urnfield_paper::draws::Draws;

/// A folder of a test's own, removed when the test is over.
struct Folder(PathBuf);

impl Folder {
    fn new(name: &str) -> Folder {
        let name = format!("urnfield-compress-{name}-{}", std::process::id());
        let path = std::env::temp_dir().join(name);
        let _ = fs::remove_dir_all(&path);
        fs::create_dir(&path).expect("a temporary folder can be made");
        Folder(path)
    }

    fn path(&self, name: &str) -> PathBuf {
        self.0.join(name)
    }
}

impl Drop for Folder {
    fn drop(&mut self) {
        let _ = fs::remove_dir_all(&self.0);
    }
}

/// A file into another form, whatever its key.
fn recode(from: &Path, to: &Path, packing: Packing) -> Result<Summary, Error> {
    SealedFilter::load(from)?.save(to, packing)
}

fn recode_new(from: &Path, to: &Path, packing: Packing) -> Result<Summary, Error> {
    SealedFilter::load(from)?.save_new(to, packing)
}

#[test]
fn compressed_files_are_saved_loaded_and_verified() {
    let folder = Folder::new("saved");
    let mut draws = Draws::new(31);
    for (m, ones, encoding) in [
        (1000, 20, Encoding::Entropy),
        (3_000_000, 90_000, Encoding::Entropy),
        (3_000_000, 90, Encoding::Entropy),
        (100_032, 50_016, Encoding::Raw),
    ] {
        let filter = filter_of(m, &drawn(&mut draws, m, ones)).with_planned_items(9);
        let path = folder.path(&format!("{m}-{ones}.urn"));
        filter.save_new(&path, Packing::Smallest).expect("the folder is ours");
        assert!(matches!(filter.save_new(&path, Packing::Smallest), Err(Error::File { .. })));
        filter.save(&path, Packing::Smallest).expect("the folder is ours");
        assert_eq!(fs::read(&path).expect("there"), filter.to_bytes(Packing::Smallest));
        let back = Filter::load(&path, None).expect("whole");
        assert!(back == filter);
        assert_eq!(back.planned_items(), 9);
        let summary = Filter::verify(&path).expect("whole");
        assert_eq!((summary.encoding, summary.bits_set), (encoding, ones));
        assert_eq!(summary.bytes, fs::metadata(&path).expect("there").len());
        let mut damaged = fs::read(&path).expect("there");
        if let Some(byte) = damaged.get_mut(129) {
            *byte ^= 1;
            fs::write(&path, damaged).expect("the folder is ours");
            assert!(matches!(Filter::verify(&path), Err(Error::Damaged { .. })));
        }
    }
}

#[test]
fn a_file_goes_into_the_other_form_and_back_without_its_key() {
    let folder = Folder::new("recoded");
    let (raw, sent, back) = (folder.path("a.urn"), folder.path("b.urn"), folder.path("c.urn"));
    let key = Key::new(*b"sixteen secrets!");
    let mut keyed = Filter::new(Design::new(Kind::Classic, 200_000, 7).expect("a design"), &key)
        .expect("small")
        .with_planned_items(500);
    keyed.extend((0..500).map(|i: u32| i.to_string()));
    keyed.save(&raw, Packing::Raw).expect("the folder is ours");
    let summary = recode_new(&raw, &sent, Packing::Smallest).expect("whole");
    assert_eq!(summary.encoding, Encoding::Entropy);
    assert_eq!(summary, Filter::verify(&sent).expect("whole"));
    assert_eq!(summary.key_check, Filter::verify(&raw).expect("whole").key_check);
    assert!(matches!(recode_new(&raw, &sent, Packing::Smallest), Err(Error::File { .. })));
    assert!(Filter::load(&sent, &key).expect("the key") == keyed);
    assert!(matches!(Filter::load(&sent, None), Err(Error::Mismatch { .. })));
    recode(&sent, &back, Packing::Raw).expect("whole");
    assert_eq!(fs::read(&back).expect("there"), keyed.to_bytes(Packing::Raw));
    // In place, and a second time: the same bytes.
    let bytes = fs::read(&sent).expect("there");
    recode(&raw, &raw, Packing::Smallest).expect("whole");
    recode(&raw, &raw, Packing::Smallest).expect("whole");
    assert_eq!(fs::read(&raw).expect("there"), bytes);
    // A damaged file is not passed on.
    let mut damaged = bytes;
    damaged[200] ^= 1;
    fs::write(&sent, damaged).expect("the folder is ours");
    let before = fs::read(&back).expect("there");
    assert!(matches!(recode(&sent, &back, Packing::Raw), Err(Error::Damaged { .. })));
    assert_eq!(fs::read(&back).expect("there"), before);
    assert!(matches!(recode(&folder.path("no.urn"), &back, Packing::Raw), Err(Error::File { .. })));
}

/// What is merged without a key is what is merged with it, plan and all.
#[test]
fn sealed_filters_are_merged_as_filters_are() {
    let folder = Folder::new("sealed");
    let key = Key::new(*b"sixteen secrets!");
    let design = Design::new(Kind::Classic, 3_000, 5).expect("a design");
    let of = |items: std::ops::Range<u64>, plan| {
        let mut filter = Filter::new(design, &key).expect("small").with_planned_items(plan);
        items.for_each(|item| {
            filter.insert_u64(item);
        });
        filter
    };
    let (a, b, c) = (of(0..200, 300), of(100..300, 300), of(0..9, 77));
    let paths = ["a.urn", "b.urn", "c.urn"].map(|name| folder.path(name));
    a.save(&paths[0], Packing::Raw).expect("the folder is ours");
    b.save(&paths[1], Packing::Smallest).expect("the folder is ours");
    c.save(&paths[2], Packing::Raw).expect("the folder is ours");
    let [sealed_a, sealed_b, sealed_c] =
        paths.clone().map(|path| SealedFilter::load(path).expect("whole"));
    assert_eq!((sealed_a.packing(), sealed_b.packing()), (Packing::Raw, Packing::Smallest));
    assert_eq!((sealed_a.bits_set(), sealed_a.design()), (a.bits_set(), design.into()));
    for (other, sealed_other) in [(&b, &sealed_b), (&c, &sealed_c)] {
        let to = folder.path("merged.urn");
        let (mut open, mut sealed) = (a.clone(), sealed_a.clone());
        open.union_with(other).expect("the same design and key");
        sealed.union_with(sealed_other).expect("the same design and key");
        let summary = sealed.save(&to, Packing::Raw).expect("the folder is ours");
        assert_eq!(fs::read(&to).expect("there"), open.to_bytes(Packing::Raw));
        assert_eq!(summary, open.summary());
        assert!(matches!(sealed.save_new(&to, Packing::Raw), Err(Error::File { .. })));
        let (mut open, mut sealed) = (a.clone(), sealed_a.clone());
        open.intersect_with(other).expect("the same design and key");
        sealed.intersect_with(sealed_other).expect("the same design and key");
        sealed.save(&to, Packing::Smallest).expect("the folder is ours");
        assert_eq!(fs::read(&to).expect("there"), open.to_bytes(Packing::Smallest));
        let again = SealedFilter::load(&to).expect("whole");
        assert_eq!(again.planned_items(), 0);
        assert!(again.into_filter(&key).expect("its key") == open);
    }
    assert!(sealed_a.clone().into_filter(None).is_err());
    assert!(sealed_a.clone().into_filter(Key::new([0; 16])).is_err());
    assert!(sealed_a.into_filter(&key).expect("its key") == a);
    // Filters of other keys have nothing to do with each other.
    let other = Filter::new(design, Key::new([1; 16])).expect("small");
    other.save(folder.path("other.urn"), Packing::Raw).expect("the folder is ours");
    let other = SealedFilter::load(folder.path("other.urn")).expect("whole");
    let mut sealed = sealed_b.clone();
    assert!(matches!(sealed.union_with(&other), Err(Error::Mismatch { .. })));
    assert!(matches!(sealed.intersect_with(&other), Err(Error::Mismatch { .. })));
    assert!(sealed.into_filter(&key).expect("its key") == b);
}
