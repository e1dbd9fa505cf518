//! How large a filter is: what `plan` would say, for the items named or the keys counted.

use super::{COMPUTING, opened};
use crate::args::Sizing;
use crate::read::{FilterKind, Kinds};
use crate::refusal::Refusal;
use urnfield::filter::Hashing;
use urnfield::{AnyDesign, Error, Filter, Kind};
use urnfield_answers::{Keeper, PlanQuestion, Purpose, usual_promise};
use urnfield_keys::Keys;
use urnfield_keys::secret;
use urnfield_manners::thinking;

/// An empty filter, and what its size was chosen for.
pub(super) struct Sized {
    pub(super) filter: Filter,
    pub(super) purpose: Purpose,
    /// The keys were counted, as nobody had said how many there are.
    pub(super) counted: bool,
}

struct Size {
    design: AnyDesign,
    /// `None` where bits and hashes were given and nobody said for how many items.
    planned_items: Option<u64>,
    /// The keys were counted for it.
    counted: bool,
}

/// What is wanted of a filter that is there.
pub(super) fn purpose(typed: &Sizing) -> Result<Purpose, Error> {
    let (fpr, keyed) = (typed.fpr.clone(), typed.key_file.is_some());
    Ok(Purpose { fpr, keeper: keeper(typed)?, keyed })
}

fn keeper(typed: &Sizing) -> Result<Keeper, Error> {
    Ok(match (typed.mean, &typed.confidence) {
        (true, _) => Keeper::Mean,
        (false, Some(confidence)) => Keeper::ThisFilter(confidence.clone()),
        (false, None) => Keeper::ThisFilter(usual_promise()?),
    })
}

/// An empty filter for these keys, which are counted where nobody has said how many there are.
pub(super) fn filter(typed: &Sizing, keys: &Keys) -> Result<Sized, Refusal> {
    let keeper = keeper(typed)?;
    let keyed = typed.key_file.is_some();
    if let Some(old) = &typed.like {
        // Loaded as a whole: what is made like a damaged filter, or with another key, would never
        // be merged with it.
        let (mut filter, _) = opened::filter(old, typed.key_file.as_deref())?;
        filter.clear();
        let purpose = Purpose { fpr: None, keeper, keyed };
        return Ok(Sized { filter, purpose, counted: false });
    }
    let secret = typed.key_file.as_deref().map(secret::key).transpose()?;
    let Size { design, planned_items, counted } = size(typed, &keeper, keys)?;
    let hashing = secret.map_or(Hashing::Seed(typed.seed.unwrap_or(0)), Hashing::Key);
    let filter = Filter::new(design, hashing)?;
    let filter = filter.with_planned_items(planned_items.unwrap_or(0)).on_huge_pages();
    Ok(Sized { filter, purpose: Purpose { fpr: typed.fpr.clone(), keeper, keyed }, counted })
}

/// Refuses what cannot be sized whatever the keys are.
pub(super) fn check(typed: &Sizing) -> Result<(), Refusal> {
    if typed.like.is_some() {
        return Ok(());
    }
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

fn size(typed: &Sizing, keeper: &Keeper, keys: &Keys) -> Result<Size, Refusal> {
    let kind = typed.kind.unwrap_or(FilterKind::Plain(Kind::Standard));
    let mut counted = false;
    let items = match (typed.items, &typed.fpr, typed.bits, typed.hashes) {
        (None, None, Some(bits), Some(hashes)) => {
            // Of one item, as of any number: nothing is left to choose.
            let known = PlanQuestion {
                items: Some(1),
                bits: Some(bits),
                hashes: Some(hashes),
                kind: Some(Kinds::Only(kind)),
                ..PlanQuestion::default()
            };
            let (design, _) = known.design(kind)?;
            return Ok(Size { design, planned_items: None, counted });
        }
        // As many as these bits hold at this rate.
        (None, Some(_), Some(_), _) => None,
        (None, ..) => {
            counted = true;
            Some(count(keys)?)
        }
        (items, ..) => items,
    };
    let confidence = match keeper {
        Keeper::ThisFilter(confidence) if typed.fpr.is_some() => Some(confidence.clone()),
        _ => None,
    };
    let known = PlanQuestion {
        items,
        fpr: typed.fpr.clone(),
        bits: typed.bits,
        hashes: typed.hashes,
        max_hashes: None,
        kind: Some(Kinds::Only(kind)),
        confidence,
        no_per_filter: true,
    };
    let found = thinking(COMPUTING, || known.design(kind))
        .map_err(|error| with_remedy(error.into(), typed));
    let (design, items) = found?;
    Ok(Size { design, planned_items: Some(items), counted })
}

/// Few keys in many bits would have thousands of hashes, more than anybody wants to wait for.
fn with_remedy(refusal: Refusal, typed: &Sizing) -> Refusal {
    match refusal {
        Refusal::Library(Error::TooCostly { what, needs, unit, limit, .. }) => {
            let remedy = match typed.fpr.is_some() && !typed.mean {
                true => "ask for the mean over filters with --mean",
                false => "choose them with --hashes, or the size with --fpr",
            };
            Refusal::Library(Error::TooCostly { what, needs, unit, limit, remedy })
        }
        other => other,
    }
}

/// The number of keys. Duplicates count, so it is an upper bound and the promise holds.
pub(super) fn count(keys: &Keys) -> Result<u64, Refusal> {
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
