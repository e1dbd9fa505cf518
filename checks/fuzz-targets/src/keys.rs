//! Keys, wherever they stand: the same whether the input comes at once or in small pieces, and
//! where a naive reading is right, the same as that.

use crate::bytes::Bytes;
use serde_json::Value;
use std::io::{self, Cursor, Read};
use std::path::Path;
use urnfield_keys::keys_in;
use urnfield_terminal::{Bad, KeyOptions, escaped};

type Keys = Result<Vec<Vec<u8>>, String>;

/// Longer records are refused, so that what unpacks to gigabytes is soon over.
const MOST: u64 = 1 << 16;

/// How packed inputs begin, but for the second byte of what zstd skips: what is in them is not what
/// a naive reading sees.
const PACKED: [&[u8]; 4] = [b"\x1f\x8b", b"\x28\xb5\x2f\xfd", b"\xfd7zXZ", b"BZh"];

fn is_packed(input: &[u8]) -> bool {
    PACKED.iter().any(|first| input.starts_with(first)) || input.get(1..4) == Some(b"*M\x18")
}

/// Lines and records that end in NUL, with everything that can be typed about them.
pub fn read_lines(data: &[u8]) {
    let mut bytes = Bytes(data);
    let how = bytes.byte();
    let typed = KeyOptions {
        null: how & 1 == 1,
        crlf: how & 3 == 2,
        trim: how & 4 == 4,
        ignore_case: how & 8 == 8,
        raw_bytes: how & 30 == 16,
        integers: (how & 32 == 32).then(String::new),
        ..KeyOptions::default()
    };
    let (input, end) = (bytes.rest(), if typed.null { 0 } else { b'\n' });
    let read = both(input, "keys", &typed);
    // What is taken as it is has one reading.
    if let (Ok(keys), true, false) = (&read, typed.raw_bytes, typed.integers.is_some()) {
        let whole = input.strip_suffix(&[end]).unwrap_or(input);
        let naive = whole.split(|byte| *byte == end).map(<[u8]>::to_vec);
        let naive: Vec<_> = if input.is_empty() { Vec::new() } else { naive.collect() };
        assert_eq!(*keys, naive);
    }
}

/// One column of CSV or TSV, or two.
pub fn read_table(data: &[u8]) {
    let mut bytes = Bytes(data);
    let how = bytes.byte();
    let column = ["1", "2", "3", "b", "name", "0", "2,1", "b,a"][usize::from(how % 8)];
    let typed = KeyOptions {
        column: Some(column.into()),
        header: how & 64 == 64,
        delimiter: (how & 128 == 128).then_some(b';'),
        bad: skipped_if(how & 16 == 16),
        ..KeyOptions::default()
    };
    let (name, by) = if how & 32 == 32 { ("t.tsv", b'\t') } else { ("t.csv", b',') };
    let input = bytes.rest();
    let by = typed.delimiter.unwrap_or(by);
    let read = both(input, name, &typed);
    // Text without quotes and carriage returns has one reading.
    let plain =
        input.iter().all(|byte| matches!(byte, b'\n' | b'\t' | b' '..=b'~') && *byte != b'"');
    let places = column.split(',').map(|place| place.parse().ok().filter(|place| *place > 0));
    let places: Option<Vec<usize>> = places.collect();
    if let (Some(places), Ok(keys), true) = (places, read, plain) {
        let rows = input.split(|byte| *byte == b'\n').filter(|row| !row.is_empty());
        let rows = rows.skip(usize::from(typed.header));
        let field = |row: &[u8], place: usize| {
            row.split(|byte| *byte == by).nth(place - 1).map(<[u8]>::to_vec)
        };
        let key = |row: &[u8]| match places[..] {
            [one] => field(row, one),
            _ => {
                let part = |place: &usize| field(row, *place).map(part_of_tuple);
                let parts: Option<Vec<Vec<u8>>> = places.iter().map(part).collect();
                parts.map(|parts| parts.concat())
            }
        };
        let expected: Option<Vec<_>> = match typed.bad {
            Bad::Skip => Some(rows.filter_map(key).collect()),
            _ => rows.map(key).collect(),
        };
        assert_eq!(Some(keys), expected);
    }
}

/// A text in a tuple.
fn part_of_tuple(text: Vec<u8>) -> Vec<u8> {
    let length = (text.len() as u32).to_le_bytes();
    [&[1], &length[..], &text].concat()
}

