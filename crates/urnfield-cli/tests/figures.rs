//! `figure`: the data of every figure of the paper, byte for byte; pictures that are whole.

mod folder;

use folder::Folder;
use std::process::{Command, Output};
use urnfield_paper::figures::FIGURES;

fn run(words: &str) -> Output {
    let mut command = Command::new(env!("CARGO_BIN_EXE_urnfield"));
    command.args(words.split_whitespace()).output().expect("the command runs")
}

#[test]
fn the_data_of_every_figure_is_the_reference() {
    assert_eq!(FIGURES.len(), 7);
    for (name, reference) in FIGURES {
        let output = run(&format!("figure {name}"));
        assert!(output.status.success(), "{name}: {output:?}");
        let data = String::from_utf8(output.stdout).expect("text");
        for (ours, theirs) in data.lines().zip(reference.lines()) {
            assert_eq!(ours, theirs, "{name}");
        }
        assert_eq!(data.len(), reference.len(), "{name}");
    }
}

#[test]
fn figures_are_written_whole_and_never_over_a_file() {
    let folder = Folder::new("figures-are-written-whole");
    for (words, ending) in [
        ("figure fp-vs-k -o a.svg", "</svg>\n"),
        ("figure spread -o b.svg", "</svg>\n"),
        ("figure textbook-gap --up-to 100 -o c.svg", "</svg>\n"),
        ("figure pmf --urns 365 --balls 23 -o d.svg", "</svg>\n"),
        ("figure pmf --urns 9 --department 2x3 --department 1x4 --every -o e.csv", "\n"),
    ] {
        let output = folder.run(words);
        assert!(output.status.success() && output.stdout.is_empty(), "{words}: {output:?}");
        let name = words.rsplit(' ').next().expect("a name");
        let text = String::from_utf8(folder.bytes(name)).expect("text");
        assert!(text.ends_with(ending) && !text.contains("NaN"), "{words}");
        let again = folder.run(words);
        assert_eq!(again.status.code(), Some(2));
        let sentence = String::from_utf8_lossy(&again.stderr).into_owned();
        assert!(sentence.contains("exists already; add --force"), "{sentence}");
        assert!(folder.run(&format!("{words} --force")).status.success());
    }
    assert_eq!(folder.names(), ["a.svg", "b.svg", "c.svg", "d.svg", "e.csv"]);
}

#[test]
fn what_cannot_be_drawn_is_refused_in_a_sentence() {
    for (words, part) in [
        ("figure fp-vs-k -o a.jpg", "in .svg, .png, .pdf or .csv"),
        ("figure fp-vs-k --hashes 9-3", "a range"),
        ("figure fp-vs-k --items 0", "at least one item"),
        ("figure fp-vs-k --bits 10 --hashes 1-20", "1 <= hashes <= bits"),
        ("figure pmf --urns 5", "needs --balls, --department or --sizes"),
        ("figure pmf --urns 5 --balls 2 --department 1x2", "has --balls or --department"),
        ("figure pmf --urns 5 --every", "--every is about departments"),
        ("figure classic-efficiency --items 1-1e6", "narrow its ranges"),
    ] {
        let output = run(words);
        assert_eq!(output.status.code(), Some(2), "{words}");
        let sentence = String::from_utf8_lossy(&output.stderr).into_owned();
        assert!(sentence.contains(part), "{words}: {sentence}");
        assert_eq!(sentence.lines().count(), 1, "{sentence}");
    }
}

/// The mean is 6321205.77…: zeros that only hold places are not printed as digits.
#[test]
fn a_legend_has_certain_digits_only() {
    let folder = Folder::new("a-legend-has-certain-digits-only");
    let output = folder.run("figure pmf --urns 1e7 --balls 1e7 -o mean.svg");
    assert!(output.status.success(), "{output:?}");
    let picture = std::fs::read_to_string(folder.path("mean.svg")).expect("just written");
    assert!(picture.contains(">mean 6.3212e6<"), "{picture}");
    assert!(!picture.contains("6321200"), "{picture}");
}
