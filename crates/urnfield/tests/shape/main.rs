//! The shape of the project: what may import what, how long files are, what documents name.

mod graph;
mod house;
mod layering;
mod proofs;
