//! Makes cases with the crates bloomfilter and fastbloom, as `checks/foreign/README.md` describes them.
//! Usage: foreign-make FOLDER.

use std::fmt::Write;
use std::fs;
use std::path::PathBuf;

fn key(kind: &str, i: u64) -> String {
    if i % 8 == 7 { format!("{kind}-ß漢😀-{i}") } else { format!("{kind}-{i}") }
}

const STRANGERS: u64 = 1_000_000;

fn main() {
    let folder = PathBuf::from(std::env::args().nth(1).expect("a folder"));
    let write = |name: String, bytes: &[u8]| fs::write(folder.join(name), bytes).expect("the folder can be written");
    let record = |names: &[&str], format: &str, asked: f64, items: u64, contains: &dyn Fn(&str) -> bool| {
        let (members, mut accepted, mut answers) = (items.min(10_000), 0, String::new());
        let members_of = (0..members).map(|i| key("member", i));
        let asked_keys = members_of.chain((0..STRANGERS).map(|i| key("stranger", i)));
        for (i, text) in (0..).zip(asked_keys) {
            let found = u64::from(contains(&text));
            accepted += if i < members { 0 } else { found };
            if i < members + 100_000 {
                writeln!(answers, "{found} {text}").expect("a string");
            }
        }
        for name in names {
            write(format!("{name}.keys"), answers.as_bytes());
            let about = format!(
                "format {format}\nkeys str\nasked {asked}\nitems {items}\nmembers {members}\nstrangers {STRANGERS}\naccepted {accepted}\n"
            );
            write(format!("{name}.about"), about.as_bytes());
        }
        println!("{}: {accepted} of {STRANGERS}", names[0]);
    };
    for (items, asked) in [(50u64, 0.01), (1000, 0.0001), (10_000, 0.01)] {
        let mut seed = [0; 32];
        seed.iter_mut().zip(1..).for_each(|(byte, i)| *byte = i);
        let mut first = bloomfilter::Bloom::<str>::new_for_fp_rate_with_seed(items as usize, asked, &seed).expect("a filter");
        let mut second = fastbloom::BloomFilter::with_false_pos(asked).seed(&(42 << 64 | 7)).expected_items(items as usize);
        for i in 0..items {
            first.set(&key("member", i));
            second.insert(key("member", i).as_str());
        }
        let name = format!("bloomfilter-rs-{items}");
        write(format!("{name}.filter"), &first.to_bytes());
        record(&[&name], "bloomfilter-rs", asked, items, &|text| first.check(text));

        let name = format!("fastbloom-{items}");
        write(format!("{name}.filter"), &bincode::serialize(&second).expect("bytes"));
        write(format!("{name}-json.filter"), &serde_json::to_vec(&second).expect("a text"));
        record(&[&name, &format!("{name}-json")], "fastbloom", asked, items, &|text| second.contains(text));
    }
}
