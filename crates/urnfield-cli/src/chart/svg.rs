//! The picture: a frame, a grid, the curves, a legend beside them.

use super::{Chart, Series, Style};
use std::fmt::Write;

const WIDTH: f64 = 760.0;
const HEIGHT: f64 = 460.0;
const LEFT: f64 = 84.0;
const TOP: f64 = 44.0;
const BOTTOM: f64 = 58.0;

/// Beyond this many points a curve has markers at some of them only.
const MARKERS: usize = 24;

/// Dark enough for print, different in lightness where colours are lost.
const COLOURS: [&str; 8] =
    ["#1b4f9c", "#c0392b", "#1e7d4f", "#8e44ad", "#b7791f", "#2c3e50", "#0e8f9c", "#7f5539"];
const DASHES: [&str; 6] = ["", "7 3", "2 3", "9 3 2 3", "12 4", "5 2 1 2 1 2"];

/// From places on the axes to places in the picture.
struct Frame {
    x: (f64, f64),
    y: (f64, f64),
    right: f64,
}

impl Frame {
    fn across(&self, x: f64) -> f64 {
        LEFT + (x - self.x.0) / (self.x.1 - self.x.0) * (self.right - LEFT)
    }

    fn down(&self, y: f64) -> f64 {
        let low = HEIGHT - BOTTOM;
        low - (y - self.y.0) / (self.y.1 - self.y.0) * (low - TOP)
    }
}

pub(super) fn draw(chart: &Chart) -> String {
    let upright = |s: &&Series| s.style != Style::Upright;
    let places = || chart.series.iter().flat_map(|s| s.points.iter());
    let heights = || chart.series.iter().filter(upright).flat_map(|s| s.points.iter());
    // Room for the longest name, at about seven units a letter.
    let longest = chart.series.iter().map(|s| s.name.chars().count()).max().unwrap_or(0);
    let frame = Frame {
        x: chart.x.reach(places().map(|p| p.0)),
        y: chart.y.reach(heights().map(|p| p.1)),
        right: WIDTH - 62.0 - 6.7 * longest as f64,
    };
    let mut out = String::new();
    // Writing to a string does not fail.
    let _ = begin(&mut out, chart, &frame);
    for (index, series) in chart.series.iter().enumerate() {
        let _ = curve(&mut out, series, index, &frame);
        let _ = key(&mut out, series, index, &frame);
    }
    out.push_str("</g>\n</svg>\n");
    out
}

fn begin(out: &mut String, chart: &Chart, frame: &Frame) -> std::fmt::Result {
    writeln!(
        out,
        "<svg xmlns=\"http://www.w3.org/2000/svg\" width=\"{WIDTH}\" height=\"{HEIGHT}\" viewBox=\"0 0 {WIDTH} {HEIGHT}\" role=\"img\">"
    )?;
    writeln!(out, "<title>{}</title>", escaped(&chart.title))?;
    writeln!(out, "<rect width=\"{WIDTH}\" height=\"{HEIGHT}\" fill=\"#ffffff\"/>")?;
    writeln!(
        out,
        "<g font-family=\"Helvetica, Arial, sans-serif\" font-size=\"12\" fill=\"#222222\">"
    )?;
    let (bottom, right) = (HEIGHT - BOTTOM, frame.right);
    let title = escaped(&chart.title);
    writeln!(out, "<text x=\"{LEFT}\" y=\"24\" font-size=\"14\">{title}</text>")?;
    for tick in chart.x.ticks(frame.x) {
        let x = frame.across(tick.at);
        line(out, (x, TOP), (x, bottom), grid(&tick.label))?;
        let label = escaped(&tick.label);
        let y = bottom + 17.0;
        writeln!(out, "<text x=\"{x:.1}\" y=\"{y}\" text-anchor=\"middle\">{label}</text>")?;
    }
    for tick in chart.y.ticks(frame.y) {
        let y = frame.down(tick.at);
        line(out, (LEFT, y), (right, y), grid(&tick.label))?;
        let (x, y, label) = (LEFT - 7.0, y + 4.0, escaped(&tick.label));
        writeln!(out, "<text x=\"{x}\" y=\"{y:.1}\" text-anchor=\"end\">{label}</text>")?;
    }
    let (width, height) = (right - LEFT, bottom - TOP);
    writeln!(
        out,
        "<rect x=\"{LEFT}\" y=\"{TOP}\" width=\"{width:.1}\" height=\"{height}\" fill=\"none\" stroke=\"#222222\"/>"
    )?;
    let (middle, y) = (f64::midpoint(LEFT, right), HEIGHT - 18.0);
    let name = escaped(&chart.x.name);
    writeln!(out, "<text x=\"{middle:.1}\" y=\"{y}\" text-anchor=\"middle\">{name}</text>")?;
    let (middle, name) = (f64::midpoint(TOP, bottom), escaped(&chart.y.name));
    writeln!(
        out,
        "<text transform=\"translate(18 {middle}) rotate(-90)\" text-anchor=\"middle\">{name}</text>"
    )
}

