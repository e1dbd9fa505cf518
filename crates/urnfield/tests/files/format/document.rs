//! Reads the tables and hexadecimal blocks of `docs/reference/format.md`, so that the page cannot drift.

/// The page.
pub(crate) fn page() -> String {
    let path = concat!(env!("CARGO_MANIFEST_DIR"), "/../../docs/reference/format.md");
    std::fs::read_to_string(path).expect("the specification is there")
}

/// What stands between a heading and the next one.
fn section<'a>(page: &'a str, heading: &str) -> &'a str {
    let start = page.find(&format!("\n{heading}\n")).unwrap_or_else(|| panic!("no {heading}"));
    let body = &page[start + heading.len() + 2..];
    &body[..body.find("\n#").unwrap_or(body.len())]
}

/// The cells of the table under a heading, without its head.
pub(crate) fn table(heading: &str) -> Vec<Vec<String>> {
    let page = page();
    let rows = section(&page, heading).lines().filter(|line| line.starts_with('|'));
    let cell = |cell: &str| cell.trim().to_owned();
    rows.skip(2).map(|row| row.trim_matches('|').split('|').map(cell).collect()).collect()
}

/// Every golden file on the page: its name and its bytes.
pub(crate) fn files() -> Vec<(String, Vec<u8>)> {
    let page = page();
    let headings = page.lines().filter(|line| line.starts_with("### `") && line.ends_with(".urn`"));
    headings
        .map(|heading| {
            let body = section(&page, heading);
            let block = body.split("```hex\n").nth(1).expect("a block follows");
            let block = block.split("```").next().expect("it ends");
            let mut bytes = Vec::new();
            for line in block.lines() {
                let (offset, row) = line.split_once("  ").expect("an offset, then bytes");
                assert_eq!(usize::from_str_radix(offset, 16), Ok(bytes.len()), "{heading}");
                bytes.extend(row.split(' ').map(byte));
            }
            (heading.trim_matches(['#', ' ', '`']).to_owned(), bytes)
        })
        .collect()
}

fn byte(digits: &str) -> u8 {
    assert_eq!(digits.len(), 2);
    u8::from_str_radix(digits, 16).expect("two hexadecimal digits")
}

/// Bytes written as digits without spaces.
pub(crate) fn bytes(digits: &str) -> Vec<u8> {
    (0..digits.len() / 2).map(|i| byte(&digits[2 * i..2 * i + 2])).collect()
}

/// A word of 16 hexadecimal digits.
pub(crate) fn word(digits: &str) -> u64 {
    assert_eq!(digits.len(), 16, "{digits}");
    u64::from_str_radix(digits, 16).expect("hexadecimal digits")
}

/// Decimal numbers with spaces between them.
pub(crate) fn numbers(text: &str) -> Vec<u64> {
    text.split(' ').map(|number| number.parse().expect("a number")).collect()
}
