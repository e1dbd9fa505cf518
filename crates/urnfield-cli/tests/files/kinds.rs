//! Texts and integers: the text 42 and the integer 42 are different keys.

use super::{Folder, built, out, refused};
use urnfield::Filter;
use urnfield::filter::{KeyKinds, Packing};

/// The numbers from 1 to 1000, a line each, as `seq` prints them; and filters of both kinds.
fn with_numbers(name: &str) -> Folder {
    let folder = Folder::new(name);
    let lines: String = (1..=1000).map(|n| format!("{n}\n")).collect();
    folder.put("numbers.txt", lines);
    built(&folder.run("build numbers.txt --fpr 1e-9 -o texts.urn"));
    built(&folder.run("build numbers.txt --integers --fpr 1e-9 -o integers.urn"));
    folder
}

fn loaded(folder: &Folder, name: &str) -> Filter {
    Filter::from_bytes(&folder.bytes(name), None).expect("a filter")
}

/// The shell's filter of lines held none of the integers that Rust asked it for, without a word.
#[test]
fn integers_of_the_shell_are_the_integers_of_rust() {
    let folder = with_numbers("kinds-rust");
    let texts = loaded(&folder, "texts.urn");
    assert_eq!(texts.key_kinds(), KeyKinds::TEXTS);
    assert_eq!((1..=1000).filter(|n| texts.contains_u64(*n)).count(), 0);
    let integers = loaded(&folder, "integers.urn");
    assert_eq!(integers.key_kinds(), KeyKinds::INTEGERS);
    assert!((1..=1000).all(|n| integers.contains_u64(n)));
    assert!((1..=1000_u64).all(|n| integers.contains(n.to_le_bytes())));
    let plan = Filter::for_items(1000, "1e-9").expect("a plan");
    let mut rust = plan;
    rust.insert_all_u64(&(1..=1000).collect::<Vec<_>>());
    assert_eq!(rust.to_bytes(Packing::Raw), folder.bytes("integers.urn"));
}

#[test]
fn keys_of_the_other_kind_are_refused_with_the_remedy() {
    let folder = with_numbers("kinds-refused");
    let before = folder.bytes("integers.urn");
    for command in [
        "check integers.urn numbers.txt",
        "check integers.urn numbers.txt -c",
        "check integers.urn numbers.txt --json",
        "check texts.urn --also integers.urn numbers.txt",
        "add integers.urn numbers.txt",
        "dedupe numbers.txt --state integers.urn",
    ] {
        let said = refused(&folder.run(command));
        assert!(said.contains("integers.urn holds integers only"), "{said}");
        assert!(said.trim_end().ends_with("; add --integers"), "{said}");
    }
    for command in [
        "check texts.urn numbers.txt --integers",
        "check integers.urn --also texts.urn numbers.txt --integers",
        "add texts.urn numbers.txt --integers",
        "dedupe numbers.txt --state texts.urn --integers",
    ] {
        let said = refused(&folder.run(command));
        assert!(said.contains("texts.urn holds texts only"), "{said}");
        assert!(said.trim_end().ends_with("; leave out --integers"), "{said}");
    }
    assert_eq!(folder.bytes("integers.urn"), before);
    for command in
        ["check integers.urn numbers.txt --integers -c", "check texts.urn numbers.txt -c"]
    {
        assert_eq!(out(&folder.run(command)), "1000\n");
    }
    // Other programs' bytes do not tell, and Parquet has several kinds of integers.
    let said = refused(&folder.run("build numbers.txt --integers --fpr 1% --format parquet -o p"));
    assert!(said.contains("leave out --integers"), "{said}");
}

