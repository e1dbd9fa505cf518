//! Scalable filters of other libraries: every row of `oracle/laws-chains.json`.

use serde_json::Value;
use urnfield::bloom::partitioned::Partitioned;
use urnfield::bloom::{GrowthRule, joint_fpr};
use urnfield::{Enclosure, Rational};

#[test]
fn every_row_of_the_vectors_has_these_layers_and_this_rate() {
    let all: Value = serde_json::from_str(include_str!("../oracle/laws-chains.json"))
        .expect("the vectors are JSON");
    let rows = all["vectors"].as_array().expect("a list");
    assert_eq!(rows.len(), 24);
    for row in rows {
        let asked = row["asked"].to_string().parse().expect("a rate");
        let wanted: Vec<[u64; 3]> =
            serde_json::from_value(row["layers"].clone()).expect("capacities, bits, hashes");
        let count = wanted.len() as u32;
        let sized_by = |rule: GrowthRule| {
            let layers = rule.layers(1000, &asked, 2, count).expect("layers");
            let found: Vec<[u64; 3]> =
                layers.iter().map(|layer| [layer.capacity, layer.bits, layer.hashes]).collect();
            assert_eq!(found, wanted, "{row}");
            layers.into_iter().map(|layer| layer.fpr).collect()
        };
        let rates: Vec<Enclosure> = match row["scheme"].as_str() {
            Some("redisbloom") => sized_by(GrowthRule::RedisBloom),
            Some("pybloom_live") => sized_by(GrowthRule::PyBloom),
            // The older library takes twice the bits, for which there is no rule here.
            Some("pybloom") => {
                let rate = |&[capacity, bits, hashes]: &[u64; 3]| {
                    let filter = Partitioned::equal(hashes, bits / hashes).expect("slices");
                    filter.fpr(capacity, 128).expect("in reach")
                };
                wanted.iter().map(rate).collect()
            }
            other => panic!("{other:?}"),
        };
        let joint = joint_fpr(&rates);
        let decimal = |key: &str| row[key].as_str().expect(key).parse::<Rational>().expect(key);
        let agrees = |value: &Enclosure, key: &str| {
            let shown = decimal(key);
            let slack = &shown * &"1e-31".parse().expect("a number");
            assert!(!value.certainly_lt(&(&shown - &slack)), "{key} of {row}: {value}");
            assert!(!value.certainly_gt(&(&shown + &slack)), "{key} of {row}: {value}");
        };
        agrees(&joint, "joint");
        agrees(rates.last().expect("a layer"), "f_last");
    }
}
