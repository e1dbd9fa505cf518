//! Birthdays and waiting times: when members first meet, and how many balls fill so many urns.
//!
//! | file | idea |
//! |---|---|
//! | `birthday` | whether any two members meet |
//! | `many_urns` | [`Collisions`](many_urns::Collisions): birthdays with more than 2^64 urns |
//! | `coupon_collector` | [`Waiting`](coupon_collector::Waiting): the coupon collector |
//! | `harmonic` | sums of 1/j and 1/j² over a range of whole numbers |

pub(crate) mod birthday;
pub(crate) mod coupon_collector;
pub(crate) mod harmonic;
pub(crate) mod many_urns;