#[test]
fn filters_of_both_kinds_and_of_unknown_kinds_take_all_keys() {
    let folder = with_numbers("kinds-both");
    built(&folder.run("union texts.urn integers.urn -o both.urn"));
    built(&folder.run("intersect texts.urn integers.urn -o neither.urn"));
    let old = loaded(&folder, "integers.urn").with_key_kinds(KeyKinds::UNKNOWN);
    folder.put("old.urn", old.to_bytes(Packing::Raw));
    for (name, kinds) in [
        ("both.urn", r#""key_kinds":["texts","integers"]"#),
        ("neither.urn", r#""key_kinds":null"#),
        ("old.urn", r#""key_kinds":null"#),
        ("texts.urn", r#""key_kinds":["texts"]"#),
    ] {
        let told = out(&folder.run(&format!("info {name} --json")));
        assert!(told.contains(kinds), "{told}");
    }
    let told = out(&folder.run("info both.urn"));
    assert!(
        told.contains("key_kinds          texts, integers") || told.contains("texts, integers"),
        "{told}"
    );
    for name in ["both.urn", "old.urn", "neither.urn"] {
        for how in ["", "--integers"] {
            let output = folder.run(&format!("check {name} numbers.txt -c {how}"));
            assert!(matches!(output.status.code(), Some(0 | 1)), "{output:?}");
        }
    }
    // What is added to an older file leaves it as it is.
    built(&folder.run("add old.urn numbers.txt"));
    assert_eq!(loaded(&folder, "old.urn").key_kinds(), KeyKinds::UNKNOWN);
    built(&folder.run("compress integers.urn -o small.urn"));
    assert_eq!(loaded(&folder, "small.urn").key_kinds(), KeyKinds::INTEGERS);
    // A filter like one of texts is empty, and may be one of integers.
    built(&folder.run("build numbers.txt --integers --like texts.urn -o like.urn"));
    assert_eq!(folder.bytes("like.urn"), folder.bytes("integers.urn"));
    built(&folder.run("dedupe numbers.txt --integers --state new.urn --items 1000 --fpr 1e-9"));
    assert_eq!(folder.bytes("new.urn"), folder.bytes("integers.urn"));
}

#[test]
fn integers_stand_in_lines_columns_fields_and_records() {
    let folder = with_numbers("kinds-places");
    let each = |one: &dyn Fn(u64) -> String| (1..=1000).map(one).collect::<String>();
    folder.put("table.csv", format!("name,n\n{}", each(&|n| format!("\"a\nb\",{n}\n"))));
    folder.put("fields.jsonl", each(&|n| format!("{{\"n\": {n}}}\n")));
    folder.put("strings.jsonl", each(&|n| format!("{{\"n\": \"{n}\"}}\n\n")));
    folder.put("records", each(&|n| format!("{n}\0")));
    folder.put("crlf.txt", each(&|n| format!("{n}\r\n")));
    folder.put("trim.txt", each(&|n| format!(" {n}\t\n")));
    folder.put("zeros.txt", each(&|n| format!("{n:06}\n")));
    for input in [
        "table.csv --column n",
        "table.csv --column 2 --header",
        "fields.jsonl --field .n",
        "strings.jsonl --field .n",
        "records -z",
        "crlf.txt --crlf",
        "trim.txt --trim",
        "zeros.txt",
    ] {
        built(&folder.run(&format!("build {input} --integers --fpr 1e-9 -o new.urn --force")));
        assert_eq!(folder.bytes("new.urn"), folder.bytes("integers.urn"), "{input}");
    }
    // What is printed is the record as it stands there.
    for (input, file) in [("records -z", "records"), ("trim.txt --trim", "trim.txt")] {
        let output = folder.run(&format!("check integers.urn --integers {input}"));
        assert_eq!(output.stdout, folder.bytes(file), "{input}");
    }
    folder.put("ends.txt", "-1\n18446744073709551615\n-9223372036854775808\n9223372036854775808\n");
    built(&folder.run("build ends.txt --integers --fpr 1e-9 -o ends.urn"));
    let ends = loaded(&folder, "ends.urn");
    let mut rust = ends.clone();
    rust.clear();
    rust.insert_all_u64(&[u64::MAX, 1 << 63]);
    assert_eq!(rust.to_bytes(Packing::Raw), ends.to_bytes(Packing::Raw));
}

#[test]
fn what_is_no_integer_is_refused_with_its_line() {
    let folder = with_numbers("kinds-lines");
    for wrong in ["1e3", "+5", " 5", "", "5 ", "-", "1.0", "18446744073709551616", "0x1", "urn"] {
        folder.put("wrong.txt", format!("1\n2\n{wrong}\n4\n"));
        folder.put("wrong.csv", format!("n,m\n1,\"a\nb\"\n\n\"{wrong}\",c\n"));
        folder.put("wrong.jsonl", format!("{{\"n\": 1}}\n\n{{\"n\": \"{wrong}\"}}\n"));
        folder.put("wrong.nul", format!("1\0\n2\0{wrong}\0"));
        for (input, place) in [
            ("wrong.txt", "wrong.txt: line 3 "),
            ("wrong.csv --column n", "wrong.csv: line 5 "),
            ("wrong.jsonl --field .n", "wrong.jsonl: line 3 "),
        ] {
            for command in [
                "build --fpr 1% -o no.urn",
                "check integers.urn",
                "add integers.urn",
                "dedupe --fpr 1%",
            ] {
                let output = folder.run(&format!("{command} {input} --integers"));
                let said = super::said(&output);
                assert_eq!(output.status.code(), Some(2), "{said}");
                assert!(said.contains(place) && said.contains("-2^63 to 2^64 - 1"), "{said}");
            }
        }
        let said = refused(&folder.run("check integers.urn -z wrong.nul --integers"));
        assert!(said.contains("wrong.nul: record 2 has \"\\n2\""), "{said}");
    }
    assert!(!folder.path("no.urn").exists());
    // Behind many blocks, and behind the header of a second file.
    let mut long: String = (0..200_000).map(|n| format!("{n}\n")).collect();
    long.push_str("x\n");
    folder.put("long.txt", &long);
    let said = refused(&folder.run("check integers.urn -c long.txt --integers"));
    assert!(said.contains("long.txt: line 200001 has \"x\""), "{said}");
    folder.put("a.csv", "n\n1\n");
    folder.put("b.csv", "n\n1\n2\nx\n");
    let said = refused(&folder.run("check integers.urn -c a.csv b.csv --column n --integers"));
    assert!(said.contains("b.csv: line 4 has \"x\""), "{said}");
    folder.put("crlf.txt", "1\r\n2\r\n");
    let said = refused(&folder.run("check integers.urn crlf.txt --integers"));
    assert!(said.contains("line 1 ") && said.trim_end().ends_with("add --crlf"), "{said}");
    folder.put("float.jsonl", "{\"n\": 1}\n{\"n\": 1e3}\n");
    let said = refused(&folder.run("check integers.urn -c float.jsonl --field .n --integers"));
    assert!(said.contains("line 2 has a number that is not whole"), "{said}");
}
