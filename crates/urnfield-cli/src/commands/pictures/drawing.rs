//! A picture in a file, as the end of its name says: `.svg`, and with the feature `pictures` `.png`
//! and `.pdf`.

use crate::commands::files::target::Target;
use std::path::Path;
use urnfield_terminal::Refusal;

/// What a picture is written as.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Drawing {
    Svg,
    #[cfg(feature = "pictures")]
    Png,
    #[cfg(feature = "pictures")]
    Pdf,
}

#[cfg(not(feature = "pictures"))]
const HOW: &str = "this urnfield was built without .png and .pdf, which `cargo install --path \
                   crates/urnfield-cli --features pictures` adds; write .svg";

impl Drawing {
    /// What the name says; `None` where it says nothing of a picture.
    pub(crate) fn of(path: &Path) -> Result<Option<Drawing>, Refusal> {
        let ending = path.extension().and_then(|ending| ending.to_str()).map(str::to_lowercase);
        match ending.as_deref() {
            Some("svg") => Ok(Some(Drawing::Svg)),
            #[cfg(feature = "pictures")]
            Some("png") => Ok(Some(Drawing::Png)),
            #[cfg(feature = "pictures")]
            Some("pdf") => Ok(Some(Drawing::Pdf)),
            #[cfg(not(feature = "pictures"))]
            Some("png" | "pdf") => Err(Refusal::Typed(format!("{}: {HOW}", path.display()))),
            _ => Ok(None),
        }
    }

    /// Returns the format of an output that must be a picture.
    pub(crate) fn only(path: &Path) -> Result<Drawing, Refusal> {
        Drawing::of(path)?.ok_or_else(|| {
            Refusal::Typed(format!(
                "a picture is written to a name in .svg, .png or .pdf, got {}",
                path.display()
            ))
        })
    }

    /// Writes it; the file is complete, or as it was before.
    pub(crate) fn write(self, svg: &str, target: &Target<'_>) -> Result<(), Refusal> {
        match self {
            Drawing::Svg => target.write_bytes(svg.as_bytes())?,
            #[cfg(feature = "pictures")]
            Drawing::Png => target.write_bytes(&crate::commands::pictures::raster::png(svg)?)?,
            #[cfg(feature = "pictures")]
            Drawing::Pdf => target.write_bytes(&crate::commands::pictures::raster::pdf(svg)?)?,
        }
        Ok(())
    }
}
