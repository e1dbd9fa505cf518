//! Lemmas 4 to 9, of standard filters.

use crate::model::*;
use urnfield_paper::formulas::exact::{Exact, ratio, whole};

/// A point of the domain of Lemma 8 with everything that the lemmas name, in doubles.
struct Point {
    m: f64,
    n: f64,
    k: f64,
    law: Vec<f64>,
    q: f64,
    x: f64,
    /// Lam = −k ln Q.
    load: f64,
    eta: f64,
}

impl Point {
    /// `None` outside the domain: n ≥ 2, k ≥ 2, Q > k/(k+1), Q^k + Q^(k+1) ≤ 1.
    fn new(m: u64, n: u64, k: u64) -> Option<Point> {
        let inside = n >= 2 && k >= 2 && clear(m, n) > ratio(k, k + 1) && hypothesis(m, n, k);
        inside.then(|| {
            let [urns, items, hashes] = [m, n, k].map(|x| x as f64);
            let log = (1.0 / (urns - 1.0)).ln_1p();
            let load = items * hashes * log;
            let law = balls_f64(m, n * k);
            let balls = items * hashes;
            let eta = 1.0 - (1.0 - 1.0 / balls).powf(hashes - 1.0);
            let [q, x] = [(-items * log).exp(), -(-load).exp_m1()];
            Point { m: urns, n: items, k: hashes, law, q, x, load, eta }
        })
    }

    fn power(&self, i: f64) -> f64 {
        mean_f64(&self.law, |x| (x / self.m).powf(i))
    }

    fn b(&self, a: f64) -> f64 {
        1.0 - self.q * (1.0 - a)
    }

    fn h(&self, a: f64) -> f64 {
        self.b(a).powf(1.0 + 1.0 / self.k) - a
    }

    /// r = r_(k−1).
    fn r(&self) -> f64 {
        self.power(self.k) / self.power(self.k - 1.0)
    }

    /// E^(k−1) f(A).
    fn weighted(&self, f: impl Fn(f64) -> f64) -> f64 {
        let weight = self.power(self.k - 1.0);
        mean_f64(&self.law, |x| {
            let a = x / self.m;
            a.powf(self.k - 1.0) * f(a)
        }) / weight
    }

    /// F of the page, and F2 for two hashes with its correction.
    fn growth(&self) -> f64 {
        let [n, k, q, x] = [self.n, self.k, self.q, self.x];
        if k == 2.0 {
            let share = self.load / n;
            return 1.0 - q - share / 6.0 + q * x * (1.0 - share / 2.0);
        }
        let f = (k - 1.0) * (1.0 - q) * ((k - 1.0) * q / (k - 2.0)).powf(k - 2.0);
        f * (1.0 - self.load / (3.0 * n * x))
    }

    /// D = max(0, −k·h′(x)).
    fn slope(&self) -> f64 {
        let step = 1.0 + 1.0 / self.k;
        let slope = step * self.q * self.b(self.x).powf(1.0 / self.k) - 1.0;
        (-self.k * slope).max(0.0)
    }

    /// S of the page for a given bound of η.
    fn s(&self, eta: f64) -> f64 {
        let [n, k, x, load] = [self.n, self.k, self.x, self.load];
        let rate = 2.0 * n * k / (k + 1.0);
        rate / load * k * self.h(x)
            + load * self.q * self.q * self.growth() * (1.0 - x - eta * (load - x))
            - rate * eta * self.slope() * (1.0 - x / load)
    }

    fn what(&self) -> String {
        format!("m = {}, n = {}, k = {}", self.m, self.n, self.k)
    }
}

/// All points up to 70 bits and drawn ones up to 300.
fn points() -> Vec<Point> {
    let small = filters(70, |m| m / 2, |m| m);
    let all = small.into_iter().chain(drawn(300, 400, 0x57d));
    let points: Vec<Point> = all.filter_map(|[m, n, k]| Point::new(m, n, k)).collect();
    assert!(points.len() > 200, "{}", points.len());
    points
}

/// f_S(k+1) − f_S(k) ≥ k·p(k−1)·h(r), for any k and n; no hypothesis is needed.
#[test]
fn lemma_4_is_the_first_step() {
    for [m, n, k] in filters(14, |m| m, |_| 8) {
        let [here, next] = [balls_f64(m, n * k), balls_f64(m, n * (k + 1))];
        let urns = m as f64;
        let power = |law: &[f64], i: u64| mean_f64(law, |x| (x / urns).powf(i as f64));
        let r = power(&here, k) / power(&here, k - 1);
        let q = (1.0 - 1.0 / urns).powf(n as f64);
        let h = (1.0 - q * (1.0 - r)).powf(1.0 + 1.0 / k as f64) - r;
        let gain = power(&next, k + 1) - power(&here, k);
        let bound = k as f64 * power(&here, k - 1) * h;
        assert!(gain >= bound - SLACK, "m = {m}, n = {n}, k = {k}: {gain} {bound}");
    }
}

