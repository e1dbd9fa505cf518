//! Every lemma and displayed inequality of `docs/paper/best-hashes.md`, at lattice points: in exact
//! fractions where filters are small, else in doubles with positive terms only.

mod classic;
mod lemmas;
mod model;
mod standard;
mod theorems;
