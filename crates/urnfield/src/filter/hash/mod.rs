//! From keys to 128-bit digests.
//!
//! | file | idea |
//! |---|---|
//! | `digest` | [`Digest`](digest::Digest): 128 bits, and XXH3 of eight bytes |
//! | `digester` | [`Digester`](digester::Digester): bytes and a seed, or bytes and a secret key, to a digest |
//! | `digests` | the digests of many keys, a block at a time where the machine can |
//! | `key` | [`Key`](key::Key): the secret key of a keyed filter, held in one place and wiped at the end |
//! | `key_kinds` | [`KeyKinds`](key_kinds::KeyKinds): whether keys are texts, integers or tuples, which only the header tells |
//! | `tuple` | [`TupleKey`](tuple::TupleKey): keys of several parts |

pub(crate) mod digest;
pub(crate) mod digester;
pub(crate) mod digests;
pub(crate) mod key;
pub(crate) mod key_kinds;
pub(crate) mod tuple;
