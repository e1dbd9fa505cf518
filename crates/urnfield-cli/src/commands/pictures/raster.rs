//! A drawing as PNG, dot by dot, and as PDF, in which its lines stay lines and its words words.
//! Both need the letters of a font of this machine.

use resvg::tiny_skia::{Pixmap, Transform};
use resvg::usvg::fontdb::{Database, Family, Query};
use resvg::usvg::{Options, Tree};
use std::sync::Arc;
use urnfield_terminal::Refusal;

/// Dots to a pixel of the drawing, of which 96 make an inch: about 300 to an inch, as journals ask.
const DOTS: f32 = 3.125;

/// Fonts that are as wide as the drawing thinks letters are, best first.
const FONTS: [&str; 7] =
    ["Helvetica", "Arial", "Liberation Sans", "Nimbus Sans", "Arimo", "Noto Sans", "DejaVu Sans"];

fn refused(what: &str, why: impl std::fmt::Display) -> Refusal {
    Refusal::Typed(format!("{what} could not be made: {why}; write .svg"))
}

/// The drawing, its words as letters of a font.
fn tree(svg: &str) -> Result<Tree, Refusal> {
    let mut fonts = Database::new();
    fonts.load_system_fonts();
    let there = |name: &&&str| {
        let families = [Family::Name(name)];
        fonts.query(&Query { families: &families, ..Query::default() }).is_some()
    };
    let named = FONTS.iter().find(there).map(|name| (*name).to_owned());
    let any = || Some(fonts.faces().next()?.families.first()?.0.clone());
    let Some(font) = named.or_else(any) else {
        return Err(Refusal::Typed(
            "words in .png and .pdf need a font, and there is none; install one, like Liberation \
             Sans, or write .svg"
                .into(),
        ));
    };
    fonts.set_sans_serif_family(font);
    let options = Options { fontdb: Arc::new(fonts), ..Options::default() };
    Tree::from_str(svg, &options).map_err(|error| refused("the picture", error))
}

pub(crate) fn png(svg: &str) -> Result<Vec<u8>, Refusal> {
    let tree = tree(svg)?;
    let size = tree.size();
    let dots = |length: f32| (length * DOTS).ceil() as u32;
    let mut dots = Pixmap::new(dots(size.width()), dots(size.height()))
        .ok_or_else(|| refused("the PNG", "it is too large"))?;
    resvg::render(&tree, Transform::from_scale(DOTS, DOTS), &mut dots.as_mut());
    dots.encode_png().map_err(|error| refused("the PNG", error))
}

pub(crate) fn pdf(svg: &str) -> Result<Vec<u8>, Refusal> {
    let page = svg2pdf::PageOptions { dpi: 96.0 };
    svg2pdf::to_pdf(&tree(svg)?, svg2pdf::ConversionOptions::default(), page)
        .map_err(|error| refused("the PDF", error))
}