/// Ticks without a label have a fainter line.
fn grid(label: &str) -> &'static str {
    if label.is_empty() { "stroke=\"#f0f0f0\"" } else { "stroke=\"#dddddd\"" }
}

fn line(out: &mut String, from: (f64, f64), to: (f64, f64), how: &str) -> std::fmt::Result {
    let ((a, b), (c, d)) = (from, to);
    writeln!(out, "<line x1=\"{a:.1}\" y1=\"{b:.1}\" x2=\"{c:.1}\" y2=\"{d:.1}\" {how}/>")
}

/// Colour, width and dash of the series with this number.
fn stroke(index: usize) -> String {
    let colour = COLOURS[index % COLOURS.len()];
    let dash = DASHES[index % DASHES.len()];
    let dash =
        if dash.is_empty() { String::new() } else { format!(" stroke-dasharray=\"{dash}\"") };
    format!("fill=\"none\" stroke=\"{colour}\" stroke-width=\"1.6\"{dash}")
}

fn curve(out: &mut String, series: &Series, index: usize, frame: &Frame) -> std::fmt::Result {
    let places = series.points.iter().filter(|(x, y)| x.is_finite() && y.is_finite());
    let points: Vec<(f64, f64)> = places.map(|&(x, y)| (frame.across(x), frame.down(y))).collect();
    let bottom = HEIGHT - BOTTOM;
    match series.style {
        Style::Bars => {
            for &(x, y) in &points {
                line(out, (x, bottom), (x, y), &stroke(index))?;
            }
        }
        Style::Upright => {
            for &(x, _) in &points {
                line(out, (x, TOP), (x, bottom), &stroke(index))?;
            }
        }
        Style::Line | Style::Marked => {
            let path: Vec<String> = points.iter().map(|(x, y)| format!("{x:.1},{y:.1}")).collect();
            writeln!(out, "<polyline points=\"{}\" {}/>", path.join(" "), stroke(index))?;
            let every = points.len().div_ceil(MARKERS).max(1);
            if series.style == Style::Marked {
                for &(x, y) in points.iter().step_by(every) {
                    marker(out, x, y, index)?;
                }
            }
        }
    }
    Ok(())
}

/// A circle, square, triangle, diamond, hollow circle or cross.
fn marker(out: &mut String, x: f64, y: f64, index: usize) -> std::fmt::Result {
    let colour = COLOURS[index % COLOURS.len()];
    match index % 6 {
        0 => writeln!(out, "<circle cx=\"{x:.1}\" cy=\"{y:.1}\" r=\"2.8\" fill=\"{colour}\"/>"),
        4 => writeln!(
            out,
            "<circle cx=\"{x:.1}\" cy=\"{y:.1}\" r=\"2.8\" fill=\"#ffffff\" stroke=\"{colour}\"/>"
        ),
        shape => {
            let path = [
                "",
                "m-3-3h6v6h-6z",
                "m0-3.5l3.4 6h-6.8z",
                "m0-4l4 4-4 4-4-4z",
                "",
                "m-3-3l6 6m0-6l-6 6",
            ][shape];
            let how = if shape == 5 { "stroke" } else { "fill" };
            writeln!(out, "<path d=\"M{x:.1} {y:.1}{path}\" {how}=\"{colour}\"/>")
        }
    }
}

/// The line of a series in the legend.
fn key(out: &mut String, series: &Series, index: usize, frame: &Frame) -> std::fmt::Result {
    let (x, y) = (frame.right + 12.0, TOP + 10.0 + 20.0 * index as f64);
    line(out, (x, y), (x + 30.0, y), &stroke(index))?;
    if series.style == Style::Marked {
        marker(out, x + 15.0, y, index)?;
    }
    let name = escaped(&series.name);
    let (x, y) = (x + 36.0, y + 4.0);
    writeln!(out, "<text x=\"{x:.1}\" y=\"{y:.1}\">{name}</text>")
}

fn escaped(text: &str) -> String {
    text.replace('&', "&amp;").replace('<', "&lt;").replace('>', "&gt;").replace('"', "&quot;")
}
