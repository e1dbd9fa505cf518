//! Charts as SVG: axes with ticks, lines, markers, dashes and a legend.
//!
//! | file | idea |
//! |---|---|
//! | `chart` | [`chart::Chart`]: the title, the axes and the series |
//! | `axis` | [`axis::Axis`]: from values to places, and the ticks |
//! | `drawing` | the frame, the grid, the curves and the legend |

pub(crate) mod axis;
pub(crate) mod chart;
pub(crate) mod drawing;
