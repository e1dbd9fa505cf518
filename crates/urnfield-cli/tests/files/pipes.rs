//! Filters through pipes, and how many threads work.

use super::{WORDS, built, out, refused, said, with_filter};

#[test]
fn a_filter_goes_through_pipes() {
    let folder = with_filter("pipes-through");
    let output = folder.run("build words.txt --fpr 1e-12 -o -");
    built(&output);
    assert_eq!(output.stdout, folder.bytes("words.urn"));
    assert!(said(&output).starts_with("urnfield: -: standard"), "{output:?}");
    let filter = output.stdout;
    assert_eq!(out(&folder.fed("check - words.txt", &filter)), WORDS);
    assert_eq!(out(&folder.fed("verify - words.urn", &filter)), "-: ok\nwords.urn: ok\n");
    let info = out(&folder.run("info words.urn"));
    assert_eq!(out(&folder.fed("info -", &filter)), info.replace("words.urn", "-"));
    let compared = out(&folder.fed("compare - words.urn", &filter));
    let two = out(&folder.run("compare words.urn words.urn"));
    assert_eq!(
        compared.lines().skip(2).collect::<Vec<_>>(),
        two.lines().skip(2).collect::<Vec<_>>()
    );
    let union = folder.fed("union - words.urn -o -", &filter);
    assert_eq!(union.stdout, folder.bytes("words.urn"));
    let sent = folder.fed("compress - -o -", &filter);
    built(&sent);
    assert_eq!(folder.fed("compress - --raw -o -", &sent.stdout).stdout, filter);
    built(&folder.fed("build words.txt --like - -o like.urn", &filter));
    assert_eq!(folder.bytes("like.urn"), filter);
}

#[test]
fn what_cannot_go_through_a_pipe_is_refused() {
    let folder = with_filter("pipes-refused");
    let filter = folder.bytes("words.urn");
    for words in [
        "check -",
        "check - -",
        "check - --also - words.txt",
        "union - - -o new.urn",
        "info - -",
        "compare - -",
        "dedupe words.txt --state -",
        "add - words.txt",
        "build words.txt --fpr 1% -o - --json",
        "build --like - -o new.urn",
    ] {
        refused(&folder.fed(words, &filter));
    }
    let said = refused(&folder.fed("verify -", [&filter[..], b"x"].concat()));
    assert!(said.contains("stdin was added to"), "{said}");
    let said = refused(&folder.fed("verify -", &filter[..filter.len() - 1]));
    assert!(said.contains("stdin was cut short"), "{said}");
    assert_eq!(folder.names(), ["words.txt", "words.urn"]);
}

#[test]
fn any_number_of_threads_gives_the_same_answers() {
    let folder = with_filter("threads");
    folder.put("many.txt", (0..90_000).map(|i| format!("{i}\n")).collect::<String>());
    built(&folder.run("build many.txt --fpr 1e-9 -o many.urn"));
    for threads in [1, 2, 7] {
        let words = format!("build many.txt --fpr 1e-9 --threads {threads} -o again.urn --force");
        built(&folder.run(&words));
        assert_eq!(folder.bytes("many.urn"), folder.bytes("again.urn"));
        let checked = folder.run(&format!("check many.urn many.txt -c --threads {threads}"));
        assert_eq!(out(&checked), "90000\n");
    }
    for threads in ["0", "257", "two"] {
        refused(&folder.run(&format!("check many.urn many.txt --threads {threads}")));
    }
}
