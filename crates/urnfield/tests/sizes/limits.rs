//! The table of `docs/reference/limits.md` says what is so: its rows are those that were measured,
//! what it calls answered is answered, and what it calls refused is refused with a reason and
//! something to do about it.

use crate::table_of_limits::{Fate, ROWS, page_of_limits, parts};
use urnfield::Error;
use urnfield_paper::draws::multiplier;

#[test]
fn the_page_has_these_rows() {
    let text = std::fs::read_to_string(page_of_limits()).expect("the page is there");
    let [_, table, _] = parts(&text);
    let lines: Vec<&str> = table.lines().filter(|line| line.starts_with('|')).skip(2).collect();
    assert_eq!(lines.len(), ROWS.len(), "measure again: cargo bench -p urnfield --bench limits");
    for (row, line) in ROWS.iter().zip(lines) {
        let cells: Vec<&str> = line.trim_matches('|').split('|').map(str::trim).collect();
        assert_eq!(cells[..2], [row.what, row.limit]);
        let asked: Vec<&str> = cells[2].split("; ").collect();
        assert_eq!(asked.len(), row.asked.len(), "{}", cells[2]);
        for (&(said, fate, _), cell) in row.asked.iter().zip(asked) {
            let time = cell.strip_prefix(said).unwrap_or_else(|| panic!("{said}: {cell}"));
            let time = match fate {
                Fate::Refused => time.strip_prefix(": refused in "),
                _ => time.strip_prefix(": "),
            };
            let (number, unit) = time.and_then(|time| time.split_once(' ')).expect("a time");
            assert!(number.parse::<f64>().is_ok() && ["µs", "ms", "s"].contains(&unit), "{cell}");
        }
    }
}

#[test]
fn what_is_answered_and_what_is_refused() {
    for (row, &(said, fate, ask)) in
        ROWS.iter().flat_map(|row| row.asked.iter().map(move |asked| (row, asked)))
    {
        if fate == Fate::Slowly && multiplier() == 1 {
            continue;
        }
        let answer = ask();
        let what = format!("{}, {said}: {answer:?}", row.what);
        match fate {
            Fate::Refused => {
                let refusal = answer.expect_err(&what);
                assert!(
                    matches!(refusal, Error::TooCostly { .. } | Error::Precision { .. }),
                    "{what}"
                );
                assert!(refusal.to_string().contains("; "), "{what}: no remedy");
            }
            _ => assert!(answer.is_ok(), "{what}"),
        }
    }
}
