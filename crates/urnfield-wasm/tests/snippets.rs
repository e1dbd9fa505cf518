//! What the page gives as Rust compiles, and answers.

#[path = "../../../page/tests/snippets.rs"]
#[rustfmt::skip]
mod snippets;

#[test]
fn what_is_copied_as_rust_answers() {
    for (i, snippet) in snippets::ALL.iter().enumerate() {
        let answered = snippet();
        assert!(answered.is_ok(), "snippet_{i}: {answered:?}");
    }
}
