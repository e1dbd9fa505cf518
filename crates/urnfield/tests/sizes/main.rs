//! Questions of any size, and the limits that the documents state.

mod any_size;
mod grid;
mod limits;
mod table_of_limits;
