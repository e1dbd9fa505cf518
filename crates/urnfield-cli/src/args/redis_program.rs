//! Where the program urnfield-redis is, which `urnfield redis` runs.

use std::env;
use std::path::PathBuf;

/// The name of the program, without the suffix of the platform.
pub(crate) const NAME: &str = "urnfield-redis";

/// Returns its path: beside this program, else the first on the path.
pub(crate) fn found() -> Option<PathBuf> {
    let name = format!("{NAME}{}", env::consts::EXE_SUFFIX);
    let beside = env::current_exe().ok().and_then(|here| Some(here.parent()?.to_path_buf()));
    let path = env::var_os("PATH").unwrap_or_default();
    let folders = beside.into_iter().chain(env::split_paths(&path));
    folders.map(|folder| folder.join(&name)).find(|path| path.is_file())
}
