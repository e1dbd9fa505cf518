//! Every row of `oracle/estimates.json`, from an independent exact program.

use super::committees;
use serde_json::Value;
use urnfield::{Batches, Enclosure, Likeliest, Point, Population, Rational};
use urnfield_paper::formulas::exact::number;

fn rows() -> Vec<Value> {
    serde_json::from_str(include_str!("../../oracle/estimates.json")).expect("it is JSON")
}

fn whole(row: &Value, key: &str) -> u64 {
    row[key].as_u64().expect(key)
}

/// The double that an independent program printed is within a few of its units.
fn is_near(value: &Enclosure, text: &str) -> bool {
    let printed = number(text).0;
    let margin = &printed * &"1e-14".parse::<Rational>().expect("a number");
    value.certainly_ge(&(&printed - &margin)) && value.certainly_le(&(&printed + &margin))
}

#[test]
fn every_estimate_is_the_oracles() {
    let (rows, mut finite) = (rows(), 0);
    assert_eq!(rows.len(), 60);
    for row in &rows {
        let [m, k, n, x] = ["urns", "size", "committees", "observed"].map(|key| whole(row, key));
        let batches = Batches::committees(m, k, x).expect("possible");
        match row.get("committees_moments") {
            Some(text) => {
                let Ok(Point::Value(value)) = batches.moments() else { panic!("{row}") };
                assert!(is_near(&value, text.as_str().expect("text")), "{row}: {value}");
                assert!(value.certain_bits() >= 53);
                let ties = row["committees_mle"].as_array().expect("a list");
                let ties = ties.iter().map(|n| n.as_u64().expect("whole")).collect();
                assert_eq!(batches.likeliest(), Ok(Likeliest::At(ties)), "{row}");
                finite += 1;
            }
            None => {
                assert_eq!(x, m, "only a full house has no finite estimate: {row}");
                assert_eq!(batches.moments(), Ok(Point::Infinite));
                assert_eq!(batches.likeliest(), Ok(Likeliest::Infinite));
            }
        }
        let population = Population::new(&committees(&[(n, k)]), x).expect("possible");
        let unbiased = population.unbiased().expect("small");
        let exact = number(row["urns_mvue"].as_str().expect("text")).0;
        assert!(unbiased.contains(&exact) && unbiased.certain_bits() >= 53, "{row}: {unbiased}");
        assert!(unbiased.exact().is_none_or(|value| *value == exact), "{row}");
        assert_eq!(population.unbiased_up_to(), n * k);
    }
    assert_eq!(finite, 58);
}
