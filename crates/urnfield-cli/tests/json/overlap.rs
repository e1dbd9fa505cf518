//! Overlaps of lists.

use super::folder::Folder;
use super::{answer, check_ends, ends, keys, rational};
use serde_json::{Map, Value};
use urnfield::Rational;

const KEYS: &str = "population lists rows dropped repeated notes";
const ROW: &str = "sets degree observed exclusive expected fold at_least at_most two_sided holm bh \
                   two_sided_fisher p log10_p log10_at_least log10_at_most expected_interval \
                   fold_interval";
const ODDS: &str = "odds_ratio odds_interval";
const NAMES: &str = "names names_exclusive";

fn rows(object: &Map<String, Value>) -> &Vec<Value> {
    object["rows"].as_array().expect("a list")
}

/// Runs in a folder with five lists of names, of which many are shared.
fn five_lists(words: &str) -> Map<String, Value> {
    let folder = Folder::new(&format!("overlap-{}", words.len()));
    let lists: [&[u64]; 5] = [&[2], &[3], &[2, 3], &[5, 7], &[10, 11]];
    for (at, multiples) in lists.iter().enumerate() {
        let names = (0..60u64).filter(|n| multiples.iter().any(|m| n % m == 0));
        let names: Vec<String> = names.map(|n| n.to_string()).collect();
        folder.put(&format!("l{at}.txt"), names.join("\n"));
    }
    let output = folder.run(&format!("overlap --json {words} l0.txt l1.txt l2.txt l3.txt l4.txt"));
    assert!(output.status.success() && output.stderr.is_empty(), "{output:?}");
    match serde_json::from_slice(&output.stdout) {
        Ok(Value::Object(object)) => object,
        other => panic!("{other:?}"),
    }
}

#[test]
fn keys_ends_and_widths() {
    for (words, digits) in [
        ("--population 20000 --sizes 300,500 --observed 15", 15),
        ("--population 20000 --sizes 300,500,700 --observed 15 --digits 40", 40),
        ("--population 20000 --sizes 1500,1500,1500 --observed 900 --digits 3", 3),
        ("--population 2000 --sizes 1500,1500,1500,1500,1500 --observed 400", 15),
        ("--population 2e9 --sizes 1e6,1e6,1e6 --observed 1e6", 15),
        ("--population 1e9 --sizes 5e8,500000001 --observed 25e7 --digits 18", 18),
        ("--population 9 --sizes 9,0,9 --observed 0", 15),
    ] {
        let object = answer(&format!("overlap {words}"));
        assert_eq!(keys(&Value::Object(object.clone())), KEYS, "{words}");
        let noted = object["notes"].as_array().is_some_and(|notes| !notes.is_empty());
        assert_eq!(noted, words.contains(",0,"), "{words}");
        assert_eq!(rows(&object).len(), 1);
        let two = object["lists"].as_array().map(Vec::len) == Some(2);
        let row = if two { format!("{ROW} {ODDS} {NAMES}") } else { format!("{ROW} {NAMES}") };
        assert_eq!(keys(&rows(&object)[0]), row, "{words}");
        assert!(check_ends(&Value::Object(object), digits) >= 6, "{words}");
    }
}

#[test]
fn every_row_is_the_law_of_its_sizes() {
    let object = five_lists("--population 70");
    assert_eq!(rows(&object).len(), 26);
    assert!(check_ends(&Value::Object(object.clone()), 15) > 26 * 6);
    let lists = object["lists"].as_array().expect("a list");
    let size = |name: &Value| {
        let list = lists.iter().find(|list| list["name"] == *name).expect("a known list");
        list["size"].as_u64().expect("an integer")
    };
    for row in rows(&object).iter().step_by(5) {
        let sets = row["sets"].as_array().expect("a list");
        assert_eq!(row["degree"].as_u64(), Some(sets.len() as u64));
        let departments: Vec<String> =
            sets.iter().map(|name| format!("--department 1x{}", size(name))).collect();
        let (departments, observed) = (departments.join(" "), &row["observed"]);
        let law = answer(&format!(
            "law intersection --urns 70 {departments} --at-least {observed} --at-most {observed}"
        ));
        for (mine, theirs) in
            [("expected", "mean"), ("at_least", "at_least"), ("at_most", "at_most")]
        {
            let [(a, b), (c, d)] =
                [&row[mine], &law[theirs]].map(|v| ends(v.as_object().expect("a value")));
            assert!(a <= d && c <= b, "{row} {law:?}");
        }
    }
}

/// The adjusted values, again from the printed ones and in exact fractions.
#[test]
fn adjusted_values_follow_from_the_printed_ones() {
    let object = five_lists("--population 70 --sort p");
    let value = |row: &Value, key: &str| {
        rational(row[key]["exact"].as_str().expect("small numbers are exact"))
    };
    let p: Vec<Rational> = rows(&object).iter().map(|row| value(row, "at_least")).collect();
    assert!(p.is_sorted());
    let n = p.len() as u64;
    let mut holm = Rational::zero();
    for (i, row) in rows(&object).iter().enumerate() {
        holm = holm.max((&p[i] * &Rational::from(n - i as u64)).min(Rational::one()));
        assert_eq!(value(row, "holm"), holm, "{row}");
    }
    let mut bh = Rational::one();
    for (i, row) in rows(&object).iter().enumerate().rev() {
        let rank = Rational::from(n).checked_div(&Rational::from(i as u64 + 1)).expect("a rank");
        bh = bh.min(&p[i] * &rank);
        assert_eq!(value(row, "bh"), bh, "{row}");
    }
    for row in rows(&object) {
        let smaller = value(row, "at_least").min(value(row, "at_most"));
        let twice = (&smaller * &Rational::from(2)).min(Rational::one());
        assert_eq!(value(row, "two_sided"), twice);
        let fold = &value(row, "fold") * &value(row, "expected");
        assert_eq!(fold.to_string(), row["observed"].to_string());
    }
}

#[test]
fn orders_and_degrees() {
    let object = five_lists("--population 70 --sort observed --degree 2-3");
    let observed: Vec<u64> =
        rows(&object).iter().map(|row| row["observed"].as_u64().expect("an integer")).collect();
    assert_eq!(observed.len(), 20);
    assert!(observed.is_sorted_by(|a, b| a >= b));
    let object = five_lists("--population 70 --degree 5");
    assert_eq!(rows(&object).len(), 1);
    assert_eq!(rows(&object)[0]["observed"], rows(&object)[0]["exclusive"]);
}
