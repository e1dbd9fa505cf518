//! [`Axis`]: its name, its ends and its ticks.

/// A horizontal or vertical axis.
#[derive(Debug, Clone)]
pub(crate) struct Axis {
    pub(crate) name: String,
    logarithmic: bool,
    /// Reaches at least to here, whatever the points do.
    includes: Vec<f64>,
}

/// A mark on an axis: where, and what stands beside it (nothing at a minor one).
#[derive(Debug, PartialEq)]
pub(crate) struct Tick {
    pub(crate) at: f64,
    pub(crate) label: String,
}

/// About how many labelled ticks an axis has room for.
const TICKS: f64 = 7.0;

/// A step that is a hair too small does.
const ALMOST: f64 = 0.999;

impl Axis {
    /// Creates an axis on which equal steps are equal differences.
    pub(crate) fn plain(name: impl Into<String>) -> Axis {
        Axis { name: name.into(), logarithmic: false, includes: Vec::new() }
    }

    /// Creates an axis on which equal steps are equal ratios; places are logarithms to base 10.
    pub(crate) fn logarithmic(name: impl Into<String>) -> Axis {
        Axis { name: name.into(), logarithmic: true, includes: Vec::new() }
    }

    /// Extends the axis to a place.
    pub(crate) fn with(mut self, place: f64) -> Axis {
        self.includes.push(place);
        self
    }

    /// Returns the ends of the axis for these places.
    pub(crate) fn reach(&self, places: impl Iterator<Item = f64>) -> (f64, f64) {
        let all = places.chain(self.includes.iter().copied()).filter(|p| p.is_finite());
        let (low, high) = all
            .fold((f64::INFINITY, f64::NEG_INFINITY), |(low, high), p| (low.min(p), high.max(p)));
        if low > high {
            return (0.0, 1.0);
        }
        if low == high {
            let room = if self.logarithmic { 0.5 } else { low.abs().max(1.0) / 2.0 };
            return (low - room, high + room);
        }
        // A little air, but none below a zero that the axis begins with.
        let air = (high - low) * 0.03;
        let from = if low == 0.0 && !self.logarithmic { 0.0 } else { low - air };
        (from, high + air)
    }

    /// The ticks between two places.
    pub(crate) fn ticks(&self, (low, high): (f64, f64)) -> Vec<Tick> {
        if !self.logarithmic {
            steps(low, high)
        } else if high - low >= 1.0 {
            decades(low, high)
        } else {
            within_a_decade(low, high)
        }
    }
}

/// Round numbers at equal distances.
fn steps(low: f64, high: f64) -> Vec<Tick> {
    let step = round_step((high - low) / TICKS * ALMOST);
    let first = (low / step).ceil() as i64;
    let last = (high / step).floor() as i64;
    let places = (-step.log10().floor()).max(0.0) as usize;
    let tick = |i: i64| Tick { at: i as f64 * step, label: shown(i as f64 * step, places) };
    (first..=last).map(tick).collect()
}

/// Round numbers where a logarithmic axis shows few powers of ten, in units of the lowest one.
fn within_a_decade(low: f64, high: f64) -> Vec<Tick> {
    let unit = low.floor();
    let step = round_step((10f64.powf(high - unit) - 10f64.powf(low - unit)) / TICKS * ALMOST);
    let first = (10f64.powf(low - unit) / step).ceil() as i64;
    let last = (10f64.powf(high - unit) / step).floor() as i64;
    let at = |i: i64| unit + (i as f64 * step).log10();
    (first..=last).map(|i| Tick { at: at(i), label: scientific(at(i)) }).collect()
}

/// 1, 2 or 5 times a power of ten, not below the least.
pub(crate) fn round_step(least: f64) -> f64 {
    let power = 10f64.powf(least.log10().floor());
    [1.0, 2.0, 5.0, 10.0].into_iter().map(|s| s * power).find(|s| *s >= least).unwrap_or(power)
}

