//! Exhaustive certified sweeps over the paper's two conjectures (`docs/paper/conjectures.md`).
//!
//! ```
//! use urnfield_paper::conjecture::{Conjecture, ClaimForm, Sweep};
//!
//! let found = Sweep::new(Conjecture::BestHashes, ClaimForm::Printed, 8).run(|_, _| {})?;
//! assert!(found.complete);
//! assert_eq!((found.pairs, found.counterexamples.len()), (36, 3));
//! assert_eq!(found.counterexamples[0]["bits"], 5);
//! # Ok::<(), urnfield_paper::conjecture::SweepError>(())
//! ```
//!
//! | file | idea |
//! |---|---|
//! | `counted` | doubles whose roundings are counted |
//! | `classic`, `standard` | rates by chains of positive terms, many at once |
//! | `first`, `statement` | conjecture 1: the best hashes, and what they contradict |
//! | `second` | conjecture 2: the peaks, their drops and the maximum |
//! | `real` | the same peaks over real n |
//! | `sweep` | [`Sweep`]: every m up to the last |
//! | `workers` | pieces of work on all cores |
//! | `record`, `checkpoint` | what was found for each m, and the file that keeps it |
//! | `error` | [`SweepError`]: why there is no answer |

mod checkpoint;
mod classic;
mod counted;
mod error;
mod first;
mod real;
mod record;
mod second;
mod standard;
mod statement;
mod sweep;
mod workers;

pub(crate) use checkpoint::{Checkpoint, Entry};
pub(crate) use workers::on_all_cores;

pub use error::SweepError;
pub use record::Found;
pub use sweep::{ClaimForm, Conjecture, MOST_BITS, Sweep};

pub(crate) use first::best;

/// How many pairs up to m contradict the corrected form of conjecture 1, and how many there are.
pub(crate) fn corrected_first(up_to: u64) -> Result<(usize, u64), urnfield::Error> {
    let formulas = statement::Formulas::new(up_to)?;
    let (mut against, mut pairs) = (0, 0);
    for m in 1..=up_to {
        for pair in first::pairs(m)? {
            against += usize::from(!pair.against_corrected(&formulas)?.is_empty());
            pairs += 1;
        }
    }
    Ok((against, pairs))
}

/// Returns how often the corrected form of conjecture 2 fails, and how many (m,k) were examined.
pub(crate) fn corrected_second(up_to: u64) -> Result<(usize, u64), urnfield::Error> {
    let binomials = second::Binomials::new(up_to);
    let (mut against, mut pairs) = (0, 0);
    for m in 1..=up_to {
        against += second::examine(m, &binomials)?.against_corrected().len();
        pairs += m / 2;
    }
    Ok((against, pairs))
}
