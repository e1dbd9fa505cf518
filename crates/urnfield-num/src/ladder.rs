//! The ladder of precision: ask again with more bits until the answer is decided.

/// Tries one effort after another (bits of precision, mostly) until an attempt decides; `None`
/// where none did. An attempt that fails ends it.
///
/// ```
/// use urnfield_num::{until_decided, Real, Error};
/// // Is √2 above 1.41421356237309504? Sixteen bits cannot tell, some hundred can.
/// let digits = "141421356237309504/100000000000000000".parse()?;
/// let above = until_decided([2, 3, 4], |words| {
///     let square = Real::from_rational(&digits, words).pow(2).enclosure();
///     let two = 2.into();
///     Ok::<_, Error>(match (square.certainly_lt(&two), square.certainly_gt(&two)) {
///         (false, false) => None,
///         (below, _) => Some(below),
///     })
/// })?;
/// assert_eq!(above, Some(true));
/// # Ok::<(), Error>(())
/// ```
pub fn until_decided<E, T, X>(
    efforts: impl IntoIterator<Item = E>,
    mut attempt: impl FnMut(E) -> Result<Option<T>, X>,
) -> Result<Option<T>, X> {
    for effort in efforts {
        if let Some(answer) = attempt(effort)? {
            return Ok(Some(answer));
        }
    }
    Ok(None)
}
