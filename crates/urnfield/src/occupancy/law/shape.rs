//! The shape of a law after degenerate cases are taken out.

use crate::error::Error;

/// `count` committees of `size` members each.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub struct Committees {
    /// How many committees.
    pub count: u64,
    /// How many distinct members each committee has.
    pub size: u64,
}

/// One department after tidying up: no empty committees, one entry a size, largest size first.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct Department {
    pub(crate) committees: Vec<Committees>,
    /// Σ count·size, which fits u64 because the constructor checks it.
    pub(crate) members: u64,
}

/// The shape of a law after degenerate cases are taken out.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) enum Shape {
    /// X has one value.
    Certain(u64),
    /// One department, at least two committees, none of size m.
    Union(Department),
    /// At least two lists of sizes strictly between 0 and m, ascending.
    Lists(Vec<u64>),
    /// At least two departments, one of them with two or more committees.
    General(Vec<Department>),
}

impl Department {
    pub(crate) fn new(committees: &[Committees], urns: u64) -> Result<Department, Error> {
        let mut members = 0u64;
        let mut tidy: Vec<Committees> = Vec::new();
        for &Committees { count, size } in committees {
            if size > urns {
                return Err(Error::domain(
                    "a committee needs 0 <= size <= urns",
                    format!("size = {size} with urns = {urns}"),
                ));
            }
            members = count
                .checked_mul(size)
                .and_then(|product| members.checked_add(product))
                .ok_or_else(|| {
                    Error::domain(
                        "the members of all committees of a department, counted with \
                         repetition, must stay below 2^64",
                        format!("{count} committees of {size}"),
                    )
                })?;
            if count == 0 || size == 0 {
                continue;
            }
            match tidy.iter_mut().find(|c| c.size == size) {
                Some(same) => same.count += count,
                None => tidy.push(Committees { count, size }),
            }
        }
        tidy.sort_by_key(|c| std::cmp::Reverse(c.size));
        Ok(Department { committees: tidy, members })
    }

    /// The largest committee; 0 where there is none.
    pub(crate) fn largest(&self) -> u64 {
        self.committees.first().map_or(0, |c| c.size)
    }

    /// The size of the only committee, if there is just one.
    pub(crate) fn single(&self) -> Option<u64> {
        match self.committees[..] {
            [Committees { count: 1, size }] => Some(size),
            _ => None,
        }
    }
}

impl Shape {
    pub(crate) fn of(urns: u64, departments: Vec<Department>) -> Shape {
        if departments.iter().any(|d| d.committees.is_empty()) {
            return Shape::Certain(0);
        }
        // A department that fills every urn decides nothing.
        let mut rest: Vec<Department> =
            departments.into_iter().filter(|d| d.largest() < urns).collect();
        if rest.is_empty() {
            return Shape::Certain(urns);
        }
        let singles: Option<Vec<u64>> = rest.iter().map(Department::single).collect();
        if let Some(mut lists) = singles {
            if let [size] = lists[..] {
                return Shape::Certain(size);
            }
            lists.sort_unstable();
            return Shape::Lists(lists);
        }
        if rest.len() == 1 {
            return Shape::Union(rest.remove(0));
        }
        Shape::General(rest)
    }
    /// The sizes of two lists, where the law is their overlap.
    pub(crate) fn two_lists(&self) -> Option<[u64; 2]> {
        match self {
            Shape::Lists(lists) => <[u64; 2]>::try_from(&lists[..]).ok(),
            _ => None,
        }
    }
}
