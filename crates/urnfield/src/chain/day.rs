//! [`Day`] and [`Period`]: when a generation begins, by the date in UTC.

use crate::error::Error;
use std::fmt;
use std::str::FromStr;
use std::time::{SystemTime, UNIX_EPOCH};

const SECONDS: u64 = 86_400;

/// A date in UTC, from 1970-01-01 to 9999-12-31.
///
/// ```
/// use urnfield::chain::Day;
/// let day: Day = "2026-11-19".parse()?;
/// assert_eq!(day.to_string(), "2026-11-19");
/// assert!(day < "2026-12-01".parse()? && "2026-02-30".parse::<Day>().is_err());
/// # Ok::<(), urnfield::Error>(())
/// ```
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Day(u32);

/// The last day that is written with four digits of a year.
const LAST: u32 = 2_932_896;

impl Day {
    /// Returns the day of a moment: the first there is for clocks that are set to an earlier one.
    pub fn of(moment: SystemTime) -> Day {
        let seconds = moment.duration_since(UNIX_EPOCH).map_or(0, |since| since.as_secs());
        Day(u32::try_from(seconds / SECONDS).map_or(LAST, |day| day.min(LAST)))
    }

    /// Returns the day by the clock of this machine.
    pub fn today() -> Day {
        Day::of(SystemTime::now())
    }

    /// The number of the day's period: days from 1970-01-01, or weeks that begin on a Monday.
    fn number(self, every: Period) -> u32 {
        match every {
            Period::Day => self.0,
            // 1970-01-01 was a Thursday.
            Period::Week => (self.0 + 3) / 7,
        }
    }

    /// Returns whether this day lies in a later period than another one.
    pub(crate) fn is_after(self, other: Day, every: Period) -> bool {
        self.number(every) > other.number(every)
    }

    /// Year, month and day in the Gregorian calendar. Years begin in March here, so that a leap day
    /// is the last one of its year.
    fn civil(self) -> (u32, u32, u32) {
        // From 0000-03-01, in eras of 400 years.
        let day = self.0 + 719_468;
        let (era, of_era) = (day / 146_097, day % 146_097);
        let year = (of_era - of_era / 1_460 + of_era / 36_524 - of_era / 146_096) / 365;
        let of_year = of_era - (365 * year + year / 4 - year / 100);
        let month = (5 * of_year + 2) / 153;
        let date = of_year - (153 * month + 2) / 5 + 1;
        let (month, later) = if month < 10 { (month + 3, 0) } else { (month - 9, 1) };
        (era * 400 + year + later, month, date)
    }

    /// The day of a date that may not be in the calendar: then it is another day.
    fn of_civil(year: u32, month: u32, date: u32) -> Option<Day> {
        let (year, month) = if month > 2 { (year, month - 3) } else { (year - 1, month + 9) };
        let (era, of_era) = (year / 400, year % 400);
        let of_year = (153 * month + 2) / 5 + date - 1;
        let day = era * 146_097 + of_era * 365 + of_era / 4 - of_era / 100 + of_year;
        day.checked_sub(719_468).map(Day)
    }
}

impl fmt::Display for Day {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let (year, month, date) = self.civil();
        write!(f, "{year:04}-{month:02}-{date:02}")
    }
}

impl FromStr for Day {
    type Err = Error;

    /// Reads `2026-11-19`.
    fn from_str(text: &str) -> Result<Day, Error> {
        let wrong = || Error::format("a date is written like 2026-11-19, from 1970 on", text);
        let parts: Vec<&str> = text.split('-').collect();
        let &[year, month, date] = &parts[..] else { return Err(wrong()) };
        let number = |digits: &str, most| -> Option<u32> {
            digits.parse().ok().filter(|number| (1..=most).contains(number))
        };
        let found = number(year, 9_999)
            .zip(number(month, 12))
            .zip(number(date, 31))
            .and_then(|((year, month), date)| Day::of_civil(year, month, date))
            .ok_or_else(wrong)?;
        // Other spellings, and days that no month has, come back as something else.
        if found.to_string() == text { Ok(found) } else { Err(wrong()) }
    }
}

/// How long a chain puts keys into one generation.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum Period {
    /// A day in UTC.
    Day,
    /// A week, Monday to Sunday in UTC.
    Week,
}

impl Period {
    /// Every period with its name.
    pub(crate) const NAMES: [(&'static str, Period); 2] =
        [("day", Period::Day), ("week", Period::Week)];
}

impl fmt::Display for Period {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Period::Day => "day",
            Period::Week => "week",
        })
    }
}

impl FromStr for Period {
    type Err = Error;

    /// Reads `day` and `week`.
    fn from_str(text: &str) -> Result<Period, Error> {
        let found = Period::NAMES.iter().find(|(name, _)| *name == text);
        found
            .map(|(_, period)| *period)
            .ok_or_else(|| Error::format("a generation begins every day or every week", text))
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::time::Duration;

    #[test]
    fn days_are_counted_as_calendars_count_them() {
        // Month by month, day by day, from the first there is to the last.
        let (mut day, mut year) = (0, 1970);
        while year <= 9_999 {
            let leap = year % 4 == 0 && (year % 100 != 0 || year % 400 == 0);
            let february = if leap { 29 } else { 28 };
            let lengths = [31, february, 31, 30, 31, 30, 31, 31, 30, 31, 30, 31];
            for (month, length) in (1..).zip(lengths) {
                for date in if cfg!(miri) { length..=length } else { 1..=length } {
                    assert_eq!(Day(day + date - 1).civil(), (year, month, date));
                    assert_eq!(Day::of_civil(year, month, date), Some(Day(day + date - 1)));
                }
                day += length;
            }
            year += 1;
        }
        assert_eq!(day - 1, LAST);
        for wrong in
            ["2026-11-31", "2023-02-29", "1969-12-31", "2026-1-1", "2026-11-19x", "", "1-2"]
        {
            assert!(wrong.parse::<Day>().is_err(), "{wrong}");
        }
        let leap: Day = "2024-02-29".parse().expect("a leap day");
        assert_eq!(leap.to_string(), "2024-02-29");
    }

    #[test]
    fn moments_are_on_their_day() {
        let at = |seconds| Day::of(UNIX_EPOCH + Duration::from_secs(seconds));
        assert_eq!((at(86_399), at(86_400)), (Day(0), Day(1)));
        assert_eq!(Day::of(UNIX_EPOCH - Duration::from_secs(1)), Day(0));
        assert_eq!(at(u64::MAX >> 2), Day(LAST));
    }

    #[test]
    fn weeks_begin_on_mondays() {
        let day = |text: &str| text.parse::<Day>().expect("a day");
        // 2026-11-16 is a Monday.
        let sunday = day("2026-11-15");
        let monday = day("2026-11-16");
        let next = day("2026-11-22");
        assert!(monday.is_after(sunday, Period::Week) && !next.is_after(monday, Period::Week));
        assert!(next.is_after(monday, Period::Day) && !sunday.is_after(monday, Period::Day));
    }
}
