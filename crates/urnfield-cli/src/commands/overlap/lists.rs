//! From files to who is in which list.

use super::count::Counts;
use super::names::{self, Odd};
use super::titles::{printable, titles};
use crate::args::Overlap;
use crate::keys;
use crate::refusal::Refusal;
use std::collections::HashMap;
use std::path::{Path, PathBuf};

/// Lists that were read.
pub(super) struct Lists {
    pub(super) population: u64,
    pub(super) titles: Vec<String>,
    pub(super) sizes: Vec<u64>,
    pub(super) counts: Counts,
    /// What somebody may want to hear of.
    pub(super) talk: Vec<String>,
}

/// Every name, with the lists it is in.
#[derive(Default)]
struct Members {
    masks: HashMap<Box<[u8]>, u64>,
    /// Names that are not in the universe, in the order met.
    outside: Vec<Box<[u8]>>,
    talk: Vec<String>,
}

/// What one file had.
#[derive(Default)]
struct Tally {
    /// Different names.
    names: u64,
    repeated: u64,
    dropped: u64,
}

pub(super) fn read(typed: &Overlap) -> Result<Lists, Refusal> {
    check_paths(typed)?;
    let mut members = Members::default();
    let universe = typed.universe.as_deref();
    if let Some(path) = universe {
        members.read_universe(path, typed.crlf)?;
    }
    let mut sizes = Vec::new();
    for (list, path) in typed.lists.iter().enumerate() {
        sizes.push(members.read_list(list, path, typed, universe.is_some())?);
    }
    if !members.outside.is_empty() && !typed.restrict {
        return Err(members.outside_universe());
    }
    let all = members.masks.len() as u64;
    let population = match typed.population {
        Some(population) => population,
        None => all,
    };
    check_population(population, typed, &sizes, all)?;
    let counts = Counts::of(typed.lists.len(), members.masks.into_values());
    Ok(Lists { population, titles: titles(&typed.lists), sizes, counts, talk: members.talk })
}

/// All files are looked at before the first is read.
fn check_paths(typed: &Overlap) -> Result<(), Refusal> {
    let paths: Vec<PathBuf> = typed.universe.iter().chain(&typed.lists).cloned().collect();
    for (i, path) in paths.iter().enumerate() {
        if paths[..i].contains(path) {
            let shown = path.display();
            return Err(Refusal::Typed(match path.as_os_str() == "-" {
                true => "stdin can be read once, got - twice; name files for the others".into(),
                false => {
                    format!("a list is compared with others, got {shown} twice; leave one out")
                }
            }));
        }
    }
    keys::check_files(&paths)
}

fn check_population(
    population: u64,
    typed: &Overlap,
    sizes: &[u64],
    all: u64,
) -> Result<(), Refusal> {
    if population == 0 {
        let sentence = "a population has at least one name, got an empty universe";
        return Err(Refusal::Typed(sentence.into()));
    }
    let longest = sizes.iter().zip(&typed.lists).find(|(size, _)| **size > population);
    if let Some((size, path)) = longest {
        return Err(Refusal::Typed(format!(
            "a list is no longer than the population, got {size} names in {} with population = \
             {population}; give the number of all names there are",
            path.display()
        )));
    }
    if all > population {
        return Err(Refusal::Typed(format!(
            "a population has every name of every list, got {all} different names with \
             population = {population}; give the number of all names there are"
        )));
    }
    Ok(())
}

impl Members {
    fn read_universe(&mut self, path: &Path, crlf: bool) -> Result<(), Refusal> {
        let mut tally = Tally::default();
        let odd = names::read(path, crlf, |name| match self.masks.contains_key(name) {
            true => tally.repeated += 1,
            false => {
                self.masks.insert(name.into(), 0);
                tally.names += 1;
            }
        })?;
        self.tell(path, &tally, odd);
        Ok(())
    }

    /// Reads one list and returns its size.
    fn read_list(
        &mut self,
        list: usize,
        path: &Path,
        typed: &Overlap,
        universe: bool,
    ) -> Result<u64, Refusal> {
        let mut tally = Tally::default();
        let odd = names::read(path, typed.crlf, |name| match self.masks.get_mut(name) {
            Some(mask) if *mask >> list & 1 == 1 => tally.repeated += 1,
            Some(mask) => {
                *mask |= 1 << list;
                tally.names += 1;
            }
            None if universe => {
                tally.dropped += 1;
                if !typed.restrict {
                    self.outside.push(name.into());
                }
            }
            None => {
                self.masks.insert(name.into(), 1 << list);
                tally.names += 1;
            }
        })?;
        self.tell(path, &tally, odd);
        Ok(tally.names)
    }

    fn tell(&mut self, path: &Path, tally: &Tally, odd: Odd) {
        let mut say = |count: u64, one: &str, many: &str| {
            if count > 0 {
                let what = if count == 1 { one } else { many };
                self.talk.push(format!("{}: {count} {what}", path.display()));
            }
        };
        say(odd.empty, "empty line is no name", "empty lines are no names");
        say(
            odd.spaced,
            "name begins or ends in white space, which is part of it",
            "names begin or end in white space, which is part of them",
        );
        say(
            tally.repeated,
            "line repeats a name, which counts once",
            "lines repeat names, which count once",
        );
        say(
            tally.dropped,
            "line is not in the universe and is dropped",
            "lines are not in the universe and are dropped",
        );
        if tally.names == 0 {
            self.talk.push(format!("{}: there is no name in it", path.display()));
        }
    }

    fn outside_universe(mut self) -> Refusal {
        let mut first = Vec::new();
        for name in &self.outside {
            if first.len() < 3 && !first.contains(name) {
                first.push(name.clone());
            }
        }
        self.outside.sort_unstable();
        self.outside.dedup();
        let shown: Vec<String> =
            first.iter().map(|name| quoted(&String::from_utf8_lossy(name))).collect();
        let what = match self.outside.len() {
            1 => "1 name is".to_owned(),
            names => format!("{names} names are"),
        };
        Refusal::Typed(format!(
            "every name must be in the universe, but {what} not: {}{}; add --restrict to drop what \
             is outside",
            shown.join(", "),
            if self.outside.len() > first.len() { ", ..." } else { "" }
        ))
    }
}

/// A name in a sentence, cut short if it is a paragraph; in quotes, as it may end in a space.
fn quoted(name: &str) -> String {
    const SHOWN: usize = 40;
    let cut: String = name.chars().take(SHOWN).collect();
    let dots = if cut.len() < name.len() { "..." } else { "" };
    format!("\"{}{dots}\"", printable(&cut))
}
