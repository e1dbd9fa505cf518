//! The numbers in the captions of section 2, counted from the pictures.

use super::of_batches;
use urnfield::{Committees, Occupancy};
use urnfield_paper::formulas::exact::{number, whole};
use urnfield_paper::formulas::outcomes;
use urnfield_paper::formulas::table::{encloses, same_law};

/// Urns A to E as the bits of a mask.
fn urns(letters: &str) -> u32 {
    letters.bytes().fold(0, |mask, l| mask | 1 << (l - b'A'))
}

fn any(batches: &[&str]) -> u32 {
    batches.iter().fold(0, |mask, batch| mask | urns(batch))
}

/// Six balls in five urns, three of them occupied: A holds 2, 5, 6; B holds 3; D holds 1, 4.
#[test]
fn sec_classic_occupancy_figure_has_three_occupied_urns() {
    let drawn = ["D", "A", "B", "D", "A", "A"];
    assert_eq!((drawn.len(), any(&drawn).count_ones()), (6, 3));
    let law = Occupancy::balls(5, 6).expect("in the domain");
    same_law(&law, &outcomes::balls(5, 6).0);
    encloses(law.pmf(3), &number("216/625"), "S(6,3)·5·4·3/5⁶");
}

/// Two batches of three balls in five urns, four of them occupied.
#[test]
fn fig_committee_occupancy_has_four_occupied_urns() {
    let drawn = ["ABD", "ADE"];
    assert!(drawn.iter().all(|batch| urns(batch).count_ones() == 3));
    assert_eq!(any(&drawn).count_ones(), 4);
    let law = of_batches(5, 2, 3);
    same_law(&law, &outcomes::union(5, &[3, 3]).0);
    encloses(law.pmf(4), &number("3/5"), "four urns of five");
}

/// E18: the caption says k₂ = 3; the picture has three cyan batches of two. Its X∪ and X∩ are right.
#[test]
fn subsec_multivariate_committee_figure_has_cyan_batches_of_two() {
    let (red, cyan) = (["ABD", "ADE"], ["BD", "BC", "AC"]);
    assert!(red.iter().all(|batch| urns(batch).count_ones() == 3));
    assert!(cyan.iter().all(|batch| urns(batch).count_ones() == 2));
    assert_eq!((any(&red) | any(&cyan)).count_ones(), 5);
    assert_eq!((any(&red) & any(&cyan)).count_ones(), 3);

    let red = [Committees { count: 2, size: 3 }];
    let cyan = [Committees { count: 3, size: 2 }];
    let union = Occupancy::union(5, &[red, cyan].concat()).expect("in the domain");
    same_law(&union, &outcomes::union(5, &[3, 3, 2, 2, 2]).0);
    let shared = Occupancy::intersection(5, &[&red, &cyan]).expect("in the domain");
    let truth = outcomes::intersection(5, &[vec![3, 3], vec![2, 2, 2]]);
    same_law(&shared, &truth.0);
    assert!(truth.0[3] > whole(0));
}
