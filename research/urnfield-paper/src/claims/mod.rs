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
//! | `balls`, `unions`, `lists`, `intersections`, `estimators` | section 2 |
//! | `filters`, `growth`, `standard`, `classic`, `least` | section 3 |
//! | `efficiency`, `peaks`, `valleys` | section 4 |
//! | `discussion` | section 5 |
//! | `uses` | sections 1 and 5: families of laws, and their uses |

mod balls;
mod classic;
mod discussion;
mod efficiency;
mod estimators;
mod evidence;
mod filters;
mod growth;
mod intersections;
mod introduction;
mod least;
mod lists;
mod models;
mod peaks;
mod standard;
mod unions;
mod uses;
mod valleys;

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

/// The sections, in the order of the paper.
pub const SECTIONS: &[Section] = &[
    Section { title: "Section 1: introduction", parts: &[introduction::CLAIMS, uses::FAMILIES] },
    Section {
        title: "Section 2: occupancy problems",
        parts: &[
            balls::CLAIMS,
            unions::CLAIMS,
            lists::CLAIMS,
            intersections::CLAIMS,
            estimators::CLAIMS,
        ],
    },
    Section {
        title: "Section 3: Bloom filters",
        parts: &[filters::CLAIMS, growth::CLAIMS, standard::CLAIMS, classic::CLAIMS, least::CLAIMS],
    },
    Section {
        title: "Section 4: efficiency",
        parts: &[efficiency::CLAIMS, peaks::CLAIMS, valleys::CLAIMS],
    },
    Section { title: "Section 5: discussion", parts: &[discussion::CLAIMS, uses::USES] },
];
