//! What every filter keeps, whatever its design: nothing inserted is lost, merging is merging of
//! items, and what cannot be is refused.

mod items;
mod key_kinds;
mod large;
mod merging;
mod sizes;
mod ways;

use urnfield::filter::{Key, Packing};
use urnfield::{Design, Filter, Kind};
use urnfield_paper::draws::Draws;

fn design(kind: Kind, m: u64, k: u64) -> Design {
    Design::new(kind, m, k).expect("in the domain")
}

/// Either kind; m and k with corners: k = 1, m/2, m/2 + 1, m − 1, m, and hundreds.
fn any_design(draws: &mut Draws) -> Design {
    let m = match draws.below(10) {
        corner @ 0..6 => [1, 2, 3, 63, 64, 65][corner as usize],
        6 => 1 + draws.below(20_000),
        _ => 1 + draws.below(2_000),
    };
    let k = match draws.below(8) {
        0 => 1,
        1 => m / 2,
        2 => m / 2 + 1,
        3 => m.saturating_sub(1),
        4 => m,
        5 => 1 + draws.below(500),
        _ => 1 + draws.below(12),
    };
    let k = k.clamp(1, m);
    let kind = if draws.below(2) == 0 { Kind::Classic } else { Kind::Standard };
    design(kind, m, k)
}

/// The key of every keyed filter that is drawn.
const KEY: [u8; 16] = *b"sixteen secrets!";

/// Either digest.
fn any_filter(draws: &mut Draws, design: Design) -> Filter {
    let filter = match draws.below(3) {
        0 => Filter::new(design, Key::new(KEY)),
        1 => Filter::new(design, draws.word()),
        _ => Filter::new(design, 0),
    };
    filter.expect("small")
}

/// Items of any length: empty, integers, texts.
fn any_item(draws: &mut Draws) -> Vec<u8> {
    let length = match draws.below(3) {
        0 => 8,
        1 => draws.below(20),
        _ => draws.corner(300),
    };
    (0..length).map(|_| draws.word() as u8).collect()
}

fn any_items(draws: &mut Draws, most: u64) -> Vec<Vec<u8>> {
    (0..draws.below(most + 1)).map(|_| any_item(draws)).collect()
}

/// The bits of a filter as bytes, straight from its file.
fn payload(filter: &Filter) -> Vec<u8> {
    filter.to_bytes(Packing::Raw)[128..].to_vec()
}
