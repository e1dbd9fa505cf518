//! Charts as SVG, by hand: axes with ticks, lines, markers, dashes, a legend. Readable in black
//! and white: every series has its own dash and marker besides its colour.
//!
//! Places are doubles. Values outside the range of doubles are drawn by their logarithms.

use crate::draw::chart::axis::Axis;

use urnfield::Enclosure;

/// One curve.
#[derive(Debug, Clone)]
pub(crate) struct Series {
    pub(crate) name: String,
    /// Places on the axes: logarithms to base 10 where the axis is logarithmic.
    pub(crate) points: Vec<(f64, f64)>,
    pub(crate) style: Style,
}

impl Series {
    /// Creates a vertical line at one place.
    pub(crate) fn upright(name: String, x: f64) -> Series {
        Series { name, points: vec![(x, 0.0)], style: Style::Upright }
    }
}

/// How a series is drawn.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Style {
    /// A line with a marker at each point.
    Marked,
    /// A plain line.
    Line,
    /// A vertical line from the axis to each point.
    Bars,
    /// A box from the axis to each point, as wide as the distance between points.
    Shaded,
    /// A vertical line across the whole chart at each point's x.
    Upright,
}

/// A picture of some curves.
#[derive(Debug, Clone)]
pub(crate) struct Chart {
    pub(crate) title: String,
    pub(crate) x: Axis,
    pub(crate) y: Axis,
    pub(crate) series: Vec<Series>,
}

/// Where a certified value is on a plain axis.
pub(crate) fn plain(value: &Enclosure) -> f64 {
    value.lo_f64()
}

/// Where a certified positive value is on a logarithmic axis; `None` for 0.
pub(crate) fn logarithm(value: &Enclosure) -> Option<f64> {
    value.log10().map(|log| log.lo_f64())
}
