use crate::key::json::field::*;
use proptest::prelude::*;
use serde_json::Value;

fn found(line: &str, path: &str) -> Result<String, Fault> {
    let path = Path::typed(path).expect("a path");
    let mut out = Vec::new();
    field(line.as_bytes(), &path, &mut out).map(|()| String::from_utf8(out).expect("UTF-8"))
}

#[test]
fn strings_and_whole_numbers_are_keys() {
    let line = r#" {"user": {"url": "http:\/\/a.b\n", "id": -17}, "tags": [[], ["x", 20]], "": 1,
        "gr\u00f6\u00dfe": "\ud83c\udffa", "big": 123456789012345678901234567890, "zero": -0} "#;
    for (path, key) in [
        (".user.url", "http://a.b\n"),
        (".user.id", "-17"),
        (".tags[1][0]", "x"),
        (".tags[1][1]", "20"),
        (".größe", "\u{1f3fa}"),
        (".\"\"", "1"),
        (".big", "123456789012345678901234567890"),
        (".zero", "0"),
    ] {
        assert_eq!(found(line, path).as_deref(), Ok(key), "{path}");
    }
    assert_eq!(found("\"urn\"\r\n", ".").as_deref(), Ok("urn"));
    assert_eq!(found("[1,2]", "[1]").as_deref(), Ok("2"));
    // White space that other readers know and JSON does not.
    assert!(matches!(found("7\u{c}", "."), Err(Fault::Malformed(..))));
}

#[test]
fn what_is_no_key_is_said() {
    for (line, fault) in [
        (r#"{"b":1}"#, Fault::Missing),
        (r#"{"a":null}"#, Fault::Null),
        (r#"[1]"#, Fault::Missing),
        ("5", Fault::Missing),
        (r#"{"a":1,"a":1}"#, Fault::Twice),
        (r#"{"a":1,"\u0061":1}"#, Fault::Twice),
        (r#"{"a":1.0}"#, Fault::NoKey("a number that is not whole")),
        (r#"{"a":1e3}"#, Fault::NoKey("a number that is not whole")),
        (r#"{"a":true}"#, Fault::NoKey("true")),
        (r#"{"a":false}"#, Fault::NoKey("false")),
        (r#"{"a":{}}"#, Fault::NoKey("an object")),
        (r#"{"a":[1]}"#, Fault::NoKey("an array")),
    ] {
        assert_eq!(found(line, ".a"), Err(fault), "{line}");
    }
    for half in [r#""\ud800""#, r#""\udc00""#, r#""\ud800x""#, r#""\ud800\u0041""#] {
        assert!(matches!(found(half, "."), Err(Fault::NoKey(_))), "{half}");
    }
    let mut out = Vec::new();
    let path = Path::typed(".a").expect("a path");
    let fault = field(b"{\"a\":\"\xff\"}", &path, &mut out);
    assert_eq!(fault, Err(Fault::Malformed("its text is not UTF-8", 6)));
}

#[test]
fn nesting_has_an_end_and_the_stack_holds() {
    let nested = |depth: usize| "[".repeat(depth) + &"]".repeat(depth);
    assert_eq!(found(&nested(128), ".a"), Err(Fault::Missing));
    for depth in [129, 1_000_000] {
        assert!(matches!(found(&nested(depth), ".a"), Err(Fault::Malformed(..))));
    }
    assert!(matches!(found(&"[".repeat(1_000_000), ".a"), Err(Fault::Malformed(..))));
}

proptest! {
    #[test]
    fn json_is_what_another_reader_takes_for_it(text in "[\\[\\]{},:\"\\\\untrfalse0-9.eE+ -]{0,24}") {
        let ours = !matches!(found(&text, ".a"), Err(Fault::Malformed(..)));
        let theirs = match serde_json::from_str::<Value>(&text) {
            // A float that large is JSON, if not to everybody; what comes after it was not read.
            Err(error) if error.to_string().contains("out of range") => {
                serde_json::from_str::<serde::de::IgnoredAny>(&text).is_ok()
            }
            Err(_) => false,
            Ok(_) => true,
        };
        prop_assert_eq!(ours, theirs, "{}", text);
    }

    #[test]
    fn written_values_are_found_again(key in "\\PC{0,12}", name in "\\PC{0,8}", number: i64) {
        let quoted = Value::String(name.clone()).to_string();
        let line = format!("{{\"x\":[0,{{{quoted}:{}}}],\"n\":{number}}}", Value::String(key.clone()));
        prop_assert_eq!(found(&line, &format!(".x[1][{quoted}]")), Ok(key));
        if name != "n" && name != "x" {
            prop_assert_eq!(found(&line, ".n"), Ok(number.to_string()));
        }
    }

    #[test]
    fn any_bytes_are_read_or_refused(bytes: Vec<u8>) {
        let path = Path::typed(".a").expect("a path");
        let _ = field(&bytes, &path, &mut Vec::new());
    }
}
