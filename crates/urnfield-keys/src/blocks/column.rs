//! Which columns of a table hold the key, as they were typed.

use crate::key::parts::refuse_twice;
use std::sync::{Arc, OnceLock};
use urnfield_terminal::{Bad, Refusal};

/// Which column is meant.
#[derive(Clone)]
pub(crate) enum Place {
    /// By its name in the first row.
    Named(String),
    /// By its number, from 0.
    Numbered(usize),
}

/// Where in a row its key stands.
#[derive(Clone)]
pub(crate) struct Column {
    /// The columns of the parts of a key, in order.
    pub(crate) places: Vec<Place>,
    /// The column that is the whole key where there is one of this name: `a,b` may be one column.
    pub(crate) whole: Option<String>,
    /// How many parts a key has, once a first row has told. All files agree.
    pub(crate) found: Arc<OnceLock<usize>>,
    /// Whether some parts are integers and others texts.
    pub(crate) differ: bool,
    /// What is done with rows that are too short. `None` ends the command, which has no --bad.
    pub(crate) bad: Option<Bad>,
    /// Whether the first row is a header.
    pub(crate) header: bool,
    /// `None` takes the delimiter from the name of the file.
    pub(crate) delimiter: Option<u8>,
    /// Whether several files must have the same first row.
    pub(crate) one_table: bool,
}

impl Place {
    /// Parses a number from 1, or else a name.
    fn typed(column: &str) -> Result<Place, Refusal> {
        let is_number = !column.is_empty() && column.bytes().all(|byte| byte.is_ascii_digit());
        match column.parse::<usize>() {
            Ok(number @ 1..) if is_number => Ok(Place::Numbered(number - 1)),
            _ if is_number => {
                let rule = "columns are numbered from 1, and there are fewer than 2^64 of them";
                Err(Refusal::Typed(format!("--column: {rule}, got {column}")))
            }
            _ => Ok(Place::Named(column.to_owned())),
        }
    }
}

/// Splits what was typed at --column into the names of columns.
pub(crate) fn split(text: &str) -> Vec<&str> {
    text.split(',').collect()
}

impl Column {
    /// Creates the columns of a key from their names or numbers.
    pub(crate) fn typed(
        names: &[&str],
        header: bool,
        delimiter: Option<u8>,
        one_table: bool,
    ) -> Result<Column, Refusal> {
        refuse_twice("--column", names)?;
        let places = names.iter().map(|name| Place::typed(name)).collect::<Result<Vec<_>, _>>()?;
        let has_name = places.iter().any(|place| matches!(place, Place::Named(_)));
        Ok(Column {
            whole: (has_name && names.len() > 1).then(|| names.join(",")),
            places,
            found: Arc::default(),
            differ: false,
            bad: None,
            header: header || has_name,
            delimiter,
            one_table,
        })
    }

    /// Sets what --bad and --integers say of the column.
    pub(crate) fn of_keys(self, bad: Bad, differ: bool) -> Column {
        Column { bad: Some(bad), differ, ..self }
    }

    /// Returns the number of parts of a key, if it is known.
    pub(crate) fn parts(&self) -> Option<usize> {
        if self.whole.is_some() { self.found.get().copied() } else { Some(self.places.len()) }
    }

    pub(crate) fn stops(&self) -> bool {
        matches!(self.bad, None | Some(Bad::Stop))
    }
}
