//! Floats of a column, which are keys where they are whole: pandas makes floats of a column of
//! integers that has a missing value in it.

use crate::c_data::Array;
use crate::checks::{Extent, has_buffers};
use crate::unread::Unread;
use crate::words::Numbers;

/// From here on not every integer has a float of its own.
const LIMIT: f64 = (1u64 << 53) as f64;

/// Returns the integer that a float is, if it is whole and its absolute value is below 2^53.
pub fn whole(value: f64) -> Option<i64> {
    (value.fract() == 0.0 && value.abs() < LIMIT).then_some(value as i64)
}

/// Returns the sentence that refuses a float; rows count from 1.
pub fn not_whole(value: &str, row: Option<u64>) -> String {
    let place = row.map(|row| format!(" in row {row}")).unwrap_or_default();
    format!(
        "a float must be a whole number below 2^53 to be read as an integer, got {value}{place}; \
         round it, or make it text first"
    )
}

/// Floats of some width, as their bits.
#[derive(Clone, Copy)]
pub(crate) enum Floats<'a> {
    Half(Numbers<'a, u16>),
    Single(Numbers<'a, u32>),
    Double(Numbers<'a, u64>),
}

impl<'a> Floats<'a> {
    /// Returns the floats of a column; `None` where its type is another one.
    pub(crate) fn of(
        format: &str,
        array: &'a Array,
        extent: Extent,
    ) -> Result<Option<Floats<'a>>, Unread> {
        let floats = match format {
            "e" => Floats::Half(Numbers::of(array, 1, extent)?),
            "f" => Floats::Single(Numbers::of(array, 1, extent)?),
            "g" => Floats::Double(Numbers::of(array, 1, extent)?),
            _ => return Ok(None),
        };
        has_buffers(array, 2)?;
        Ok(Some(floats))
    }

    /// Returns the value of a row.
    pub(crate) fn get(&self, row: usize) -> f64 {
        match self {
            Floats::Half(bits) => half(bits.get(row)),
            Floats::Single(bits) => f32::from_bits(bits.get(row)).into(),
            Floats::Double(bits) => f64::from_bits(bits.get(row)),
        }
    }
}

/// Returns the value of a float of 16 bits: a sign, 5 bits of exponent, 10 bits of fraction.
fn half(bits: u16) -> f64 {
    let fraction = f64::from(bits & 0x3FF) / 1024.0;
    let value = match i32::from(bits >> 10 & 0x1F) {
        0 => fraction * f64::powi(2.0, -14),
        31 if fraction == 0.0 => f64::INFINITY,
        31 => f64::NAN,
        exponent => (1.0 + fraction) * f64::powi(2.0, exponent - 15),
    };
    if bits >> 15 == 1 { -value } else { value }
}
