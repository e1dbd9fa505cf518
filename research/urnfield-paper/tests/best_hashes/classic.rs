//! Lemmas 10 to 14, of classic filters.

use crate::model::*;
use urnfield_paper::formulas::exact::{Exact, choose, falling, ratio, whole};

/// m′H at Z occupied urns of m′, by its definition: E (X+Y)_(k+1) / X_(k) with X = Z + k.
fn height(m: u64, n: u64, k: u64, z: u64) -> Exact {
    let rest = m - k;
    let law = fill(rest, z, &vec![1; n as usize]);
    let mean = mean(&law, |occupied| falling(&whole(occupied + k), k + 1));
    mean / falling(&whole(z + k), k)
}

/// (1 − 1/m′)^n.
fn clear_rest(m: u64, n: u64, k: u64) -> Exact {
    clear(m - k, n)
}

#[test]
fn lemma_10_h_is_convex_and_has_the_rate_as_its_mean() {
    for [m, n, k] in filters(8, |_| 4, |m| m - 1) {
        let rest = m - k;
        let what = || format!("m = {m}, n = {n}, k = {k}");
        let heights: Vec<Exact> = (0..=rest).map(|z| height(m, n, k, z)).collect();
        assert_eq!(heights[rest as usize], whole(rest), "{}", what());
        for three in heights.windows(3) {
            assert!(&three[0] + &three[2] >= whole(2) * &three[1], "{}", what());
        }
        let law = fill(m, 0, &vec![k; n as usize]);
        let total = mean(&law, |x| match x.checked_sub(k) {
            Some(z) => falling(&whole(x), k) * &heights[z as usize],
            None => whole(0),
        });
        let rate = total / falling(&whole(m), k + 1);
        assert_eq!(rate, classic_rate(m, n, k + 1), "{}", what());
    }
}

/// The sum over c by which convexity is shown: (m′−Z)_(c)·P_c/((Z+1)…(Z+c−1)).
#[test]
fn lemma_10_h_is_this_sum() {
    for [m, n, k] in filters(7, |_| 3, |m| m - 1) {
        let rest = m - k;
        // P_c: c given urns are all hit.
        let hit = |c: u64| -> Exact {
            (0..=c)
                .map(|j| {
                    let missed = ratio(rest - j, rest).pow(n);
                    choose(c, j) * missed * whole(1 - j % 2)
                        - choose(c, j) * ratio(rest - j, rest).pow(n) * whole(j % 2)
                })
                .sum()
        };
        for z in 0..=rest {
            let terms = (1..=(k + 1).min(rest - z)).map(|c| {
                let below: Exact = (1..c).map(|i| whole(z + i)).product();
                choose(k + 1, c) * hit(c) * falling(&whole(rest - z), c) / below
            });
            let sum = whole(z) + terms.sum::<Exact>();
            assert_eq!(sum, height(m, n, k, z), "m = {m}, n = {n}, k = {k}, Z = {z}");
        }
    }
}

#[test]
fn lemma_11a_settles_many_hits() {
    for [m, n, k] in filters(9, |_| 5, |m| m - 1) {
        let rest = m - k;
        let enough = height(m, n, k, rest - 1) >= whole(rest);
        let few = clear_rest(m, n, k) <= ratio(k, k + 1);
        assert_eq!(enough, few, "m = {m}, n = {n}, k = {k}");
        if !few {
            let load = -((n * k) as f64) * (-1.0 / m as f64).ln_1p();
            assert!(n * k < rest && load < rest as f64 / m as f64, "m = {m}, n = {n}, k = {k}");
        }
    }
}

#[test]
fn lemma_11b_settles_one_item() {
    for [m, _, k] in filters(60, |_| 1, |m| m - 1) {
        let rises = choose(m, k) >= choose(m, k + 1);
        assert_eq!(rises, 2 * k + 1 >= m, "m = {m}, k = {k}");
        if !rises {
            assert!(!hypothesis(m, 1, k), "m = {m}, k = {k}");
        }
    }
}

#[test]
fn lemma_11c_settles_two_items() {
    for [m, _, k] in filters(60, |_| 1, |m| m - 1) {
        if 3 * k + 1 >= m {
            assert!(clear_rest(m, 2, k) <= ratio(k, k + 1), "m = {m}, k = {k}");
        } else {
            assert!(!hypothesis(m, 2, k), "m = {m}, k = {k}");
        }
    }
    for m in 6..=4000u64 {
        let m = m as f64;
        assert!(2f64.ln() - 2.0 / 3.0 - 1.0 / (3.0 * m * (m - 1.0)) - 0.5 / (m * m) > 0.0, "{m}");
    }
}

