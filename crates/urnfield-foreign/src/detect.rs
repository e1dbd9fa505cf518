//! Which formats some bytes can be: every format tries.

use crate::{FORMATS, Foreign, Format, Refusal};

/// A format that accepts some bytes, and what it reads in them.
#[derive(Debug)]
pub struct Found {
    /// The format.
    pub format: &'static Format,
    /// The filters; none where a file can hold filters and does not.
    pub filters: Vec<Foreign>,
}

/// Tries all formats whose content tells them. Several may accept, and none; an error says what is
/// wrong with bytes that are surely of a format.
pub fn read(bytes: &[u8]) -> Result<Vec<Found>, Refusal> {
    let mut found = Vec::new();
    let mut refused = None;
    for format in FORMATS.iter().copied().filter(|format| format.is_by_content) {
        match (format.read)(bytes) {
            Ok(filters) => found.push(Found { format, filters }),
            Err(refusal) if refusal.is_certain => {
                refused.get_or_insert(named(format, &refusal));
            }
            Err(_) => {}
        }
    }
    match refused {
        Some(refused) if found.is_empty() => Err(refused),
        _ => Ok(found),
    }
}

/// Reads bytes as one format.
pub fn read_as(format: &'static Format, bytes: &[u8]) -> Result<Found, Refusal> {
    match (format.read)(bytes) {
        Ok(filters) => Ok(Found { format, filters }),
        Err(refusal) => Err(named(format, &refusal)),
    }
}

/// Returns the format of a name.
pub fn format(name: &str) -> Option<&'static Format> {
    FORMATS.iter().copied().find(|format| format.name == name)
}

fn named(format: &Format, refusal: &Refusal) -> Refusal {
    Refusal { why: format!("{}: {}", format.name, refusal.why), ..*refusal }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{Key, Parameters};

    #[test]
    fn names_are_different() {
        for (i, one) in FORMATS.iter().enumerate() {
            assert!(FORMATS[i + 1..].iter().all(|other| other.name != one.name), "{}", one.name);
        }
    }

    /// A built filter is read back by its own format and by no other, holds its keys, and is
    /// written as the same bytes.
    #[test]
    fn a_built_filter_is_recognized_by_its_content() {
        for format in FORMATS {
            let Some(writer) = format.writer else { continue };
            let (bits, hashes) = (writer.size)(100, 0.01);
            let asked = Parameters {
                bits,
                hashes,
                capacity: Some(100),
                asked_rate: Some(0.01),
                ..Parameters::default()
            };
            let mut filter = (writer.empty)(&asked).expect("usual numbers");
            let form = format.keys.first().expect("a writer knows its hash function");
            let keys: Vec<Key> =
                (0..100).map(|i| (form.key)(i.to_string().as_bytes()).expect("a key")).collect();
            for key in &keys {
                filter.insert(key).expect("a known hash");
            }
            let bytes = (writer.write)(&filter);
            let found = if format.is_by_content {
                read(&bytes).expect("whole")
            } else {
                vec![read_as(format, &bytes).expect("whole")]
            };
            let names: Vec<&str> = found.iter().map(|found| found.format.name).collect();
            assert_eq!(names, [format.name]);
            let again = &found[0].filters[0];
            assert!(keys.iter().all(|key| again.contains(key).expect("a known hash")), "{names:?}");
            assert_eq!((writer.write)(again), bytes, "{names:?}");
            for end in 0..bytes.len() {
                let cut = (format.read)(&bytes[..end]);
                assert!(cut.is_err() || !format.is_by_content, "{names:?}: cut at {end}");
            }
        }
    }

    #[test]
    fn ordinary_files_are_no_filters() {
        for bytes in
            [&b""[..], b"a", b"{}", b"[1,2]", b"visitor-1\nvisitor-2\n", &[0; 64], &[255; 99]]
        {
            assert!(read(bytes).expect("nothing certain").is_empty(), "{bytes:?}");
        }
    }
}