/// One item: H is convex, H(1) = 1, and H(1 − 1/m) ≥ 1 exactly under the hypothesis.
#[test]
fn lemma_5_settles_a_single_item() {
    for [m, _, k] in filters(9, |_| 1, |_| 8) {
        let height = |x: u64| -> Exact {
            let a = ratio(x, m);
            let step = (whole(1) + ratio(1, x)).pow(k + 1) - whole(1);
            &a + (whole(1) - &a) * &a * step
        };
        for x in 2..m {
            let middle = whole(2) * height(x);
            assert!(height(x - 1) + height(x + 1) >= middle, "m = {m}, k = {k}, x = {x}");
        }
        assert_eq!(height(m), whole(1));
        assert_eq!(height(m - 1) >= whole(1), hypothesis(m, 1, k), "m = {m}, k = {k}");
        let law = balls(m, k);
        let weighted = mean(&law, |x| match x {
            0 => whole(0),
            x => ratio(x, m).pow(k) * height(x),
        });
        assert_eq!(weighted, standard_rate(m, 1, k + 1), "m = {m}, k = {k}");
    }
}

/// The inequality of means at every a, and the expectation.
#[test]
fn lemma_6_bounds_the_gain() {
    for point in points() {
        let k = point.k;
        let c = (k - 1.0) / (3.0 * point.m);
        if k > 2.0 {
            let f = (k - 1.0) * (1.0 - point.q) * ((k - 1.0) * point.q / (k - 2.0)).powf(k - 2.0);
            for x in 1..=point.m as u64 {
                let a = x as f64 / point.m;
                let left = (point.b(a) / a).powf(k - 2.0) * point.b(a);
                assert!(left >= f * (1.0 - SLACK), "{}, a = {a}", point.what());
            }
        }
        let gain = point.weighted(|a| {
            let b = point.b(a);
            (1.0 - a) * (b / a).powf(k - 2.0) * b * (1.0 - c / b).max(0.0)
        });
        let bound = (1.0 - point.r()) * point.growth();
        assert!(gain >= bound - SLACK, "{}: {gain} {bound}", point.what());
    }
}

#[test]
fn lemma_7_bounds_the_loss() {
    for point in points() {
        let [k, x] = [point.k, point.x];
        let lambda = point.n * k / point.m;
        let bound = k * point.h(x) - point.slope() * point.eta * (lambda - x);
        assert!(k * point.h(point.r()) >= bound - SLACK, "{}", point.what());
        assert!(point.h(x) >= -SLACK && point.load < 1.0 && lambda <= point.load);
    }
}

/// The sum, the bounds of η that the program uses, and the positive factors.
#[test]
fn lemma_8_is_the_sum_s() {
    for point in points() {
        let [m, n, k] = [point.m, point.n, point.k];
        let next = balls_f64(m as u64, (n * (k + 1.0)) as u64);
        let rate = mean_f64(&next, |x| (x / m).powf(k + 1.0));
        let gain = 2.0 * m / (k + 1.0) * (rate - point.power(k)) / point.power(k - 1.0);
        assert!(gain >= point.s(point.eta) - 1e-7, "{}: {gain}", point.what());
        let mut most = (k - 1.0) / (n * k);
        if n == 2.0 {
            most = most.min(1.0 - (-0.5f64).exp());
        }
        assert!(point.eta <= most + SLACK, "{}", point.what());
        assert!(point.s(point.eta) >= point.s(most) - SLACK, "{}", point.what());
        assert!(point.growth() > 0.0);
        assert!(1.0 - point.x - most * (point.load - point.x) > 0.0, "{}", point.what());
    }
}

/// Lemma 9, inequality (*), at the lattice points; the program proves it for all.
#[test]
fn lemma_9_holds_at_lattice_points() {
    let mut least = f64::INFINITY;
    for point in points() {
        let mut most = (point.k - 1.0) / (point.n * point.k);
        if point.n == 2.0 {
            most = most.min(1.0 - (-0.5f64).exp());
        }
        least = least.min(point.s(most));
    }
    assert!(least > 0.0126, "{least}");
}
