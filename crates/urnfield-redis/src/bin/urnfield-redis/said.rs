//! What is told of a filter on a server.

use crate::at::refusal;
use urnfield::filter::Hashed;
use urnfield_answers::{Form, Report, overfull_in_words, own_rate, written_in_words};
use urnfield_redis::Shared;
use urnfield_terminal::{Refusal, warn};

/// To people a sentence, to programs what is known without asking for bits; with what was counted.
pub(crate) fn state(
    shared: &mut Shared,
    form: Form,
    counts: &[(&'static str, u64)],
) -> Result<Report, Refusal> {
    let spec = *shared.spec();
    let (design, name) = (spec.design, shared.name().to_owned());
    let planned = Some(spec.planned_items).filter(|items| *items > 0);
    let (bits_set, rate, overfull) = match design.plain() {
        // The server counts, and nothing travels.
        Some(plain) => {
            let bits_set = shared.bits_set().map_err(refusal)?;
            let rate = plain.fpr_given_to(bits_set, form.bits())?;
            let load = planned.and_then(|items| plain.holding(items).ok());
            let over = load.and_then(|load| load.is_exceeded_by(bits_set).ok()) == Some(true);
            (bits_set, rate, over)
        }
        // What lines have takes all bits to tell.
        None => {
            let summary = shared.pull().map_err(refusal)?.summary();
            let over = overfull_in_words(&name, &summary).is_some();
            (summary.bits_set, own_rate(&summary, form)?, over)
        }
    };
    let mut report = Report::default();
    if let Form::Text(digits) = form {
        let counts = counts.iter().map(|(name, count)| format!("{name} = {count}"));
        let counts: Vec<String> = counts.chain([format!("bits_set = {bits_set}")]).collect();
        let rate = format!("fpr_given_bits = {rate:.digits$}");
        report.remark(written_in_words(&name, design, &counts.join(", "), &rate));
    }
    report.json("name", name.clone());
    report.json("kind", design.kind_name());
    report.json("bits", design.bits());
    report.json("hashes", design.hashes());
    let seed = match spec.hashed {
        Hashed::Seed(seed) => Some(seed),
        Hashed::KeyCheck(_) => None,
    };
    report.json("seed", seed);
    report.json("planned_items", planned);
    report.json("shards", spec.shards());
    report.json("intersection", shared.is_intersection());
    report.json("bits_set", bits_set);
    report.json("fpr_given_bits", rate);
    for (name, count) in counts {
        report.json(name, *count);
    }
    if let Some(items) = planned.filter(|_| overfull && !shared.is_intersection()) {
        warn(&[format!(
            "{name} holds more than it was planned for: more bits are set than {items} items would \
             set; create a larger one and add the keys to it"
        )]);
    }
    Ok(report)
}

/// Says what the server may do to a filter, and returns what it is called.
pub(crate) fn warn_of_eviction(shared: &mut Shared) -> Option<(String, String)> {
    // A server that does not tell is not asked twice.
    let told = shared.evictions().ok()?;
    let evicting = told.iter().find(|(policy, _)| policy.starts_with("allkeys"));
    if let Some((policy, _)) = evicting {
        warn(&[format!(
            "the server throws away any key when its memory is full (maxmemory-policy {policy}), \
             shards of filters too, which would be noticed and not repaired; run it with noeviction"
        )]);
    }
    evicting.or(told.first()).cloned()
}

/// Keys that may be told as known although they were new.
pub(crate) fn mention_what_was_sent_again(shared: &Shared) {
    if shared.sent_again() > 0 {
        warn(&["the connection broke and keys were sent again: new_keys may be too low".into()]);
    }
}
