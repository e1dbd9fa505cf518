//! The shape of the project: what may import what, how long files are, what documents name.

#[path = "shape/graph.rs"]
mod graph;
#[path = "shape/house.rs"]
mod house;
#[path = "shape/layering.rs"]
mod layering;
