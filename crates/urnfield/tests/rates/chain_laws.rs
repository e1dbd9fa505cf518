//! The law of chains: joint rates against an independent program, budgets, and what a generation
//! meets until it is full.

use serde_json::Value;
use urnfield::bloom::{ChainBudget, joint_fpr, joint_fpr_bound, keys_met};
use urnfield::{Design, Enclosure, Kind, Rate, Rational};

fn number(value: &Value) -> u64 {
    value.as_u64().expect("a whole number")
}

/// The decimals are correct to 32 digits: half a unit of the last one.
fn agrees(enclosure: &Enclosure, text: &Value) -> bool {
    let value: Rational = text.as_str().expect("a decimal").parse().expect("a decimal");
    let slack = &value * &"1e-31".parse().expect("a decimal");
    enclosure.certain_bits() >= 53
        && !enclosure.certainly_lt(&(&value - &slack))
        && !enclosure.certainly_gt(&(&value + &slack))
}

/// The rate of a full layer of the library that the vector is about.
fn rate(scheme: &str, layer: &Value) -> Enclosure {
    let [items, bits, hashes] = [0, 1, 2].map(|i| number(&layer[i]));
    let load = |bits, hashes| {
        let design = Design::new(Kind::Standard, bits, hashes).expect("a design");
        design.holding(items).expect("in reach").precision(160).fpr().expect("in reach")
    };
    if scheme == "redisbloom" {
        return load(bits, hashes);
    }
    // Every hash has a slice of its own, and the slices are independent.
    let slice = load(bits / hashes, 1);
    (0..hashes).fold(Enclosure::one(), |product, _| &product * &slice)
}

/// The vectors have rates of other libraries' layers with independent positions.
#[test]
fn joint_rates_are_those_of_an_independent_program() {
    let file: Value = serde_json::from_str(include_str!("../oracle/chains.json")).expect("JSON");
    let rows = file["vectors"].as_array().expect("rows");
    assert_eq!(rows.len(), 24);
    for row in rows {
        let scheme = row["scheme"].as_str().expect("a name");
        let layers = row["layers"].as_array().expect("layers");
        let rates: Vec<Enclosure> = layers.iter().map(|layer| rate(scheme, layer)).collect();
        let last = rates.last().expect("a layer");
        assert!(agrees(last, &row["f_last"]), "{:?} for {row}", last.digits(40));
        let joint = joint_fpr(&rates);
        assert!(agrees(&joint, &row["joint"]), "{joint} for {row}");
        // The order of the layers has no effect, and the bound is one.
        assert!(agrees(&joint_fpr(rates.iter().rev()), &row["joint"]), "{row}");
        let sum = joint_fpr_bound(&rates);
        match rates.len() {
            1 => assert!(sum.overlaps(&joint), "{row}"),
            _ => assert!((&sum - &joint).certainly_gt(&Rational::zero()), "{row}"),
        }
    }
}

/// Exact fractions: the product of the complements, written out.
#[test]
fn joint_rates_are_the_complement_of_a_product_of_complements() {
    let fractions: Vec<Rational> = (2..=12)
        .map(|i: u64| Rational::new(i as i64, 7 * i * i + 1).expect("a fraction"))
        .collect();
    for count in 0..=fractions.len() {
        let some = &fractions[..count];
        let misses = some.iter().fold(Rational::one(), |miss, rate| &miss * &rate.complement());
        let rates: Vec<Enclosure> = some.iter().map(Enclosure::from).collect();
        let joint = joint_fpr(&rates);
        assert!(joint.contains(&misses.complement()) && joint.certain_bits() > 150, "{count}");
    }
    // Small rates keep their digits: 7 · 1e-30, less 21e-60.
    let tiny = vec![Enclosure::from(&"1e-30".parse::<Rational>().expect("a rate")); 7];
    assert_eq!(joint_fpr(&tiny).digits(40).expect("so many").len(), "6.".len() + 39 + "e-30".len());
    // A sum of probabilities may be above one, and then says nothing.
    let halves = vec![Enclosure::from(&Rational::new(1, 2).expect("a half")); 3];
    assert!(joint_fpr_bound(&halves).exact() == Some(&Rational::one()));
}

/// No number of generations uses more than there is, and all of it is used in the end.
#[test]
fn shares_add_up_to_the_budget() {
    let p: Rate = "1%".parse().expect("a rate");
    let doubt: Rate = "1e-6".parse().expect("a rate");
    for keep in [1, 2, 7, 365] {
        let budget = ChainBudget::keeping(keep, &p, &doubt).expect("a budget");
        let share = budget.share(3).expect("a share");
        assert_eq!(budget.share(1_000_000).expect("a share"), share);
        assert_eq!(&(&Rational::from(keep) * share.fpr.value()), p.value());
        assert_eq!(&(&Rational::from(keep) * share.doubt.value()), doubt.value());
    }
    assert!(ChainBudget::keeping(0, &p, &doubt).is_err());
    let growing = ChainBudget::growing(&p, &doubt);
    let (mut fpr, mut spent) = (Rational::zero(), Rational::zero());
    for generation in 0..64 {
        let share = growing.share(generation).expect("a share");
        fpr = &fpr + share.fpr.value();
        spent = &spent + share.doubt.value();
        // p(1 − rⁿ) and δ(1 − 2⁻ⁿ) after n generations.
        let n = generation as u32 + 1;
        let left = Rational::new(4, 5).expect("r").pow(n);
        assert_eq!(fpr, p.value() * &left.complement(), "{generation}");
        let left = Rational::new(1, 2).expect("a half").pow(n);
        assert_eq!(spent, doubt.value() * &left.complement(), "{generation}");
    }
    assert!(growing.share(64).is_err());
}

/// The binomial tail in exact fractions: above what is spared it is at most the doubt, and what is
/// spared is no waste.
#[test]
fn false_positives_rarely_exceed_what_is_spared() {
    for (items, fpr, doubt) in [
        (1, "1%", "1e-6"),
        (50, "1/3", "1/1000"),
        (50, "9/10", "1/10"),
        (200, "1/100", "1e-9"),
        (300, "1/20", "1/2000000"),
    ] {
        let (fpr, doubt): (Rate, Rate) = (fpr.parse().expect("p"), doubt.parse().expect("δ"));
        let met = keys_met(items, &fpr, &doubt).expect("in reach");
        let (p, q) = (fpr.value(), fpr.complement());
        // C(N, i) pⁱ q^(N − i), from i = N down.
        let (mut term, mut tail) = (p.pow(met as u32), Rational::zero());
        for i in ((met - items + 1)..=met).rev() {
            tail = &tail + &term;
            let odds = q.value().checked_div(p).expect("p > 0");
            let ways = Rational::new(i as i64, met - i + 1).expect("a ratio");
            term = &(&term * &ways) * &odds;
        }
        assert!(tail <= *doubt.value(), "{items} {fpr} {doubt}: {met}");
    }
    // Half a per cent of the mean is no bound, and ten standard deviations are too many.
    let met = keys_met(1_000_000, &"1%".parse().expect("p"), &"1e-6".parse().expect("δ"));
    assert!((1_010_500..1_010_800).contains(&met.expect("in reach")));
    assert!(keys_met(u64::MAX, &"1%".parse().expect("p"), &"1e-6".parse().expect("δ")).is_err());
}
