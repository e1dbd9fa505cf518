//! Bloom filters of other libraries: which library wrote these bytes, which bits are set, where an
//! item's positions are. A format is one file; the crate computes no probability and does no I/O.
//!
//! ```
//! use urnfield_foreign::{Key, Parameters, format, read};
//! let spark = format("spark-v2").expect("a known format");
//! let writer = spark.writer.expect("urnfield writes this format");
//! let mut filter = (writer.empty)(&Parameters { bits: 960, hashes: 7, ..Parameters::default() })?;
//! filter.insert(&Key::Integer(42))?;
//! let bytes = (writer.write)(&filter);
//! let found = read(&bytes)?;
//! assert_eq!(found[0].format.name, "spark-v2");
//! assert!(found[0].filters[0].contains(&Key::Integer(42))?);
//! # Ok::<(), urnfield_foreign::Refusal>(())
//! ```
//!
//! | file | idea |
//! |---|---|
//! | `bits` | [`Bits`]: the bits of one layer |
//! | `law` | [`Law`]: how the positions of an item are distributed |
//! | `key` | [`Key`], and [`KeyForm`]: how typed text becomes a key |
//! | `rule` | [`Rule`]: from hash words to positions, and from keys to hash words |
//! | `filter` | [`Foreign`] and [`Layer`]: a filter that was read |
//! | `refusal` | [`Refusal`]: why bytes or keys are not accepted |
//! | `format` | [`Format`]: what is known of one format; [`Writer`] |
//! | `reader` | numbers out of bytes, never more than there are |
//! | `text` | hexadecimal and base64 digits |
//! | `detect` | [`read`]: every format tries the bytes |
//! | `formats` | the formats, one file each, and [`FORMATS`], their table |
//! | `hash` | the hash functions that libraries use, with published test vectors |

mod bits;
mod detect;
mod filter;
mod format;
mod formats;
mod hash;
mod key;
mod law;
mod reader;
mod refusal;
mod rule;
mod text;

pub use bits::Bits;
pub use detect::{Found, format, read, read_as};
pub use filter::{Foreign, Layer, Stated};
pub use format::{Format, Parameters, Writer};
pub use formats::FORMATS;
pub use key::{Key, KeyForm};
pub use law::{Law, Steps};
pub use refusal::Refusal;
pub use rule::Rule;
