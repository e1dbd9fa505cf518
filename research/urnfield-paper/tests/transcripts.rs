//! The commands as they are typed, and what they answer: through a pipe, without colour.
//! `TRYCMD=overwrite cargo test -p urnfield-paper --test transcripts` writes the answers anew.

#[test]
fn transcripts() {
    trycmd::TestCases::new().env("NO_COLOR", "1").case("tests/transcripts/*.md");
}
