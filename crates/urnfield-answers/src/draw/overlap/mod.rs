//! Pictures of overlapping lists, ready for print.
//!
//! | file | idea |
//! |---|---|
//! | `style` | the options of a picture, its margins, stars and labels |
//! | `picture` | the choice between bars and a heat map |
//! | `bars` | a bar for what each combination shares, and a mark for the expected number |
//! | `columns` | what the bars count: overlaps, or names in exactly these lists |
//! | `dots` | below the bars: the lists, their sizes, and which of them a bar is for |
//! | `heat` | every pair of many lists, by fold and by p-value |
//! | `colour` | the distance from chance as a colour, with a scale |
//! | `caption` | the sentences below a picture |

pub(crate) mod bars;
pub(crate) mod caption;
pub(crate) mod colour;
pub(crate) mod columns;
pub(crate) mod dots;
pub(crate) mod heat;
pub(crate) mod picture;
pub(crate) mod style;
