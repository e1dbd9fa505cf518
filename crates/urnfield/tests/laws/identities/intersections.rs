//! `subsubsec:single-committee-intersection` and `subsubsec:general-committee-intersection`.

use super::{
    faculty_problems, list_problems, of_departments, of_lists, of_union, pgf_points,
    same_binomial_moments,
};
use urnfield::Committees;
use urnfield_paper::draws::{Draws, multiplier};
use urnfield_paper::formulas::exact::{Exact, choose, factorial, sign, whole};
use urnfield_paper::formulas::table::{Law, encloses, same_law, same_moments};
use urnfield_paper::formulas::{departments, lists};

/// The lemma with the complementary sizes, between two laws of the library and by the formula.
#[test]
fn lem_intersect_union_complement_with_complementary_sizes() {
    for (m, sizes) in list_problems(30) {
        let left_out: Vec<Committees> =
            sizes.iter().map(|&k| Committees { count: 1, size: m - k }).collect();
        let mut mirrored = Law::of(&of_union(m, &left_out)).0;
        mirrored.reverse();
        same_law(&of_lists(m, &sizes), &mirrored);
        for (i, p) in (0..).zip(&mirrored) {
            assert_eq!(*p, lists::pmf_by_complement(m, &sizes, i));
        }
    }
}

#[test]
fn eqn_committee_intersection_finite_pmf_is_the_law_of_lists() {
    for (m, sizes) in list_problems(31) {
        let pmf = |i| lists::pmf_by_differences(m, &sizes, i);
        same_law(&of_lists(m, &sizes), &(0..=m).map(pmf).collect::<Vec<_>>());
    }
}

#[test]
fn eqn_committee_intersection_gh_pmf_is_the_law_of_lists() {
    for (m, sizes) in list_problems(32) {
        let pmf = |i| lists::pmf_by_series(m, &sizes, i);
        same_law(&of_lists(m, &sizes), &(0..=m).map(pmf).collect::<Vec<_>>());
    }
}

#[test]
fn eqn_committee_intersection_binom_moment_of_lists() {
    for (m, sizes) in list_problems(33) {
        let moments: Vec<Exact> =
            (0..=m.min(6)).map(|r| lists::binomial_moment(m, &sizes, r)).collect();
        same_binomial_moments(&of_lists(m, &sizes), &moments);
    }
}

/// Lists of a genome, and of more than anything.
#[test]
fn eqn_committee_intersection_binom_moment_of_urns_without_number() {
    for m in [20_000, 1 << 40, u64::MAX] {
        for sizes in [vec![m / 4, m / 3, m - 1, m / 1000], vec![1, 1], vec![m - 1, m - 1]] {
            let law = of_lists(m, &sizes);
            let moment = |r| lists::binomial_moment(m, &sizes, r);
            let moments: Vec<Exact> = (0..6).map(moment).collect();
            same_binomial_moments(&law, &moments);
            let variance = whole(2) * &moments[2] + &moments[1] - moments[1].pow(2);
            encloses(law.variance(), &variance, &format!("variance of {law:?}"));
        }
    }
}

#[test]
fn eqn_unoccupied_pgf_is_the_generating_function_of_lists() {
    for (m, sizes) in list_problems(34) {
        let law = of_lists(m, &sizes);
        for z in pgf_points() {
            let g = lists::pgf_by_series(m, &sizes, &z);
            encloses(law.pgf(&z.0), &g, &format!("G({z:?}) of {law:?}"));
        }
    }
}

#[test]
fn eqn_recursive_pmf_downwards_is_the_law_of_lists() {
    for (m, sizes) in list_problems(35) {
        same_law(&of_lists(m, &sizes), &lists::law_downwards(m, &sizes));
    }
}

#[test]
fn eqn_ghfmd_diff_eqn_and_the_moment_recurrences() {
    for (m, sizes) in list_problems(36) {
        let b = lists::binomial_moments(m, &sizes);
        for (r, f) in (0..).zip(lists::factorial_moments(m, &sizes)) {
            assert_eq!(f, &b[r as usize] * factorial(r));
            assert_eq!(b[r as usize], lists::binomial_moment(m, &sizes, r));
        }
        for r in 1..=m {
            assert!(lists::differential_recurrence(m, &sizes, r, &b).is_zero());
        }
        same_binomial_moments(&of_lists(m, &sizes), &b);
    }
}

