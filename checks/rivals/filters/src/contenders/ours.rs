//! urnfield's filters, asked one by one and in batches.

use super::{Contender, Text, noise};
use urnfield::filter::{ParquetFilter, SharedFilter};
use urnfield::{AnyDesign, Filter};

/// How urnfield is asked.
#[derive(Clone, Copy, PartialEq, Eq)]
pub enum Asked {
    OneByOne,
    Batches,
}

pub struct Ours {
    filter: Filter,
    asked: Asked,
}

impl Ours {
    pub fn new(design: impl Into<AnyDesign>, asked: Asked) -> Ours {
        let design = design.into();
        let filter = Filter::new(design, 0).expect("a filter");
        // What the manual advises for large filters.
        let large = design.bits() > 32 << 23;
        Ours { filter: if large { filter.on_huge_pages() } else { filter }, asked }
    }
}

impl Contender for Ours {
    fn insert(&mut self, keys: &[u64]) {
        match self.asked {
            Asked::OneByOne => keys.iter().for_each(|key| {
                self.filter.insert_u64(*key);
            }),
            Asked::Batches => self.filter.insert_all_u64(keys),
        }
    }

    fn count(&self, keys: &[u64]) -> u64 {
        match self.asked {
            Asked::OneByOne => {
                keys.iter().map(|key| u64::from(self.filter.contains_u64(*key))).sum()
            }
            Asked::Batches => self.filter.contains_all_u64(keys).count(),
        }
    }

    fn insert_texts(&mut self, keys: &[Text]) {
        match self.asked {
            Asked::OneByOne => keys.iter().for_each(|key| {
                self.filter.insert(key);
            }),
            Asked::Batches => self.filter.insert_all(keys),
        }
    }

    fn count_texts(&self, keys: &[Text]) -> u64 {
        match self.asked {
            Asked::OneByOne => keys.iter().map(|key| u64::from(self.filter.contains(key))).sum(),
            Asked::Batches => self.filter.contains_all(keys).count(),
        }
    }

    fn fill_half(&mut self) {
        let design = self.filter.design();
        let mut words = noise(design.bits().div_ceil(64) as usize);
        if let Some(last) = words.last_mut().filter(|_| design.bits() % 64 > 0) {
            *last &= (1 << (design.bits() % 64)) - 1;
        }
        let bytes: Vec<u8> = words.iter().flat_map(|word| word.to_le_bytes()).collect();
        // Into the memory that is there, which is on huge pages.
        let noise = Filter::from_payload(design, 0, 0, &bytes[..]).expect("its bits");
        self.filter.union_with(&noise).expect("alike");
    }
}

/// The same bits, inserted through `&self`.
pub struct OursShared {
    filter: SharedFilter,
    asked: Asked,
}

impl OursShared {
    pub fn new(design: impl Into<AnyDesign>, asked: Asked) -> OursShared {
        OursShared { filter: SharedFilter::new(design, 0).expect("a filter"), asked }
    }
}

impl Contender for OursShared {
    fn insert(&mut self, keys: &[u64]) {
        match self.asked {
            Asked::OneByOne => keys.iter().for_each(|key| {
                self.filter.insert_u64(*key);
            }),
            Asked::Batches => self.filter.insert_all_u64(keys),
        }
    }

    fn count(&self, keys: &[u64]) -> u64 {
        match self.asked {
            Asked::OneByOne => {
                keys.iter().map(|key| u64::from(self.filter.contains_u64(*key))).sum()
            }
            Asked::Batches => self.filter.contains_all_u64(keys).count(),
        }
    }

    fn insert_texts(&mut self, keys: &[Text]) {
        self.filter.insert_all(keys);
    }

    fn count_texts(&self, keys: &[Text]) -> u64 {
        match self.asked {
            Asked::OneByOne => keys.iter().map(|key| u64::from(self.filter.contains(key))).sum(),
            Asked::Batches => self.filter.contains_all(keys).count(),
        }
    }

    fn fill_half(&mut self) {
        let mut full = Ours::new(self.filter.design(), Asked::Batches);
        full.fill_half();
        self.filter = full.filter.into();
    }
}

/// Parquet's filter to the bit, one value at a time.
pub struct OursParquet(pub ParquetFilter);

impl Contender for OursParquet {
    fn insert(&mut self, keys: &[u64]) {
        keys.iter().for_each(|key| {
            self.0.insert(key.to_le_bytes());
        });
    }

    fn count(&self, keys: &[u64]) -> u64 {
        keys.iter().map(|key| u64::from(self.0.contains(key.to_le_bytes()))).sum()
    }

    fn insert_texts(&mut self, keys: &[Text]) {
        keys.iter().for_each(|key| {
            self.0.insert(key);
        });
    }

    fn count_texts(&self, keys: &[Text]) -> u64 {
        keys.iter().map(|key| u64::from(self.0.contains(key))).sum()
    }

    fn fill_half(&mut self) {
        let values = self.0.design().bits() / 12;
        (0..values).for_each(|key| {
            self.0.insert((!key).to_le_bytes());
        });
    }
}
