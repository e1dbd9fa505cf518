//! Files that are missing, damaged or foreign, and manifests that say something else: each is
//! refused by name, by readers and writers, and nothing is written.

use super::{Place, keeping, some_day};
use std::fs;
use urnfield::chain::Chain;
use urnfield::filter::Packing;
use urnfield::{Design, Filter, Kind};

fn filled(name: &str) -> Place {
    let place = Place::new(name);
    Chain::create(&place.0, &keeping(3, 100, "1%")).expect("a new folder");
    let mut update = Chain::update(&place.0, None, some_day()).expect("ours");
    let keys: Vec<[u8; 8]> = (0..250_u64).map(u64::to_le_bytes).collect();
    update.insert_all(&keys).expect("there is room");
    update.save().expect("there is room");
    place
}

/// What readers and writers say alike.
fn refused(place: &Place) -> String {
    let before = place.names();
    let said = Chain::open(&place.0, None).map(|_| ()).expect_err("refused").to_string();
    let update = Chain::update(&place.0, None, some_day()).map(|_| ());
    assert_eq!(update.expect_err("refused").to_string(), said);
    assert_eq!(place.names(), before);
    assert!(!said.contains('\n'), "{said}");
    said
}

#[test]
fn a_missing_generation_is_named() {
    let place = filled("missing");
    fs::remove_file(place.0.join("1-1.urn")).expect("ours");
    let said = refused(&place);
    assert!(said.contains("1-1.urn") && said.contains("it is missing"), "{said}");
    fs::remove_file(place.0.join("manifest")).expect("ours");
    let said = Chain::open(&place.0, None).expect_err("no manifest").to_string();
    assert!(said.contains("manifest") && said.contains("is missing"), "{said}");
}

/// Every bit of a generation's file, in steps.
#[test]
fn a_damaged_generation_is_named() {
    let place = filled("damaged");
    let path = place.0.join("2-1.urn");
    let whole = fs::read(&path).expect("a file");
    for at in (0..whole.len()).step_by(13) {
        let mut bytes = whole.clone();
        bytes[at] ^= 1 << (at % 8);
        fs::write(&path, &bytes).expect("ours");
        let said = refused(&place);
        assert!(said.contains("2-1.urn"), "byte {at}: {said}");
    }
    for length in [0, 100, 128, whole.len() - 1] {
        fs::write(&path, &whole[..length]).expect("ours");
        let said = refused(&place);
        assert!(said.contains("2-1.urn"), "{length} bytes: {said}");
    }
}

#[test]
fn a_foreign_generation_is_named() {
    let place = filled("foreign");
    let path = place.0.join("0-1.urn");
    let whole = fs::read(&path).expect("a file");
    // Another filter, another generation, and this one in another state.
    let other = Filter::new(Design::new(Kind::Standard, 1_000, 7).expect("small"), 0);
    let other = other.expect("small").to_bytes(Packing::Raw);
    let next = fs::read(place.0.join("1-1.urn")).expect("a file");
    let mut changed = Filter::from_bytes(&whole, None).expect("whole");
    changed.insert("one more");
    for foreign in [other, next, changed.to_bytes(Packing::Raw)] {
        fs::write(&path, &foreign).expect("ours");
        let said = refused(&place);
        assert!(said.contains("0-1.urn") && said.contains("another generation"), "{said}");
    }
    fs::write(&path, &whole).expect("ours");
    Chain::open(&place.0, None).expect("as it was");
}

/// Any single changed bit and any cut: nothing is read from a manifest that is not as it was
/// written.
#[test]
fn a_damaged_manifest_is_named() {
    let place = filled("manifest");
    let path = place.0.join("manifest");
    let whole = fs::read(&path).expect("a file");
    for at in 0..whole.len() {
        for bit in 0..8 {
            let mut bytes = whole.clone();
            bytes[at] ^= 1 << bit;
            fs::write(&path, &bytes).expect("ours");
            let said = Chain::open(&place.0, None).expect_err("damaged").to_string();
            assert!(said.contains("manifest"), "bit {bit} of byte {at}: {said}");
        }
        fs::write(&path, &whole[..at]).expect("ours");
        let said = Chain::open(&place.0, None).expect_err("cut short").to_string();
        assert!(said.contains("manifest"), "{at} bytes: {said}");
    }
    fs::write(&path, vec![b'\n'; (1 << 20) + 1]).expect("ours");
    assert!(refused(&place).contains("mebibyte"));
}

/// With the right checksum: whoever edits it may forget what else has to agree.
#[test]
fn a_manifest_that_was_changed_by_hand_is_refused() {
    let place = filled("by-hand");
    let path = place.0.join("manifest");
    let whole = fs::read_to_string(&path).expect("text");
    let (body, _) = whole.trim_end().rsplit_once('\n').expect("two lines");
    let resealed = |body: &str| {
        let body = format!("{body}\n");
        format!("{body}checksum {:08x}\n", crc32c::crc32c(body.as_bytes()))
    };
    assert_eq!(resealed(body), whole);
    for (from, to) in [
        ("items 100", "items 0100"),
        ("items 100", "items -1"),
        ("fpr 1/100", "fpr 2/200"),
        ("fpr 1/100", "fpr 1%"),
        ("kind standard", "kind parquet"),
        ("hashing seed 0", "hashing 0"),
        ("keep 3", "keep 2"),
        ("keep 3", "keep +3"),
        ("every none", "every month"),
        ("begun 3", "begun 2"),
        ("generation 0", "generation 2"),
        ("generation 1 2026", "generation  1 2026"),
        ("2026-11-19", "2026-13-19"),
        ("keep 3\n", ""),
        ("begun 3\n", "begun 3\nmore 1\n"),
    ] {
        let changed = body.replacen(from, to, 1);
        assert_ne!(changed, body, "{from}");
        fs::write(&path, resealed(&changed)).expect("ours");
        let said = refused(&place);
        assert!(said.contains("manifest") && said.contains("changed by hand"), "{to}: {said}");
    }
    for (from, to) in [("keep 3\nevery none", "keep none\nevery day"), ("items 100", "items 0")] {
        fs::write(&path, resealed(&body.replacen(from, to, 1))).expect("ours");
        refused(&place);
    }
    fs::write(&path, &whole).expect("ours");
    Chain::open(&place.0, None).expect("as it was");
}
