//! The size of a new filter: the one that `plan` finds for the typed items or the counted keys.

use crate::args::Sizing;
use crate::commands::files::opened;
use crate::commands::tell::COMPUTING;
use urnfield::filter::Hashing;
use urnfield::{AnyDesign, Error, Filter};
use urnfield_answers::{Keeper, Purpose};
use urnfield_keys::{Keys, secret};
use urnfield_terminal::{Refusal, SizeOptions, thinking};

/// An empty filter, and what its size was chosen for.
pub(crate) struct Sized {
    pub(crate) filter: Filter,
    pub(crate) purpose: Purpose,
    /// Whether the keys were counted, because --items was not typed.
    pub(crate) counted: bool,
}

struct Size {
    design: AnyDesign,
    /// `None` if bits and hashes were typed without --items.
    planned_items: Option<u64>,
    /// Whether the keys were counted.
    counted: bool,
}

/// Returns what an existing filter is wanted for.
pub(crate) fn purpose(typed: &Sizing) -> Result<Purpose, Error> {
    let fpr = typed.size.fpr.clone();
    let keyed = typed.size.key_file.is_some();
    Ok(Purpose { fpr, keeper: keeper(typed)?, keyed })
}

fn keeper(typed: &Sizing) -> Result<Keeper, Error> {
    Ok(typed.size.promise()?.map_or(Keeper::Mean, Keeper::ThisFilter))
}

/// Makes an empty filter for these keys. They are counted if --items was not typed.
pub(crate) fn filter(typed: &Sizing, keys: &Keys) -> Result<Sized, Refusal> {
    let keeper = keeper(typed)?;
    let keyed = typed.size.key_file.is_some();
    if let Some(old) = &typed.like {
        // All of it is checked, because a filter that is made like a damaged one, or with another
        // key, could not be merged with it.
        let (mut filter, _) = opened::filter(old, typed.size.key_file.as_deref())?;
        filter.clear();
        refuse_slow_keys(filter.design(), 0)?;
        let purpose = Purpose { fpr: None, keeper, keyed };
        return Ok(Sized { filter, purpose, counted: false });
    }
    let secret = typed.size.key_file.as_deref().map(secret::key).transpose()?;
    let Size { design, planned_items, counted } = size(typed, keys)?;
    refuse_slow_keys(design, planned_items.unwrap_or(0))?;
    let hashing = secret.map_or(Hashing::Seed(typed.size.seed.unwrap_or(0)), Hashing::Key);
    let filter =
        Filter::new(design, hashing).map_err(|error| too_large(error, design, &typed.size))?;
    let filter = filter.with_planned_items(planned_items.unwrap_or(0)).on_huge_pages();
    Ok(Sized { filter, purpose: Purpose { fpr: typed.size.fpr.clone(), keeper, keyed }, counted })
}

/// Refuses options that give no size for any keys.
pub(crate) fn check(typed: &Sizing) -> Result<(), Refusal> {
    if typed.like.is_some() {
        return Ok(());
    }
    if typed.size.fpr.is_none() && typed.size.bits.is_none() {
        return Err(Refusal::Typed(
            "a filter is sized by the rate it must keep or by its bits; add --fpr 1%, say, or \
             --bits"
                .into(),
        ));
    }
    if typed.size.items.is_some() && typed.size.fpr.is_some() && typed.size.bits.is_some() {
        return Err(Refusal::Typed(
            "--items, --fpr and --bits together leave nothing to choose; leave one out".into(),
        ));
    }
    if typed.size.items == Some(0) {
        let rule = "a filter is planned for at least one item";
        return Err(Error::Domain { rule, got: "items = 0".into() }.into());
    }
    Ok(())
}

/// Whether keys have to be counted before there is a filter for them.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(crate) enum Counting {
    /// The size is known without counting.
    Needless,
    /// The size depends on the number of keys.
    ForSize,
    /// The bits are known. The best number of hashes depends on the number of keys.
    ForHashes,
}

/// Returns what keys are counted for.
pub(crate) fn counting(typed: &Sizing) -> Counting {
    let size = &typed.size;
    if typed.like.is_some() || size.items.is_some() || size.is_chosen() {
        return Counting::Needless;
    }
    match (&size.fpr, size.bits) {
        // The filter holds as many items as its bits allow at this rate.
        (Some(_), Some(_)) => Counting::Needless,
        (None, Some(_)) => Counting::ForHashes,
        (_, None) => Counting::ForSize,
    }
}