#[test]
fn lemma_11d_settles_one_hash() {
    for m in 4..=30u64 {
        for n in 1..=2 * m {
            let [q, z] = [clear(m, n), ratio(m - 2, m).pow(n)];
            let rho = whole(1) - ratio(1, (m - 1) * (m - 1));
            let sigma = whole(1) - ratio(2, (m - 1) * (m - 2));
            let what = || format!("m = {m}, n = {n}");
            assert_eq!(z, q.pow(2) * rho.pow(n), "{}", what());
            let two = whole(1) - whole(2) * &z + z.pow(2) * sigma.pow(n);
            if m <= 8 && n <= 5 {
                assert_eq!(two, classic_rate(m, n, 2), "{}", what());
            }
            let theta = whole(1) - rho.pow(n);
            let share = ratio(n, (m - 1) * (m - 1));
            assert!(theta >= &share * (whole(1) - &share / whole(2)), "{}", what());
            let square = whole(1) - q.pow(2);
            let bracket = square.pow(2) - (whole(1) - &q);
            let as_product = &q * (whole(1) - &q) * (whole(1) - &q - q.pow(2));
            assert_eq!(bracket, as_product, "{}", what());
            let loss = ratio(2 * n, (m - 1) * (m - 2)) * q.pow(4);
            let bound = bracket + whole(2) * square * q.pow(2) * theta - loss;
            assert!(&two - (whole(1) - &q) >= bound, "{}", what());
            if hypothesis(m, n, 1) && clear_rest(m, n, 1) > ratio(1, 2) {
                assert!(m >= 5 && n <= m - 2 && bound >= whole(0), "{}", what());
            }
        }
    }
}

/// A point of the domain of Lemmas 12 to 14.
struct Point {
    m: u64,
    n: u64,
    k: u64,
    rest: f64,
    q: f64,
    t: f64,
    u: f64,
}

impl Point {
    /// `None` outside the domain: n ≥ 3, k ≥ 2, Q′ > k/(k+1), Q^k + Q^(k+1) ≤ 1.
    fn new([m, n, k]: [u64; 3]) -> Option<Point> {
        let inside = n >= 3 && k >= 2 && k + 1 < m && clear_rest(m, n, k) > ratio(k, k + 1);
        (inside && hypothesis(m, n, k)).then(|| {
            let rest = (m - k) as f64;
            let t = k as f64 / m as f64;
            let covered = 1.0 - (1.0 - t).powf(n as f64);
            let u = covered * (1.0 - 1.0 / n as f64) / (1.0 - t);
            Point { m, n, k, rest, q: (1.0 - 1.0 / rest).powf(n as f64), t, u }
        })
    }

    fn beta(&self, a: f64) -> f64 {
        1.0 - self.q * (1.0 - a)
    }

    /// g of Lemma 13, with β taken smaller and larger by the mesh for g_.
    fn g(&self, a_rest: f64, beta: f64, mesh: f64) -> f64 {
        let [k, theta] = [self.k as f64, self.t / (1.0 - self.t)];
        let balls = (self.n * self.k) as f64 / self.rest;
        let least = beta - mesh;
        let third = (1.0 - 1.0 / k) * theta / 6.0 * (1.0 / (least + theta) + 1.0 / least);
        let square = beta + mesh + theta / 2.0;
        a_rest * self.q * self.q * balls * theta * (1.0 + 1.0 / k) / 2.0 / (square * square)
            * (1.0 - third)
    }

    /// G at a, also between lattice points.
    fn big_g(&self, a: f64) -> f64 {
        let z = self.rest * a;
        let y = (1.0 - self.q) * (self.rest - z);
        let above: f64 = (1..=self.k).map(|l| (z + y + l as f64) / (z + l as f64)).product();
        (z + y) / self.rest * above
    }

    /// H at every lattice point, from the law of the balls that fall on empty urns.
    fn heights(&self) -> Vec<f64> {
        let rest = self.m - self.k;
        (0..=rest)
            .map(|z| {
                // The law of the urns occupied after n balls, from z on.
                let mut law = vec![0.0; rest as usize + 1];
                law[z as usize] = 1.0;
                for _ in 0..self.n {
                    for x in (1..=rest as usize).rev() {
                        let new = (self.rest - (x as f64 - 1.0)) / self.rest;
                        law[x] = law[x] * x as f64 / self.rest + law[x - 1] * new;
                    }
                    law[0] = 0.0;
                }
                let k = self.k as f64;
                let base = z as f64 + k;
                // (X+Y)_(k+1)/X_(k), factor by factor.
                mean_f64(&law, |occupied| {
                    let value = occupied + k;
                    let shared: f64 =
                        (0..self.k).map(|i| (value - i as f64) / (base - i as f64)).product();
                    shared * (value - k)
                }) / self.rest
            })
            .collect()
    }

    /// The piecewise linear interpolation of H at u.
    fn interpolated(&self, heights: &[f64]) -> f64 {
        let place = self.u * self.rest;
        let low = place.floor();
        let share = place - low;
        heights[low as usize] * (1.0 - share) + heights[low as usize + 1] * share
    }

    fn mesh(&self) -> f64 {
        1.0 / self.rest
    }

    fn g_of_mesh(&self) -> f64 {
        let z = self.mesh();
        let low_high = (self.u - z) * (1.0 - self.u - z);
        self.g(low_high, self.beta(self.u), self.q * z)
    }

