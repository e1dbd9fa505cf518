//! Keys of one kind for a filter that holds keys of another kind: each of them would be missed.

use urnfield::filter::KeyKinds;

/// Why keys of this kind are not looked for in a filter, nor added to it, where it certainly holds
/// keys of other kinds only; with the shell's remedy.
///
/// ```
/// use urnfield::filter::KeyKinds;
/// use urnfield_answers::other_kind_of_keys;
/// let said = other_kind_of_keys("ids.urn", KeyKinds::INTEGERS, KeyKinds::TEXTS);
/// assert!(said.is_some_and(|said| said.ends_with("add --integers")));
/// assert_eq!(other_kind_of_keys("ids.urn", KeyKinds::UNKNOWN, KeyKinds::TEXTS), None);
/// ```
pub fn other_kind_of_keys(filter: &str, held: KeyKinds, kind: KeyKinds) -> Option<String> {
    if !held.excludes(kind) {
        return None;
    }
    let names: Vec<&str> = held.names().collect();
    let difference = match kind {
        KeyKinds::TUPLES => {
            "a key of several columns is another key than any text or integer; name one column"
        }
        _ if held == KeyKinds::TUPLES => {
            "a key of several columns is another key than any text or integer; name its columns, \
             as --column a,b or --field .a,.b"
        }
        KeyKinds::INTEGERS => {
            "the integer 42 is another key than the text 42; leave out --integers"
        }
        _ => "the text 42 is another key than the integer 42; add --integers",
    };
    Some(format!("{filter} holds {} only, and {difference}", names.join(" and ")))
}
