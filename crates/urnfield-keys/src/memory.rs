//! The keys of one input in memory, read by this thread. Files are read in the same way by more
//! threads, and the fuzz targets for hostile inputs use this module.

use crate::blocks::block::Block;
use crate::blocks::cutter::Cutter;
use crate::blocks::pool::Pool;
use crate::blocks::rows::RowReader;
use crate::input::opened::Input;
use crate::input::opened::unreadable;
use crate::stream::worked;
use crate::ways::{Cut, Rows, Ways};
use std::io::Read;
use std::path::Path;
use urnfield_terminal::{KeyOptions, Refusal};

thread_local! {
    /// Clearing a block for every small input would take longer than reading it.
    static POOL: Pool = Pool::default();
}

/// Returns all keys of an input in order. Messages call the input `name`; `typed.files` is not
/// used.
///
/// ```
/// use std::path::Path;
/// use urnfield_keys::keys_in;
/// use urnfield_terminal::KeyOptions;
/// let typed = KeyOptions { column: Some("pot".into()), ..KeyOptions::default() };
/// let keys = keys_in(&b"id,pot\n1,amphora\n2,\"urn, small\"\n"[..], Path::new("pots.csv"), &typed);
/// assert_eq!(keys.expect("two rows"), [&b"amphora"[..], b"urn, small"]);
/// ```
pub fn keys_in(
    input: impl Read + 'static,
    name: &Path,
    typed: &KeyOptions,
) -> Result<Vec<Vec<u8>>, Refusal> {
    let ways = Ways::typed(typed, Rows::Taken)?;
    let input = Input::new(name, ways.manner, Box::new(input))?;
    let without_mark = |input: Input| input.without_mark().map_err(|no| unreadable(name, no));
    let (most, pool, mut keys) = (ways.most, POOL.with(Pool::clone), Vec::new());
    let (mut lines, mut seen) = (0, 0);
    let mut take = |block: Block| {
        let made = worked(block, &ways, &|block: Block| block.map_keys(<[u8]>::to_vec));
        let made = made.map_err(|unfit| unfit.refusal(name, lines, seen))?;
        lines += made.lines;
        seen += made.keys + made.bad.count;
        keys.extend(made.made);
        Ok::<_, Refusal>(())
    };
    let (by, crlf) = match ways.cut.clone() {
        Cut::Column(column) => {
            let mut table = RowReader::new(input, name, &column, most, &pool);
            if ways.manner.raw {
                table = table.raw();
            }
            while let Some(block) = table.next()? {
                take(block)?;
            }
            return Ok(keys);
        }
        Cut::Lines { crlf } => (b'\n', crlf),
        Cut::Fields(_) => (b'\n', false),
        Cut::Nul => (0, false),
    };
    let input = if by == 0 { input } else { without_mark(input)? };
    let mut cutter = Cutter::new(input, by, crlf, most.bytes, &pool);
    let mut first = true;
    while let Some(block) = cutter.next().map_err(|uncut| uncut.refusal(name, "record", most))? {
        if std::mem::take(&mut first) {
            ways.refuse_bare_cr(name, &block)?;
        }
        take(block)?;
    }
    Ok(keys)
}