    fn w(&self) -> f64 {
        let k = self.k as f64;
        let tau = (1.0 + 1.0 / k) * self.t / (2.0 * (1.0 - self.t));
        let inner = (1.0 - self.q) * (1.0 - self.u) / (self.u + tau);
        self.beta(self.u).ln() + k * inner.ln_1p() + self.g_of_mesh().ln_1p()
    }

    fn what(&self) -> String {
        format!("m = {}, n = {}, k = {}", self.m, self.n, self.k)
    }
}

fn points() -> Vec<Point> {
    let small = filters(48, |m| m / 2, |m| m / 3);
    let all = small.into_iter().chain(drawn(160, 250, 0xc1a));
    let points: Vec<Point> = all.filter_map(Point::new).collect();
    assert!(points.len() > 60, "{}", points.len());
    points
}

#[test]
fn lemma_12_bounds_the_rate() {
    // Exactly: the means under falling weights, for any N < m − k.
    for [m, n, k] in filters(9, |_| 3, |_| 3) {
        if n == 1 || (n + 1) * k >= m {
            continue;
        }
        let law = fill(m, 0, &vec![k; n as usize]);
        let weight = |i: u64| mean(&law, |x| falling(&whole(x), i));
        let mu = |i: u64| weight(i + 1) / weight(i);
        for i in 0..k {
            let [here, next] = [mu(i) / whole(n * k - i), mu(i + 1) / whole(n * k - i - 1)];
            assert!(next <= here, "m = {m}, n = {n}, k = {k}, i = {i}");
        }
    }
    for point in points() {
        let law = committees_f64(point.m, point.n, point.k);
        let weight =
            |i: u64| mean_f64(&law, |x| (0..i).map(|j| (x - j as f64) / point.m as f64).product());
        let r = weight(point.k + 1) / weight(point.k) * point.m as f64 / point.rest;
        assert!(r <= point.u + SLACK, "{}: {r} {}", point.what(), point.u);
    }
}

/// H ≥ G and H ≥ G·(1 + g) at every lattice point; e_3 and e_2; G on the cell of u.
#[test]
fn lemma_13_bounds_h() {
    for point in points() {
        let heights = point.heights();
        let k = point.k;
        let theta = point.t / (1.0 - point.t);
        for (z, height) in heights.iter().enumerate().skip(1) {
            let a = z as f64 / point.rest;
            let g = point.g(a * (1.0 - a), point.beta(a), 0.0);
            let big = point.big_g(a);
            assert!(*height >= big * (1.0 - SLACK), "{}, Z = {z}", point.what());
            assert!(*height >= big * (1.0 + g) * (1.0 - SLACK), "{}, Z = {z}", point.what());
            // Elementary symmetric functions of the 1/(b − i), times powers of m′.
            let mut e = [1.0, 0.0, 0.0, 0.0];
            for i in 0..=k {
                let term = 1.0 / (point.beta(a) + theta - i as f64 / point.rest);
                for order in (1..4).rev() {
                    e[order] += e[order - 1] * term;
                }
            }
            let hashes = k as f64;
            let third = e[2] * e[1] * (hashes - 1.0) / (3.0 * (hashes + 1.0));
            assert!(e[3] <= third * (1.0 + SLACK), "{}, Z = {z}", point.what());
            let ends = 1.0 / (point.beta(a) + theta) + 1.0 / point.beta(a);
            assert!(e[1] <= (hashes + 1.0) / 2.0 * ends * (1.0 + SLACK), "{}", point.what());
            let middle = point.beta(a) + theta / 2.0;
            let pairs = hashes * (hashes + 1.0) / 2.0 / (middle * middle);
            assert!(e[2] >= pairs * (1.0 - SLACK), "{}", point.what());
        }
        // The cell of u: Z ≤ N − k + 1, and G is convex there.
        let low = (point.u * point.rest).floor();
        assert!(low + 1.0 <= (point.n * k - k + 1) as f64, "{}", point.what());
        let at = |share: f64| point.big_g((low + share) / point.rest);
        for share in [0.25, 0.5, 0.75] {
            let chord = at(0.0) * (1.0 - share) + at(1.0) * share;
            assert!(chord >= at(share) * (1.0 - SLACK), "{}", point.what());
        }
        let bound = point.big_g(point.u) * (1.0 + point.g_of_mesh());
        assert!(point.interpolated(&heights) >= bound * (1.0 - SLACK), "{}", point.what());
    }
}

/// The sum of W, the domain of (**), and what follows: the interpolation of H is at least 1.
#[test]
fn lemma_14_ends_the_proof() {
    for point in points() {
        let w = point.w();
        let bound = point.big_g(point.u) * (1.0 + point.g_of_mesh());
        assert!(bound >= w.exp() * (1.0 - SLACK), "{}", point.what());
        assert!(w >= 0.0, "{}: {w}", point.what());
        assert!(point.interpolated(&point.heights()) >= 1.0, "{}", point.what());
        let load = -((point.n * point.k) as f64) * (-1.0 / point.m as f64).ln_1p();
        let few = point.t <= load / 3.0 && point.t <= 1.0 - load;
        let z = point.mesh();
        let inside = point.u > z && point.u + z < 1.0;
        assert!(few && inside && point.beta(point.u) > point.q * z, "{}", point.what());
    }
}
