//! Double hashing: filters whose items take the positions a + i·d mod m, i = 0, …, k − 1, of two
//! random numbers a and d. Many libraries do so, because it is cheap; their items then share more
//! positions than items with independent positions, and the rate is higher.
//!
//! | file | idea |
//! |---|---|
//! | `hashing` | [`DoubleHashing`]: a filter of m bits, and the law that its steps d follow |
//! | `rates` | [`DoubleRates`]: the exact rates of one filter, for any number of items |
//! | `plan` | [`DoublePlan`]: the smallest filter for a rate, each smaller one checked |
//! | `own_rate` | the own rate of given bits: exact, or measured with an interval |
//! | `classes` | the classes of steps that have one table each, without factors of m |
//! | `coincidences` | the table of one class: how often an item meets two bits of a question at once |
//!
//! # The sum
//!
//! Let U(T) be the number of pairs (a, d) whose positions meet a set T of bits, of m·M pairs with M
//! different steps d. A question asks for the bits of one pair, and Theorem 1 of
//! `docs/internals/blocks.md` gives the rate as an alternating sum over subsets of these bits.
//! Shifts and units of Z_m permute the pairs, so all questions whose step has the greatest common
//! divisor g with m have one sum (`classes`):
//!
//! ```text
//! f = Σ_g (φ(m/g)/M)·Σ_{T ⊆ [r]} (−1)^|T| (1 − U_g(T)/(m·M))^n,      r = min(k, m/g).
//! ```
//!
//! U_g(T) is |T|·base minus what pairs with two positions in T are counted too often, which only
//! few *special* steps have (`coincidences`).
//!
//! Coq: `double_hashing.double_classes`, `coincidences.double_rate_coincidences`.

pub(crate) mod classes;
pub(crate) mod coincidences;
pub(crate) mod hashing;
pub(crate) mod own_rate;
pub(crate) mod plan;
pub(crate) mod rates;

pub use crate::bloom::double::hashing::{DoubleHashing, Steps};
pub use crate::bloom::double::own_rate::SampledRate;
pub use crate::bloom::double::plan::DoublePlan;
pub use crate::bloom::double::rates::DoubleRates;
