//! Embeds the page where `crates/urnfield-wasm/page/build` has made it; runs nothing, and where
//! there is no page, the program is built without one.

use std::fmt::Write;
use std::path::{Path, PathBuf};
use std::{env, fs, io};

fn main() -> io::Result<()> {
    println!("cargo::rerun-if-changed=build.rs");
    let out = PathBuf::from(env::var_os("OUT_DIR").unwrap_or_default()).join("assets.rs");
    let built = Path::new("../urnfield-wasm/page/built");
    let mut list = String::from("&[\n");
    // A package has no page beside it.
    if built.is_dir() {
        println!("cargo::rerun-if-changed={}", built.display());
        let mut files: Vec<PathBuf> =
            fs::read_dir(built)?.map(|entry| entry.map(|e| e.path())).collect::<Result<_, _>>()?;
        files.sort();
        for file in files {
            let name = file.file_name().and_then(|name| name.to_str()).unwrap_or_default();
            let Some(name) = name.strip_suffix(".gz") else { continue };
            let path = fs::canonicalize(&file)?;
            let _ = writeln!(
                list,
                "    Asset {{ name: {name:?}, gzipped: include_bytes!({:?}) }},",
                path.display().to_string()
            );
        }
    }
    list.push_str("]\n");
    fs::write(out, list)
}
