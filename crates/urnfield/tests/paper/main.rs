//! The paper: its formulas, its misprints, and the ledger of `docs/paper.md`.

mod ledger;
mod paper;
