//! A question written as an address, `plan?items=1e6&fpr=1%25`, with a slash between the words of
//! a command.

use crate::Unanswered;
use crate::ask::typed::Typed;

impl Typed {
    /// The words of a command, and what is typed behind them.
    pub fn from_address(address: &str) -> Result<(String, Typed), Unanswered> {
        let (path, query) = address.split_once('?').unwrap_or((address, ""));
        let words: Result<Vec<String>, _> = path.split('/').map(decoded).collect();
        let pairs = query.split('&').filter(|pair| !pair.is_empty()).map(|pair| {
            let (name, value) = pair.split_once('=').unwrap_or((pair, ""));
            Ok((decoded(name)?.replace('-', "_"), decoded(value)?))
        });
        Ok((words?.join(" "), Typed(pairs.collect::<Result<_, Unanswered>>()?)))
    }
}

/// `%25` is a per cent sign, and `+` a space, as browsers write them.
fn decoded(text: &str) -> Result<String, Unanswered> {
    let mut bytes = Vec::with_capacity(text.len());
    let mut rest = text.bytes();
    while let Some(byte) = rest.next() {
        bytes.push(match byte {
            b'+' => b' ',
            b'%' => {
                let mut digit = || char::from(rest.next()?).to_digit(16);
                let pair = digit().zip(digit()).and_then(|(a, b)| u8::try_from(16 * a + b).ok());
                pair.ok_or("an address has two hexadecimal digits behind %; write %25 for %")?
            }
            byte => byte,
        });
    }
    String::from_utf8(bytes).map_err(|_| "an address is written in UTF-8".into())
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    fn read(address: &str) -> Result<(String, Typed), Unanswered> {
        Typed::from_address(address)
    }

    #[test]
    fn addresses_have_the_words_of_the_shell() {
        let (words, typed) =
            read("law/union?urns=40&department=6x5%2B2x8&at-most=9&table").expect("a question");
        assert_eq!(words, "law union");
        let pair = |name: &str, value: &str| (name.to_owned(), value.to_owned());
        let pairs = [
            pair("urns", "40"),
            pair("department", "6x5+2x8"),
            pair("at_most", "9"),
            pair("table", ""),
        ];
        assert_eq!(typed.0, pairs);
        assert_eq!(read("plan?fpr=1+in+10M").expect("a question").1.0[0].1, "1 in 10M");
        assert_eq!(read("").expect("nothing").0, "");
    }

    #[test]
    fn what_is_no_address_is_refused() {
        for address in ["plan?fpr=1%", "plan?fpr=%g0", "plan?fpr=%ff", "%"] {
            assert!(read(address).is_err(), "{address}");
        }
    }

    proptest! {
        #[test]
        fn any_text_is_read_or_refused(text: String) {
            let _ = read(&text);
        }
    }
}
