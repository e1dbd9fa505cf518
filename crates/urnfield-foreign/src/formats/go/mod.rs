//! Filters of Go's modules.
//!
//! | file | format |
//! |---|---|
//! | `bits_and_blooms` | `bits-and-blooms/bloom`: `WriteTo` and `MarshalJSON` |
//! | `dcso` | `DCSO/bloom`, and Python's flor |

pub(super) mod bits_and_blooms;
pub(super) mod dcso;
