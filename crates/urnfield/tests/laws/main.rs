//! Occupancy laws: against enumeration, exact fractions, other routes and other programs.

mod brute;
mod contour;
mod contour_windows;
mod corners;
mod estimates;
mod identities;
mod large_supports;
mod many_digits;
mod million;
mod oracle;
mod pair;
mod routes;
mod sample;
mod standardized;
