//! One file, read block by block on the thread that asks.

use crate::blocks::block::Block;
use crate::blocks::column::Column;
use crate::blocks::cutter::{Cutter, Most};
use crate::blocks::pool::Pool;
use crate::blocks::rows::RowReader;
use crate::input::opened::Manner;
use crate::input::sources::Sources;
use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering::Relaxed};
use urnfield_terminal::{Progress, Refusal};

/// Refuses missing files and folders before the first file is read.
pub fn check_files(paths: &[PathBuf]) -> Result<(), Refusal> {
    Sources::typed(paths).map(drop)
}

/// Calls `see` with the lines of one file, block by block, unpacked, with their ends.
pub fn lines_of(
    path: &Path,
    doing: &'static str,
    mut see: impl FnMut(&Block) -> Result<(), Refusal>,
) -> Result<(), Refusal> {
    let sources = Sources::typed(&[path.to_path_buf()])?;
    let read = Arc::new(AtomicU64::new(0));
    let mut progress = Progress::new(doing, sources.bytes());
    for source in &sources.list {
        let input = source.open(Manner::default(), &read)?;
        let most = Most::USUAL;
        let mut cutter = Cutter::new(input, b'\n', false, most.bytes, &Pool::default());
        while let Some(block) =
            cutter.next().map_err(|uncut| uncut.refusal(source.path(), "line", most))?
        {
            see(&block)?;
            progress.step(read.load(Relaxed), block.count());
        }
    }
    Ok(())
}

/// Calls `see` with each field of one column of one file, unpacked.
pub fn column_of(
    path: &Path,
    column: &str,
    header: bool,
    delimiter: Option<u8>,
    doing: &'static str,
    see: &mut dyn FnMut(&[u8]),
) -> Result<(), Refusal> {
    let column = Column::typed(&[column], header, delimiter, false)?;
    let sources = Sources::typed(&[path.to_path_buf()])?;
    let read = Arc::new(AtomicU64::new(0));
    let mut progress = Progress::new(doing, sources.bytes());
    for source in &sources.list {
        let input = source.open(Manner::default(), &read)?;
        let mut table =
            RowReader::new(input, source.path(), &column, Most::USUAL, &Pool::default());
        while let Some(block) = table.next()? {
            block.map_keys(&mut *see);
            progress.step(read.load(Relaxed), block.count());
        }
    }
    Ok(())
}
