//! What the page gives as Rust compiles, and answers.

#[path = "snippets/page.rs"]
#[rustfmt::skip]
mod page;

#[test]
fn what_is_copied_as_rust_answers() {
    for (i, snippet) in page::ALL.iter().enumerate() {
        let answered = snippet();
        assert!(answered.is_ok(), "snippet_{i}: {answered:?}");
    }
}
