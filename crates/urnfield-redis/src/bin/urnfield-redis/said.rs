//! What is told of a filter on a server.

use crate::at::refusal;
use urnfield::filter::Hashed;
use urnfield_answers::{Form, Report, rate_given_bits, rate_in_words, written_in_words};
use urnfield_manners::{Refusal, talk};
use urnfield_redis::Shared;

/// To people a sentence, to programs what is known without asking for bits; with what was counted.
pub(crate) fn state(
    shared: &mut Shared,
    form: Form,
    counts: &[(&'static str, u64)],
) -> Result<Report, Refusal> {
    let (spec, bits_set) = (*shared.spec(), shared.bits_set().map_err(refusal)?);
    let design = spec.design;
    let name = shared.name().to_owned();
    let mut report = Report::default();
    if let Form::Text(digits) = form {
        let mut words: Vec<String> =
            counts.iter().map(|(name, count)| format!("{name} = {count}")).collect();
        words.push(format!("bits_set = {bits_set}"));
        let rate = rate_in_words(design, bits_set, digits)?;
        report.remark(written_in_words(&name, design, &words.join(", "), &rate));
    }
    report.json("name", name.clone());
    report.json("kind", design.kind());
    report.json("bits", design.bits());
    report.json("hashes", design.hashes());
    report.json(
        "seed",
        match spec.hashed {
            Hashed::Seed(seed) => Some(seed),
            Hashed::KeyCheck(_) => None,
        },
    );
    report.json("planned_items", Some(spec.planned_items).filter(|items| *items > 0));
    report.json("shards", spec.shards());
    report.json("intersection", shared.is_intersection());
    report.json("bits_set", bits_set);
    report.json("fpr_given_bits", rate_given_bits(design, bits_set, form)?);
    for (name, count) in counts {
        report.json(name, *count);
    }
    if !shared.is_intersection() && spec.planned_items > 0 {
        let load = design.holding(spec.planned_items).ok();
        if load.and_then(|load| load.is_exceeded_by(bits_set).ok()) == Some(true) {
            talk(&[format!(
                "{name} holds more than it was planned for: more bits are set than {} items would \
                 set; create a larger one and add the keys to it",
                spec.planned_items
            )]);
        }
    }
    Ok(report)
}

/// Says what the server may do to a filter, and returns what it is called.
pub(crate) fn warn_of_eviction(shared: &mut Shared) -> Option<(String, String)> {
    // A server that does not tell is not asked twice.
    let told = shared.evictions().ok()?;
    let evicting = told.iter().find(|(policy, _)| policy.starts_with("allkeys"));
    if let Some((policy, _)) = evicting {
        talk(&[format!(
            "the server throws away any key when its memory is full (maxmemory-policy {policy}), \
             shards of filters too, which would be noticed and not repaired; run it with noeviction"
        )]);
    }
    evicting.or(told.first()).cloned()
}

/// Keys that may be told as known although they were new.
pub(crate) fn mention_what_was_sent_again(shared: &Shared) {
    if shared.sent_again() > 0 {
        talk(&["the connection broke and keys were sent again: new_keys may be too low".into()]);
    }
}