fn size(typed: &Sizing, keys: &Keys) -> Result<Size, Refusal> {
    let size = &typed.size;
    if size.is_chosen() {
        let (design, _) = size.question(None)?.design(size.kind())?;
        return Ok(Size { design, planned_items: None, counted: false });
    }
    let counted = counting(typed) != Counting::Needless;
    let items = if counted { Some(count(keys)?) } else { size.items };
    let question = size.question(items)?;
    let found = thinking(COMPUTING, || question.design(size.kind()));
    let (design, items) = found.map_err(|error| with_remedy(error.into(), typed))?;
    if counting(typed) == Counting::ForSize {
        refuse_large_for_counted(typed, items, design.bits())?;
    }
    Ok(Size { design, planned_items: Some(items), counted })
}

/// The largest filter that is made for keys that were only counted: 1 GiB.
const MOST_FOR_COUNTED: u64 = 8 << 30;

/// Refuses a filter that the input alone would make very large: a packed file of two megabytes may
/// hold two billion lines that are all the same.
pub(crate) fn refuse_large_for_counted(
    typed: &Sizing,
    keys: u64,
    bits: u64,
) -> Result<(), Refusal> {
    if bits <= MOST_FOR_COUNTED || typed.force_size {
        return Ok(());
    }
    let bytes = bits.div_ceil(8);
    Err(Refusal::Typed(format!(
        "a filter for the {keys} keys that were counted, repeated ones each time, takes {bytes} \
         bytes, more than the 1073741824 that are taken unasked; add --items with the most \
         different keys there can be, or --force-size"
    )))
}

/// Keys of so many hashes take no time that is worth a refusal.
const FEW_HASHES: u64 = 1000;

/// The positions of all keys that are computed for a filter of any size: some seconds.
const MOST_POSITIONS: u128 = 1_000_000_000;

/// Fewer items than this are not believed, because their number says nothing about a list that is
/// read later.
const LEAST_ITEMS: u64 = 10_000;

/// Refuses a filter whose keys have so many hashes that a list of them takes minutes.
///
/// A filter of m bits that is sized for its keys computes about 0.7·m positions, so four times m
/// are always allowed.
fn refuse_slow_keys(design: AnyDesign, items: u64) -> Result<(), Refusal> {
    let bits = design.bits();
    let hashes = design.hashes();
    let limit = MOST_POSITIONS.max(u128::from(bits) * 4);
    let needs = u128::from(hashes) * u128::from(items.max(LEAST_ITEMS));
    if hashes <= FEW_HASHES || needs <= limit {
        return Ok(());
    }
    Err(Refusal::Library(Error::TooCostly {
        what: "a filter whose keys have so many hashes",
        needs,
        unit: "positions of keys".into(),
        limit,
        remedy: "ask for fewer --hashes, more --bits or a higher --fpr",
    }))
}

/// Says which of the options that were typed makes a filter too large.
fn too_large(error: Error, design: AnyDesign, typed: &SizeOptions) -> Refusal {
    let remedy = match (typed.bits, typed.items) {
        (Some(_), _) => "ask for fewer --bits",
        (None, Some(_)) => "plan for fewer --items, or allow a higher --fpr",
        (None, None) => "allow a higher --fpr, or build several filters",
    };
    match error {
        Error::Domain { .. } if design.bits() > Filter::MOST_BITS => {
            Refusal::Typed(format!("{error}; {remedy}"))
        }
        error => Refusal::Library(error.with_remedy(remedy)),
    }
}

/// Adds a remedy to refusals of slow filters: few keys in many bits have thousands of hashes.
fn with_remedy(refusal: Refusal, typed: &Sizing) -> Refusal {
    match refusal {
        Refusal::Library(error) => {
            let remedy = if typed.size.fpr.is_some() && !typed.size.mean {
                "ask for the mean over filters with --mean"
            } else {
                "choose them with --hashes, or the size with --fpr"
            };
            Refusal::Library(error.with_remedy(remedy))
        }
        other => other,
    }
}

/// Counts the keys. Duplicates count, so the number is an upper bound and the rate is kept.
pub(crate) fn count(keys: &Keys) -> Result<u64, Refusal> {
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
