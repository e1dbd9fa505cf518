//! The picture: a frame, a grid, the curves, a legend beside them.

use crate::draw::chart::chart::{Chart, Series, Style};
use crate::draw::svg::{Point, Svg, centred, end, start};

const WIDTH: f64 = 760.0;
const HEIGHT: f64 = 460.0;
const LEFT: f64 = 84.0;
const TOP: f64 = 44.0;
const BOTTOM: f64 = HEIGHT - 58.0;
const TEXT: f64 = 12.0;

/// Beyond this many points a curve has markers at some of them only.
const MARKERS: usize = 24;

/// Dark enough for print, different in lightness where colours are lost.
const COLOURS: [&str; 8] =
    ["#1b4f9c", "#c0392b", "#1e7d4f", "#8e44ad", "#b7791f", "#2c3e50", "#0e8f9c", "#7f5539"];
const DASHES: [&str; 6] = ["", "7 3", "2 3", "9 3 2 3", "12 4", "5 2 1 2 1 2"];

/// From places on the axes to places in the picture.
struct Frame {
    x: Point,
    y: Point,
    right: f64,
}

impl Frame {
    fn across(&self, x: f64) -> f64 {
        LEFT + (x - self.x.0) / (self.x.1 - self.x.0) * (self.right - LEFT)
    }

    fn down(&self, y: f64) -> f64 {
        BOTTOM - (y - self.y.0) / (self.y.1 - self.y.0) * (BOTTOM - TOP)
    }
}

pub(crate) fn draw(chart: &Chart) -> String {
    let has_heights = |s: &&Series| s.style != Style::Upright;
    let places = || chart.series.iter().flat_map(|s| s.points.iter());
    let heights = || chart.series.iter().filter(has_heights).flat_map(|s| s.points.iter());
    // Room for the longest name, at about seven units a letter.
    let longest = chart.series.iter().map(|s| s.name.chars().count()).max().unwrap_or(0);
    let frame = Frame {
        x: chart.x.reach(places().map(|p| p.0)),
        y: chart.y.reach(heights().map(|p| p.1)),
        right: WIDTH - 62.0 - 6.7 * longest as f64,
    };
    let mut svg = Svg::default();
    axes(&mut svg, chart, &frame);
    for (index, series) in chart.series.iter().enumerate() {
        curve(&mut svg, series, index, &frame);
        key(&mut svg, series, index, &frame);
    }
    svg.finish((WIDTH, HEIGHT), &chart.title)
}

fn axes(svg: &mut Svg, chart: &Chart, frame: &Frame) {
    let right = frame.right;
    svg.words((LEFT, 24.0), &start(&chart.title, 14.0));
    for tick in chart.x.ticks(frame.x) {
        let x = frame.across(tick.at);
        svg.line((x, TOP), (x, BOTTOM), grid(&tick.label));
        svg.words((x, BOTTOM + 17.0), &centred(&tick.label, TEXT));
    }
    for tick in chart.y.ticks(frame.y) {
        let y = frame.down(tick.at);
        svg.line((LEFT, y), (right, y), grid(&tick.label));
        svg.words((LEFT - 7.0, y + 4.0), &end(&tick.label, TEXT));
    }
    let looks = r##"fill="none" stroke="#222""##;
    svg.rectangle((LEFT, TOP), (right - LEFT, BOTTOM - TOP), looks);
    svg.words((f64::midpoint(LEFT, right), HEIGHT - 18.0), &centred(&chart.x.name, TEXT));
    svg.rising_words((18.0, f64::midpoint(TOP, BOTTOM)), &centred(&chart.y.name, TEXT));
}

/// Ticks without a label have a fainter line.
fn grid(label: &str) -> &'static str {
    if label.is_empty() { r##"stroke="#f0f0f0""## } else { r##"stroke="#ddd""## }
}

/// Colour, width and dash of the series with this number.
fn stroke(index: usize) -> String {
    let colour = COLOURS[index % COLOURS.len()];
    let dash = match DASHES[index % DASHES.len()] {
        "" => String::new(),
        dash => format!(r#" stroke-dasharray="{dash}""#),
    };
    format!(r#"fill="none" stroke="{colour}" stroke-width="1.6"{dash}"#)
}

fn curve(svg: &mut Svg, series: &Series, index: usize, frame: &Frame) {
    let places = series.points.iter().filter(|(x, y)| x.is_finite() && y.is_finite());
    let points: Vec<Point> = places.map(|&(x, y)| (frame.across(x), frame.down(y))).collect();
    let stroke = stroke(index);
    match series.style {
        Style::Bars => points.iter().for_each(|&(x, y)| svg.line((x, BOTTOM), (x, y), &stroke)),
        Style::Shaded => shaded(svg, &points, index),
        Style::Upright => {
            points.iter().for_each(|&(x, _)| svg.line((x, TOP), (x, BOTTOM), &stroke));
        }
        Style::Line => svg.polyline(&points, &stroke),
        Style::Marked => {
            svg.polyline(&points, &stroke);
            let every = points.len().div_ceil(MARKERS).max(1);
            points.iter().step_by(every).for_each(|&at| marker(svg, at, index));
        }
    }
}

/// Boxes from the axis to each point, side by side.
fn shaded(svg: &mut Svg, points: &[Point], index: usize) {
    let gaps = points.windows(2).map(|pair| pair[1].0 - pair[0].0);
    let wide = gaps.fold(8.0, f64::min).max(1.6);
    let looks = format!(r#"fill="{}" fill-opacity="0.55""#, COLOURS[index % COLOURS.len()]);
    for &(x, y) in points {
        svg.rectangle((x - wide / 2.0, y), (wide, BOTTOM - y), &looks);
    }
}

/// A circle, square, triangle, diamond, hollow circle or cross.
fn marker(svg: &mut Svg, at: Point, index: usize) {
    let colour = COLOURS[index % COLOURS.len()];
    let filled = format!(r#"fill="{colour}""#);
    match index % 6 {
        0 => svg.circle(at, 2.8, &filled),
        1 => svg.path(at, "m-3-3h6v6h-6z", &filled),
        2 => svg.path(at, "m0-3.5l3.4 6h-6.8z", &filled),
        3 => svg.path(at, "m0-4l4 4-4 4-4-4z", &filled),
        4 => svg.circle(at, 2.8, &format!(r##"fill="#fff" stroke="{colour}""##)),
        _ => svg.path(at, "m-3-3l6 6m0-6l-6 6", &format!(r#"stroke="{colour}""#)),
    }
}

/// The line of a series in the legend.
fn key(svg: &mut Svg, series: &Series, index: usize, frame: &Frame) {
    let (x, y) = (frame.right + 12.0, TOP + 10.0 + 20.0 * index as f64);
    match series.style {
        Style::Shaded => {
            let colour = COLOURS[index % COLOURS.len()];
            let looks = format!(r#"fill="{colour}" fill-opacity="0.55""#);
            svg.rectangle((x, y - 5.0), (30.0, 10.0), &looks);
        }
        _ => svg.line((x, y), (x + 30.0, y), &stroke(index)),
    }
    if series.style == Style::Marked {
        marker(svg, (x + 15.0, y), index);
    }
    svg.words((x + 36.0, y + 4.0), &start(&series.name, TEXT));
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::draw::chart::axis::Axis;

    fn chart(points: Vec<(f64, f64)>, x: Axis, y: Axis) -> String {
        let series = Series { name: "a < b & c".into(), points, style: Style::Marked };
        draw(&Chart { title: "t".into(), x, y, series: vec![series] })
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
