//! The page's files, as `crates/urnfield-wasm/page/build` made them.

use flate2::read::GzDecoder;
use std::io::{self, Read};

/// A file of the page, compressed as it travels.
pub(crate) struct Asset {
    pub(crate) name: &'static str,
    pub(crate) gzipped: &'static [u8],
}

/// All of them; none where the page was not built before the program.
pub(crate) static ASSETS: &[Asset] = include!(concat!(env!("OUT_DIR"), "/assets.rs"));

impl Asset {
    /// The file that a path of an address means.
    pub(crate) fn at(path: &str) -> Option<&'static Asset> {
        let name = match path.strip_prefix('/')? {
            "" => "index.html",
            name => name,
        };
        ASSETS.iter().find(|asset| asset.name == name)
    }

    /// What a browser is told that it is.
    pub(crate) fn media_type(&self) -> &'static str {
        match self.name.rsplit_once('.').map(|(_, ending)| ending) {
            Some("html") => "text/html; charset=utf-8",
            Some("js") => "text/javascript; charset=utf-8",
            Some("css") => "text/css; charset=utf-8",
            Some("svg") => "image/svg+xml",
            Some("wasm") => "application/wasm",
            _ => "application/octet-stream",
        }
    }

    /// Returns the unpacked file, for browsers that do not accept gzip.
    pub(crate) fn unpacked(&self) -> io::Result<Vec<u8>> {
        let mut bytes = Vec::new();
        GzDecoder::new(self.gzipped).read_to_end(&mut bytes)?;
        Ok(bytes)
    }
}
