//! One race: every contender with the same keys, in turn, several rounds.

use crate::contenders::{Contender, Entry, Text, noise};
use std::time::Instant;

/// Keys timed at a time. A chunk in which the process was interrupted stands out and is dropped
/// by the median.
const CHUNK: usize = 4096;

/// Beyond this many items a filter is not filled with them but made half full at once.
const REALLY_INSERTED: u64 = 20_000_000;

/// What is timed.
pub const OPERATIONS: [&str; 4] = ["insert", "hit", "miss", "half hits"];

/// One contender's figures.
pub struct Figures {
    pub name: &'static str,
    /// Nanoseconds a key, and how many times as fast as the anchor, for each operation: medians
    /// over rounds of medians over chunks.
    pub times: [(f64, f64); 4],
    /// False positives among the misses, where every item was really inserted.
    pub rate: Option<f64>,
    /// How many misses were asked.
    pub asked: u64,
}

pub fn run(entries: Vec<Entry>, items: u64, texts: bool, rounds: usize) -> Vec<Figures> {
    let prefilled = items > REALLY_INSERTED;
    // Beyond the caches every key is as slow as any other: fewer will do.
    let shown = (if prefilled { 1 << 18 } else { items as usize }) / CHUNK * CHUNK;
    let shown = shown.min(1 << 20);
    // Other keys each time for misses: a predictor soon knows the answers to a few thousand.
    let again = (100_000 / shown).max(1);
    let words = noise(if prefilled { shown } else { items as usize } + shown * again * rounds);
    let (members, others) = words.split_at(words.len() - shown * again * rounds);
    let mut table = vec![Vec::new(); entries.len()];
    let mut asked = vec![(0, 0); entries.len()];
    let mut kept: Vec<Option<Box<dyn Contender>>> = entries.iter().map(|_| None).collect();
    for round in 0..rounds {
        for (at, entry) in entries.iter().enumerate() {
            let mut times: [Vec<f64>; 4] = Default::default();
            for turn in 0..again {
                let mut filter = kept[at].take().unwrap_or_else(|| {
                    let mut filter = (entry.make)();
                    if prefilled {
                        filter.fill_half();
                    }
                    filter
                });
                let others = &others[shown * (round * again + turn)..][..shown];
                let yes = if texts {
                    let text = |words: &[u64]| words.iter().map(|word| as_text(*word)).collect();
                    let members: Vec<Text> = text(members);
                    let others: Vec<Text> = text(others);
                    one_turn(&mut times, shown, &members, &others, &mut *filter)
                } else {
                    one_turn(&mut times, shown, members, others, &mut *filter)
                };
                asked[at].0 += yes;
                asked[at].1 += shown as u64;
                if prefilled {
                    kept[at] = Some(filter);
                }
            }
            table[at].push(times.map(|mut times| median(&mut times)));
        }
    }
    let figures = |(at, entry): (usize, &Entry)| Figures {
        name: entry.name,
        times: std::array::from_fn(|i| {
            let mut times: Vec<f64> = table[at].iter().map(|round| round[i]).collect();
            let pairs = table[0].iter().zip(&table[at]);
            let mut ratios: Vec<f64> = pairs.map(|(anchor, ours)| anchor[i] / ours[i]).collect();
            (median(&mut times), median(&mut ratios))
        }),
        rate: (!prefilled).then(|| asked[at].0 as f64 / asked[at].1 as f64),
        asked: asked[at].1,
    };
    entries.iter().enumerate().map(figures).collect()
}

/// Keys of either kind.
trait Key: Copy {
    fn insert(filter: &mut dyn Contender, keys: &[Self]);
    fn count(filter: &dyn Contender, keys: &[Self]) -> u64;
}

impl Key for u64 {
    fn insert(filter: &mut dyn Contender, keys: &[u64]) {
        filter.insert(keys);
    }
    fn count(filter: &dyn Contender, keys: &[u64]) -> u64 {
        filter.count(keys)
    }
}

impl Key for Text {
    fn insert(filter: &mut dyn Contender, keys: &[Text]) {
        filter.insert_texts(keys);
    }
    fn count(filter: &dyn Contender, keys: &[Text]) -> u64 {
        filter.count_texts(keys)
    }
}

/// Fills a filter and asks it; returns how many of the others it took for members.
fn one_turn<K: Key>(
    times: &mut [Vec<f64>; 4],
    shown: usize,
    members: &[K],
    others: &[K],
    filter: &mut dyn Contender,
) -> u64 {
    timed(&members[..shown], &mut times[0], |chunk| K::insert(filter, chunk));
    for rest in members[shown..].chunks(CHUNK) {
        K::insert(filter, rest);
    }
    let mut found = 0;
    timed(&members[..shown], &mut times[1], |chunk| found += K::count(filter, chunk));
    assert_eq!(found, shown as u64, "a false negative");
    found = 0;
    timed(others, &mut times[2], |chunk| found += K::count(filter, chunk));
    // Members and others in no order that a predictor could learn.
    let coins = noise(shown / 64 + 1);
    let mixed: Vec<K> = (0..shown)
        .map(|i| if coins[i / 64] >> (i % 64) & 1 == 1 { members[i] } else { others[i] })
        .collect();
    timed(&mixed, &mut times[3], |chunk| {
        std::hint::black_box(K::count(filter, chunk));
    });
    found
}

/// One operation on so many keys, untimed, on a filter of ten thousand.
pub fn spin(entry: &Entry, operation: &str, texts: bool, count: usize) {
    let words = noise(10_000 + count);
    let keys: Vec<u64> = match operation {
        "miss" => words[10_000..].to_vec(),
        _ => (0..count).map(|i| words[i % 10_000]).collect(),
    };
    let mut filter = (entry.make)();
    let text = |words: &[u64]| words.iter().map(|word| as_text(*word)).collect::<Vec<Text>>();
    match (texts, operation) {
        (false, "insert") => keys.chunks(CHUNK).for_each(|chunk| filter.insert(chunk)),
        (true, "insert") => text(&keys).chunks(CHUNK).for_each(|chunk| filter.insert_texts(chunk)),
        (false, _) => {
            filter.insert(&words[..10_000]);
            let found: u64 = keys.chunks(CHUNK).map(|chunk| filter.count(chunk)).sum();
            println!("{found} of {count}");
        }
        (true, _) => {
            filter.insert_texts(&text(&words[..10_000]));
            let found: u64 = text(&keys).chunks(CHUNK).map(|chunk| filter.count_texts(chunk)).sum();
            println!("{found} of {count}");
        }
    }
}

/// Nanoseconds a key, chunk by chunk.
fn timed<K>(keys: &[K], times: &mut Vec<f64>, mut run: impl FnMut(&[K])) {
    times.extend(keys.chunks_exact(CHUNK).map(|chunk| {
        let start = Instant::now();
        run(chunk);
        start.elapsed().as_nanos() as f64 / CHUNK as f64
    }));
}

pub fn median(times: &mut [f64]) -> f64 {
    times.sort_by(f64::total_cmp);
    times[times.len() / 2]
}

fn as_text(word: u64) -> Text {
    let mut text = *b"customer-0000000-acc";
    text[9..17].copy_from_slice(&word.to_le_bytes());
    text
}
