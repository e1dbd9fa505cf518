//! Every claim of the paper, with its verdict and the evidence just computed.
//!
//! A claim that is right holds in a batch of cases. Of one that is not, the printed form fails at
//! a counterexample and the right form holds. Truth comes from enumeration and from exact
//! fractions; the paper's forms are those of [`formulas`](crate::formulas), which the library's
//! tests use as well. The verdicts, corrected forms and sources are in `docs/paper/ledger.md`.
//!
//! ```
//! use urnfield_paper::claims::{Verdict, all};
//!
//! let claim = all().find(|claim| claim.label == "eq:batch-variance").expect("in the ledger");
//! assert_eq!(claim.verdict, Verdict::Misprinted);
//! assert!(claim.check().confirmed);
//! ```
//!
//! | file | claims of |
//! |---|---|
//! | `evidence`, `models` | (what a check is, and small models for it) |
//! | `introduction` | section 1 |
//! | `occupancy` | section 2 |
//! | `rates` | section 3 |
//! | `efficiency` | section 4 |
//! | `discussion` | section 5 |
//! | `uses` | sections 1 and 5: families of laws, and their uses |

mod discussion;
mod efficiency;
mod evidence;
mod introduction;
mod models;
mod occupancy;
mod rates;
mod uses;

pub use evidence::{Checked, Claim, Verdict};

/// A section of the paper.
pub struct Section {
    /// As the ledger calls it.
    pub title: &'static str,
    parts: &'static [&'static [Claim]],
}

impl Section {
    /// Its claims, in the order of the ledger.
    pub fn claims(&self) -> impl Iterator<Item = &'static Claim> + use<> {
        self.parts.iter().copied().flatten()
    }
}

/// Every claim of every section.
pub fn all() -> impl Iterator<Item = &'static Claim> {
    SECTIONS.iter().flat_map(Section::claims)
}

/// Checks the claim of this label.
#[cfg(test)]
fn confirmed(label: &str) -> bool {
    all().find(|claim| claim.label == label).is_some_and(|claim| claim.check().confirmed)
}

/// The sections, in the order of the paper.
pub const SECTIONS: &[Section] = &[
    Section { title: "Section 1: introduction", parts: &[introduction::CLAIMS, uses::FAMILIES] },
    Section {
        title: "Section 2: occupancy problems",
        parts: &[
            occupancy::balls::CLAIMS,
            occupancy::unions::CLAIMS,
            occupancy::lists::CLAIMS,
            occupancy::intersections::CLAIMS,
            occupancy::estimators::CLAIMS,
        ],
    },
    Section {
        title: "Section 3: Bloom filters",
        parts: &[
            rates::filters::CLAIMS,
            rates::growth::CLAIMS,
            rates::standard::CLAIMS,
            rates::classic::CLAIMS,
            rates::least::CLAIMS,
        ],
    },
    Section {
        title: "Section 4: efficiency",
        parts: &[efficiency::CLAIMS, efficiency::peaks::CLAIMS, efficiency::valleys::CLAIMS],
    },
    Section { title: "Section 5: discussion", parts: &[discussion::CLAIMS, uses::USES] },
];