/// Whole powers of ten, and where there are few of them 2 and 5 times those without a label.
fn decades(low: f64, high: f64) -> Vec<Tick> {
    let step = (((high - low) / TICKS).ceil() as i64).max(1);
    let step = [1, 2, 5, 10, 20, 50, 100].into_iter().find(|s| *s >= step).unwrap_or(step);
    let first = (low / step as f64).ceil() as i64;
    let last = (high / step as f64).floor() as i64;
    let mut ticks: Vec<Tick> = (first..=last)
        .map(|i| Tick { at: (i * step) as f64, label: format!("1e{}", i * step) })
        .collect();
    if step == 1 && high - low < 4.0 {
        for decade in low.floor() as i64..=high.floor() as i64 {
            for digit in 2..10 {
                let at = decade as f64 + f64::from(digit).log10();
                if at > low && at < high {
                    let labelled = high - low < 2.0 && matches!(digit, 2 | 5);
                    let label = if labelled { scientific(at) } else { String::new() };
                    ticks.push(Tick { at, label });
                }
            }
        }
    }
    for tick in &mut ticks {
        // Near one, plain numbers read better.
        let exponent = tick.label.strip_prefix("1e").and_then(|e| e.parse::<i32>().ok());
        if let Some(exponent) = exponent.filter(|e| (-3..=6).contains(e)) {
            tick.label = shown(10f64.powi(exponent), (-exponent).max(0) as usize);
        }
    }
    ticks
}

/// A number from its logarithm, `2e-5`, or plainly near one.
fn scientific(log: f64) -> String {
    let exponent = (log + 1e-9).floor();
    let digits = 10f64.powf(log - exponent);
    if (-3.0..=6.0).contains(&exponent) {
        return shown(10f64.powf(log), (2.0 - exponent).max(0.0) as usize);
    }
    format!("{}e{exponent}", shown(digits, 2))
}

/// Writes a number with at most so many places, without zeros at the end.
fn shown(value: f64, places: usize) -> String {
    let text = format!("{value:.places$}");
    let text =
        if text.contains('.') { text.trim_end_matches('0').trim_end_matches('.') } else { &text };
    if text == "-0" { "0".into() } else { text.into() }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn labels(axis: &Axis, low: f64, high: f64) -> Vec<String> {
        axis.ticks((low, high)).into_iter().map(|t| t.label).filter(|l| !l.is_empty()).collect()
    }

    #[test]
    fn plain_ticks_are_round() {
        let axis = Axis::plain("x");
        assert_eq!(labels(&axis, 0.0, 40.0), ["0", "10", "20", "30", "40"]);
        assert_eq!(labels(&axis, 0.6, 0.7).first().map(String::as_str), Some("0.6"));
        assert_eq!(labels(&axis, -1.0, 1.0), ["-1", "-0.5", "0", "0.5", "1"]);
    }

    #[test]
    fn steps_are_round() {
        let steps = [0.2, 1.0, 1.1, 3.0, 5.1, 11.0, 4.9e18, 1.9e19].map(round_step);
        assert_eq!(steps, [0.2, 1.0, 2.0, 5.0, 10.0, 20.0, 5e18, 2e19]);
    }

    #[test]
    fn logarithmic_ticks_reach_as_far_as_rates_do() {
        let axis = Axis::logarithmic("rate");
        assert_eq!(labels(&axis, -43.5, -41.0), ["1e-43", "1e-42", "1e-41"]);
        assert_eq!(labels(&axis, -310.0, 0.0).first().map(String::as_str), Some("1e-300"));
        assert_eq!(labels(&axis, -2.0, 1.0), ["0.01", "0.1", "1", "10"]);
        assert_eq!(labels(&axis, -43.3, -42.9)[..2], ["6e-44", "8e-44"]);
        assert_eq!(labels(&axis, 1.5, 2.2), ["40", "60", "80", "100", "120", "140"]);
    }

    #[test]
    fn reach_has_air_but_not_below_zero() {
        let axis = Axis::plain("x").with(0.0);
        let (low, high) = axis.reach([1.0, 2.0].into_iter());
        assert!(low == 0.0 && high > 2.0);
        assert_eq!(axis.reach(std::iter::empty()), (-0.5, 0.5));
        assert_eq!(Axis::plain("x").reach(std::iter::empty()), (0.0, 1.0));
    }
}