#[test]
fn eqn_two_color_factorial_moments_of_two_kinds_of_balls() {
    let mut draws = Draws::new(37);
    for _ in 0..40 * multiplier() {
        let m = super::urns(&mut draws);
        let balls = [draws.corner(m), draws.corner(2 * m)];
        let law = of_departments(m, &balls.map(|count| vec![Committees { count, size: 1 }]));
        for r in 0..=m.min(6) {
            let moment = departments::two_colour_factorial_moment(m, balls, r);
            encloses(law.factorial_moment(r), &moment, &format!("order {r} of {law:?}"));
        }
    }
}

/// The corrected corollary of the Bloom section, for filters far beyond any law.
#[test]
fn eqn_expected_intersection_and_eqn_var_intersection_of_large_filters() {
    for (m, k, items) in [(1 << 20, 7, [30, 50]), (1 << 40, 3, [1, 100]), (1 << 62, 1, [1, 1])] {
        let colours = items.map(|n| vec![Committees { count: n * k, size: 1 }]);
        let law = of_departments(m, &colours);
        encloses(law.mean(), &departments::filter_mean(m, k, &items), "mean");
        encloses(law.variance(), &departments::filter_variance(m, k, &items), "variance");
    }
}

/// One kind of committee a department, as the theorem has it, and varying sizes, as its corollary.
#[test]
fn thm_mutual_batch_occupy_moment_both_lines_are_the_law_of_departments() {
    for (m, faculty) in faculty_problems(38) {
        let one_kind: Vec<Vec<Committees>> =
            faculty.iter().map(|d| d.iter().take(1).copied().collect()).collect();
        for faculty in [one_kind, faculty] {
            let law = departments::law_by_differences(m, &faculty);
            let again = departments::law_by_exclusion(m, &faculty, |_, l| sign(l));
            assert_eq!(law, again, "m = {m}, {faculty:?}");
            same_law(&of_departments(m, &faculty), &law);
            same_moments(&of_departments(m, &faculty), &Law(law), 4);
        }
    }
}

#[test]
fn eq_mutual_batch_expected_is_the_binomial_moment() {
    for (m, faculty) in faculty_problems(39) {
        let moments = departments::binomial_moments(m, &faculty);
        same_binomial_moments(&of_departments(m, &faculty), &moments);
    }
}

/// The display after `eqn:binom-moment`: any exchangeable law from its own binomial moments.
#[test]
fn eqn_binom_moment_inverted_gives_the_law_back() {
    let mut inverted = 0;
    for (m, faculty) in faculty_problems(40) {
        let law = of_departments(m, &faculty);
        let joint = |s: u64| {
            let moment = law.binomial_moment(s).expect("small");
            // Real fractions are not handed out.
            moment.exact().map(|b| Exact(b.clone()) / choose(m, s))
        };
        let Some(joint) = (0..=m).map(joint).collect::<Option<Vec<Exact>>>() else {
            continue;
        };
        let pmf = |i: u64| -> Exact {
            let sum: Exact =
                (0..=m - i).map(|j| sign(j) * choose(m - i, j) * &joint[(i + j) as usize]).sum();
            choose(m, i) * sum
        };
        same_law(&law, &(0..=m).map(pmf).collect::<Vec<_>>());
        inverted += 1;
    }
    assert!(inverted >= 10 * multiplier(), "only {inverted} were short");
}

/// An empty department leaves nothing to share; a department of everybody changes nothing.
#[test]
fn thm_mutual_batch_occupy_moment_with_nobody_and_with_everybody() {
    for (m, faculty) in faculty_problems(41) {
        let with = |other: Vec<Committees>| {
            let mut faculty = faculty.clone();
            faculty.push(other);
            of_departments(m, &faculty)
        };
        let mut nothing = vec![whole(0); m as usize + 1];
        nothing[0] = whole(1);
        same_law(&with(Vec::new()), &nothing);
        let everybody = vec![Committees { count: 2, size: m }];
        let law = Law::of(&of_departments(m, &faculty));
        same_law(&with(everybody), &law.0);
    }
}
