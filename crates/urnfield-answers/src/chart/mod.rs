//! Charts as SVG, by hand: axes with ticks, lines, markers, dashes, a legend. Readable in black
//! and white: every series has its own dash and marker besides its colour.
//!
//! | file | idea |
//! |---|---|
//! | `mod` | [`Chart`]: what is drawn |
//! | `axis` | [`Axis`]: from values to places, and where its ticks are |
//! | `draw` | the picture |
//!
//! A chart only shows: places are doubles, and of values far outside their range the logarithm is.

mod axis;
mod draw;

pub(crate) use axis::{Axis, round_step};

use urnfield::Enclosure;

/// One curve.
#[derive(Debug, Clone)]
pub(crate) struct Series {
    pub(crate) name: String,
    /// Places on the axes: logarithms to base 10 where the axis is logarithmic.
    pub(crate) points: Vec<(f64, f64)>,
    pub(crate) style: Style,
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
    /// The same, but as wide as the room between points.
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

impl Chart {
    /// The picture, a whole SVG document.
    pub(crate) fn to_svg(&self) -> String {
        draw::draw(self)
    }
}

/// Where a certified value is on a plain axis.
pub(crate) fn plain(value: &Enclosure) -> f64 {
    value.lo_f64()
}

/// Where a certified positive value is on a logarithmic axis; `None` for 0.
pub(crate) fn logarithm(value: &Enclosure) -> Option<f64> {
    value.log10().map(|log| log.lo_f64())
}

#[cfg(test)]
mod tests {
    use super::*;

    fn chart(points: Vec<(f64, f64)>, x: Axis, y: Axis) -> String {
        let series = Series { name: "a < b & c".into(), points, style: Style::Marked };
        Chart { title: "t".into(), x, y, series: vec![series] }.to_svg()
    }

    #[test]
    fn a_chart_is_well_formed_and_has_its_points_inside() {
        let svg = chart(
            vec![(1.0, -300.0), (2.0, -43.0), (3.0, -1.0)],
            Axis::plain("k"),
            Axis::logarithmic("rate"),
        );
        assert!(svg.starts_with("<svg ") && svg.ends_with("</svg>\n"));
        assert!(svg.contains("a &lt; b &amp; c"));
        assert_eq!(svg.matches('<').count(), svg.matches('>').count());
        assert!(!svg.contains("NaN") && !svg.contains("inf"));
    }

    #[test]
    fn one_point_and_no_point_make_charts_too() {
        for points in [vec![], vec![(5.0, 0.0)]] {
            let svg = chart(points, Axis::plain("x"), Axis::plain("y"));
            assert!(!svg.contains("NaN") && !svg.contains("inf"), "{svg}");
        }
    }
}
