//! The paper: its formulas, its misprints, and the ledger of `docs/paper/ledger.md`.

mod ledger;
mod paper;