fn skipped_if(skipped: bool) -> Bad {
    if skipped { Bad::Skip } else { Bad::Stop }
}

/// One field of lines of JSON, against another reader of JSON.
pub fn read_json(data: &[u8]) {
    let mut bytes = Bytes(data);
    let how = bytes.byte();
    let (path, pointer) =
        [(".a", "/a"), (".a.b", "/a/b"), (".b", "/b"), (".", "")][usize::from(how % 4)];
    let typed = KeyOptions { field: Some(path.into()), ..KeyOptions::default() };
    let input = bytes.rest();
    if how & 4 == 4 {
        let two = format!("{path},.b");
        let field = if how & 8 == 8 && path != ".b" { two } else { path.into() };
        let typed = KeyOptions { field: Some(field), bad: Bad::Skip, ..typed };
        return skips_line_by_line(input, &typed);
    }
    let Ok(keys) = both(input, "t.jsonl", &typed) else { return };
    let mut lines = input.split_inclusive(|byte| *byte == b'\n');
    if input.starts_with(b"\xEF\xBB\xBF") || is_packed(input) || keys.len() != lines.clone().count()
    {
        return;
    }
    for key in keys {
        let line = lines.next().expect("as many as keys");
        // Half surrogate pairs, deep nesting and huge numbers are errors of that reader only.
        let strange = line.windows(2).any(|pair| pair == b"\\u") || line.len() > 100;
        match serde_json::from_slice::<Value>(line) {
            Err(_) if strange => (),
            Err(error) if error.to_string().contains("out of range") => (),
            Err(error) => panic!("{error}: {}", String::from_utf8_lossy(line)),
            Ok(value) => match value.pointer(pointer) {
                Some(Value::String(text)) => assert_eq!(text.as_bytes(), key),
                Some(Value::Number(number)) if !number.is_f64() => {
                    assert_eq!(number.to_string().as_bytes(), key);
                }
                // A number beyond 64 bits is a double there.
                Some(Value::Number(_)) => (),
                other => panic!("a key, and there {other:?}"),
            },
        }
    }
}

/// Where records without a key are skipped, no line has to do with another one.
fn skips_line_by_line(input: &[u8], typed: &KeyOptions) {
    let Ok(keys) = both(input, "t.jsonl", typed) else { return };
    let lines = || input.split_inclusive(|byte| *byte == b'\n');
    if input.starts_with(b"\xEF\xBB\xBF") || lines().any(is_packed) || keys.len() > 100 {
        return;
    }
    let alone = |line: &[u8]| {
        let line = Cursor::new([b"\n", line].concat());
        keys_in(line, Path::new("t.jsonl"), typed).map_err(|no| no.to_string())
    };
    let each: Result<Vec<_>, String> = lines().map(alone).collect();
    // A line alone may look like another kind of file.
    if let Ok(each) = each {
        assert_eq!(keys, each.concat());
    }
}

/// Streams of gzip, zstd, xz and bzip2.
pub fn read_packed(data: &[u8]) {
    let _ = both(data, "keys", &KeyOptions::default());
}

/// Reads an input at once and in small pieces.
fn both(input: &[u8], name: &str, typed: &KeyOptions) -> Keys {
    let typed = KeyOptions { max_record: Some(MOST), ..typed.clone() };
    let read = |input: Box<dyn Read>| keys_in(input, Path::new(name), &typed);
    let whole = read(Box::new(Cursor::new(input.to_vec()))).map_err(|no| no.to_string());
    let slow = Slow { input: Cursor::new(input.to_vec()), most: 1 + input.len() % 5 };
    let slow = read(Box::new(slow)).map_err(|no| no.to_string());
    // What is wrong in two ways may be refused for either.
    assert_eq!(whole.as_ref().ok(), slow.as_ref().ok(), "{whole:?} {slow:?}");
    if let Err(refused) = &whole {
        assert!(!refused.is_empty() && !escaped(refused).contains(char::is_control));
    }
    whole
}

/// A slow pipe: pieces of one to five bytes, depending on the length of the input.
struct Slow {
    input: Cursor<Vec<u8>>,
    most: usize,
}

impl Read for Slow {
    fn read(&mut self, buffer: &mut [u8]) -> io::Result<usize> {
        let most = buffer.len().min(self.most);
        self.input.read(&mut buffer[..most])
    }
}
