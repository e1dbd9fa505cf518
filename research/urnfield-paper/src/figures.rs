//! The data of the paper's figures, to 30 significant digits: the one home of what is printed in
//! them. `urnfield figure` must write the same bytes, and the claims about figures are read off
//! here.
//!
//! The data comes from an independent program on the ball arithmetic of FLINT, optima certified by
//! branch and bound. It is never edited to fit.

macro_rules! figures {
    ($($name:literal),* $(,)?) => {
        /// Name and data of every figure, as `urnfield figure NAME` writes it.
        pub const FIGURES: &[(&str, &str)] =
            &[$(($name, include_str!(concat!("../figures/", $name, ".csv")))),*];
    };
}

figures![
    "fp-vs-k",
    "fp-bounds",
    "optimal-k",
    "standard-efficiency",
    "classic-efficiency",
    "standard-peak-efficiency",
    "classic-peak-efficiency",
];

/// All different values that a column of a figure has, in their order; `None` where there is no
/// such figure or column.
///
/// ```
/// use urnfield_paper::figures::values;
/// assert_eq!(values("fp-vs-k", "n"), Some(vec!["20"]));
/// assert_eq!(values("fp-vs-k", "p"), None);
/// ```
pub fn values(figure: &str, column: &str) -> Option<Vec<&'static str>> {
    let (_, data) = FIGURES.iter().find(|(name, _)| *name == figure)?;
    let mut lines = data.lines();
    let place = lines.next()?.split(',').position(|name| name == column)?;
    let mut values = Vec::new();
    for value in lines.filter_map(|line| line.split(',').nth(place)) {
        if !values.contains(&value) {
            values.push(value);
        }
    }
    Some(values)
}
