//! Bloom filters: insert, ask, merge, save. This half of the library computes no probability.
//!
//! | file | idea |
//! |---|---|
//! | `bloom_filter` | [`Filter`]: one key at a time, union and intersection |
//! | `batches` | [`Filter`]: many keys at once |
//! | `files` | [`Filter`]: bytes, streams and files |
//! | `hash` | keys → 128-bit digests |
//! | `probe` | digests → positions, and the loops over them |
//! | `batch` | the loops over many keys |
//! | `flags` | [`Flags`]: many answers of one bit each |
//! | `merge` | what must agree before filters are merged |
//! | `shared` | [`SharedFilter`]: inserts from many threads through `&self` |
//! | `sealed` | [`SealedFilter`]: what can be done without the secret key |
//! | `view` | [`FilterView`]: answers from bytes that stay where they are |
//! | `format` | the `.urn` format: header, payload, compression |
//! | `disk` | files that are complete or not there, and locks |
//! | `parquet` | [`ParquetFilter`]: the Bloom filters of Parquet files, byte for byte |
//! | `memory` | whether there is memory for a large allocation and for what follows it |
//! | `machine` | the only unsafe code: unchecked bits, cache requests, wide registers, memory maps |
//!
//! `docs/reference/format.md` states the format and the probe rules to the bit. The other half of
//! the library knows rates and sizes: [`Plan`](crate::Plan) finds the [`Design`](crate::Design),
//! [`BlockSizing`](crate::BlockSizing) the [`Blocked`](crate::Blocked), and [`Filter::own_fpr`]
//! computes the rate of a filter in memory.

pub(crate) mod batch;
pub(crate) mod batches;
pub(crate) mod bloom_filter;
pub(crate) mod disk;
pub(crate) mod files;
pub(crate) mod flags;
pub(crate) mod format;
pub(crate) mod hash;
pub(crate) mod machine;
pub(crate) mod memory;
pub(crate) mod merge;
pub(crate) mod parquet;
pub(crate) mod probe;
pub(crate) mod sealed;
pub(crate) mod shared;
pub(crate) mod view;

pub use crate::filter::batches::DigestsOf;
pub use crate::filter::bloom_filter::Filter;
pub use crate::filter::disk::begun::Existing;
pub use crate::filter::disk::file_lock::FileLock;
pub use crate::filter::disk::reserved::ReservedFile;
pub use crate::filter::disk::stamp::FileStamp;
pub use crate::filter::disk::unfinished::remove_unfinished;
pub use crate::filter::disk::whole_file::write_file;
pub use crate::filter::flags::Flags;
pub use crate::filter::format::header::{Encoding, Summary};
pub use crate::filter::format::origin::{Operands, Origin};
pub use crate::filter::format::writing::Packing;
pub use crate::filter::hash::digest::Digest;
pub use crate::filter::hash::digester::{Digester, Hashed, Hashing};
pub use crate::filter::hash::key::Key;
pub use crate::filter::hash::key_kinds::KeyKinds;
pub use crate::filter::hash::tuple::TupleKey;
#[cfg(feature = "mmap")]
pub use crate::filter::machine::Mapped;
pub use crate::filter::memory::{SPARE_MEMORY, memory_is_left, start_thread};
pub use crate::filter::parquet::ParquetFilter;
pub use crate::filter::parquet::files::{ParquetFiles, ParquetFolder};
pub use crate::filter::parquet::footer::{ColumnChunks, ColumnFilter, ParquetFooter};
pub use crate::filter::probe::line::loads::LineLoads;
pub use crate::filter::probe::positions::positions;
pub use crate::filter::sealed::SealedFilter;
pub use crate::filter::shared::SharedFilter;
pub use crate::filter::view::FilterView;
