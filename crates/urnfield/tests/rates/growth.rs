//! Scalable filters of other libraries: every row of `oracle/laws-chains.json`.

use serde_json::Value;
use urnfield::Rational;
use urnfield::bloom::{GrowthRule, joint_fpr};

#[test]
fn every_row_of_the_vectors_has_these_layers_and_this_rate() {
    let all: Value = serde_json::from_str(include_str!("../oracle/laws-chains.json"))
        .expect("the vectors are JSON");
    let rows = all["vectors"].as_array().expect("a list");
    assert_eq!(rows.len(), 24);
    for row in rows {
        let rule = match row["scheme"].as_str() {
            Some("redisbloom") => GrowthRule::RedisBloom,
            Some("pybloom_live") => GrowthRule::PyBloom,
            other => panic!("{other:?}"),
        };
        let asked = row["asked"].to_string().parse().expect("a rate");
        let wanted: Vec<[u64; 3]> =
            serde_json::from_value(row["layers"].clone()).expect("capacities, bits, hashes");
        let layers = rule.layers(1000, &asked, 2, wanted.len() as u32).expect("layers");
        let found: Vec<[u64; 3]> =
            layers.iter().map(|layer| [layer.capacity, layer.bits, layer.hashes]).collect();
        assert_eq!(found, wanted, "{row}");
        let joint = joint_fpr(layers.iter().map(|layer| &layer.fpr));
        let decimal = |key: &str| row[key].as_str().expect(key).parse::<Rational>().expect(key);
        let agrees = |value: &urnfield::Enclosure, key: &str| {
            let shown = decimal(key);
            let slack = &shown * &"1e-31".parse().expect("a number");
            assert!(!value.certainly_lt(&(&shown - &slack)), "{key} of {row}: {value}");
            assert!(!value.certainly_gt(&(&shown + &slack)), "{key} of {row}: {value}");
        };
        agrees(&joint, "joint");
        agrees(&layers.last().expect("a layer").fpr, "f_last");
    }
}
