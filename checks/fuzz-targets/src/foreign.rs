//! Bytes to filters of other libraries: nothing panics, nothing takes more memory than the bytes,
//! and whatever is accepted is written back as it was.

use urnfield_foreign::{FORMATS, Foreign, Format, Key, read, read_as};

/// Every format by its name, and all of them by content.
pub fn read_foreign(data: &[u8]) {
    let by_content = read(data).map_or(0, |found| found.len());
    let mut accepted = 0;
    for format in FORMATS {
        match read_as(format, data) {
            Err(refused) => assert!(refused.why.len() < 1000, "{}", refused.why),
            Ok(found) => {
                accepted += usize::from(format.is_by_content);
                // Compressed bytes hold more than they are; a reader has limits of its own there.
                let held = found.filters.iter().flat_map(|filter| &filter.layers);
                let held: usize = held.map(|layer| layer.bits.as_bytes().len()).sum();
                assert!(held <= 1024 * data.len() + (16 << 20), "{}: {held} bytes", format.name);
                found.filters.into_iter().take(4).for_each(|filter| ask(format, filter, data));
            }
        }
    }
    assert_eq!(by_content, accepted, "a format accepts by content what it accepts by name");
}

fn ask(format: &Format, mut filter: Foreign, data: &[u8]) {
    for layer in &filter.layers {
        assert!(layer.hashes > 0 && !layer.law.name().is_empty());
        assert!(layer.bits.ones() <= layer.bits.len());
        let mut visited = 0;
        let words = vec![0x0123_4567_89ab_cdef; layer.rule.words()];
        layer.rule.probe(&words, &mut |bit| {
            assert!(bit < layer.bits.len(), "a position is one of the bits");
            visited += 1;
            true
        });
        assert!(visited <= u64::from(layer.hashes) * 2, "{visited} positions");
    }
    let mut state = 7_u64;
    let mut random = || {
        state = state.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1);
        state
    };
    filter.accepts_random(&mut random, &mut Vec::new());
    if let Some(writer) = format.writer {
        assert_eq!((writer.write)(&filter), data, "{}", format.name);
    }
    for key in [Key::Bytes(b"amphora".to_vec()), Key::Integer(-42)] {
        let Ok(was_there) = filter.contains(&key) else { continue };
        if filter.layers.len() == 1 && format.writer.is_some() {
            assert_eq!(filter.insert(&key), Ok(was_there));
            assert_eq!(filter.contains(&key), Ok(true));
        }
    }
}
