//! How large a filter is: what `plan` would say, for the items named or the keys counted.

use crate::args::Sizing;
use crate::keys::Keys;
use crate::read::Kinds;
use crate::refusal::Refusal;
use crate::secret;
use urnfield::filter::Hashing;
use urnfield::{Design, Error, Filter, Kind};
use urnfield_answers::PlanQuestion;

struct Size {
    design: Design,
    /// `None` where bits and hashes were given and nobody said for how many items.
    planned_items: Option<u64>,
}

/// An empty filter for these keys, which are counted where nobody has said how many there are.
pub(super) fn filter(typed: &Sizing, keys: &Keys) -> Result<Filter, Refusal> {
    let secret = typed.key_file.as_deref().map(secret::key).transpose()?;
    let Size { design, planned_items } = size(typed, keys)?;
    let hashing = secret.map_or(Hashing::Seed(typed.seed.unwrap_or(0)), Hashing::Key);
    let filter = Filter::new(design, hashing)?;
    Ok(filter.with_planned_items(planned_items.unwrap_or(0)).on_huge_pages())
}

/// Refuses what cannot be sized whatever the keys are.
pub(super) fn check(typed: &Sizing) -> Result<(), Refusal> {
    if typed.fpr.is_none() && typed.bits.is_none() {
        return Err(Refusal::Typed(
            "a filter is sized by the rate it must keep or by its bits; add --fpr 1%, say, or \
             --bits"
                .into(),
        ));
    }
    if typed.items.is_some() && typed.fpr.is_some() && typed.bits.is_some() {
        return Err(Refusal::Typed(
            "--items, --fpr and --bits together leave nothing to choose; leave one out".into(),
        ));
    }
    if typed.items == Some(0) {
        let rule = "a filter is planned for at least one item";
        return Err(Error::Domain { rule, got: "items = 0".into() }.into());
    }
    Ok(())
}

fn size(typed: &Sizing, keys: &Keys) -> Result<Size, Refusal> {
    let kind = typed.kind.unwrap_or(Kind::Standard);
    let items = match (typed.items, &typed.fpr, typed.bits, typed.hashes) {
        (None, None, Some(bits), Some(hashes)) => {
            let design = Design::new(kind, bits, hashes)?;
            return Ok(Size { design, planned_items: None });
        }
        // As many as these bits hold at this rate.
        (None, Some(_), Some(_), _) => None,
        (None, ..) => Some(counted(keys)?),
        (items, ..) => items,
    };
    let known = PlanQuestion {
        items,
        fpr: typed.fpr.clone(),
        bits: typed.bits,
        hashes: typed.hashes,
        max_hashes: None,
        kind: Some(Kinds::Only(kind)),
        confidence: None,
    };
    let (design, items) = known.design(kind).map_err(|error| with_remedy(error.into()))?;
    Ok(Size { design, planned_items: Some(items) })
}

/// Few keys in many bits would have thousands of hashes, more than anybody wants to wait for.
fn with_remedy(refusal: Refusal) -> Refusal {
    match refusal {
        Refusal::Library(Error::TooCostly { what, needs, unit, limit, .. }) => {
            let remedy = "choose them with --hashes, or the size with --fpr";
            Refusal::Library(Error::TooCostly { what, needs, unit, limit, remedy })
        }
        other => other,
    }
}

/// The number of keys. Duplicates count, so it is an upper bound and the promise holds.
fn counted(keys: &Keys) -> Result<u64, Refusal> {
    if let Some(name) = keys.read_once() {
        return Err(Refusal::Typed(format!(
            "the keys of {name} cannot be counted before they are read; add --items with the \
             most there can be"
        )));
    }
    match keys.count()? {
        0 => {
            Err(Refusal::Typed("there are no keys to size a filter by, got 0; add --items".into()))
        }
        count => Ok(count),
    }
}
