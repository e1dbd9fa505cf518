//! Others who ask `urnfield-answers` are told what the shell tells, to the byte.

use super::folder::Folder;
use super::run;
use urnfield_answers::figure::{AnyLaw, Figure, FigureQuestion};
use urnfield_answers::typed::{FromTyped, Typed};
use urnfield_answers::{
    Form, Look, NameLists, Order, OverlapOfSizes, Population, Question, Report, Unanswered,
};

const FORMS: [(Form, &str); 3] =
    [(Form::Text(7), ""), (Form::Json(15), "--json"), (Form::Json(30), "--json --digits 30")];

fn written(report: Report, form: Form) -> Vec<u8> {
    let mut out = Vec::new();
    report.write(form, &mut out).expect("a vector takes everything");
    out
}

/// `population=9&sizes=3,4`, as it may stand in an address.
fn asked<Q: FromTyped>(words: &str) -> Q {
    let pairs = words.split('&').filter_map(|pair| pair.split_once('='));
    let pairs = pairs.map(|(name, value)| (name.to_owned(), value.to_owned()));
    Q::from_typed("", &Typed(pairs.collect())).expect(words)
}

#[test]
fn overlaps_of_sizes() {
    let words = "population=20000&sizes=300,500,700&observed=15";
    let question: OverlapOfSizes = asked(words);
    for (form, options) in FORMS {
        let shell =
            run(&format!("overlap --population 20000 --sizes 300,500,700 --observed 15 {options}"));
        assert_eq!(written(question.report(form).expect("an answer"), form), shell.stdout);
    }
}

#[test]
fn overlaps_of_names() {
    let lists = [("a", "x\ny\nz\n"), ("b", "y\nz\n"), ("c", "z\nw\n\n")];
    let folder = Folder::new("same-names");
    let titles = lists.iter().map(|(title, _)| title.to_string()).collect();
    let mut read = NameLists::new(titles, Population::Count(9), None).expect("three lists");
    for (title, names) in lists {
        folder.put(&format!("{title}.txt"), names);
        let add = |add: &mut dyn FnMut(&[u8])| -> Result<(), Unanswered> {
            names.lines().for_each(|name| add(name.as_bytes()));
            Ok(())
        };
        read.list(&format!("{title}.txt"), add).expect("names");
    }
    let remarks = format!("urnfield: {}\n", read.remarks().join("\n"));
    let mut question = read.question().expect("names");
    question.order = Order::P;
    let words = "overlap --population 9 --sort p a.txt b.txt c.txt";
    for (form, options) in FORMS {
        let shell = folder.run(&format!("{words} {options}"));
        assert_eq!(written(question.report(form).expect("an answer"), form), shell.stdout);
        assert_eq!(String::from_utf8_lossy(&shell.stderr), remarks);
    }
    let shell = folder.run(&format!("{words} --tsv --plot p.svg"));
    let answer = question.answer(Form::Text(7)).expect("an answer");
    assert_eq!(answer.picture(&Look::default()).svg.as_bytes(), folder.bytes("p.svg"));
    assert_eq!(written(answer.into_tsv(), Form::Text(7)), shell.stdout);
}

#[test]
fn figures() {
    let question = FigureQuestion::Pmf(asked::<AnyLaw>("urns=365&balls=23"));
    let form = Form::Text(Figure::DIGITS);
    let shell = run("figure pmf --urns 365 --balls 23");
    assert_eq!(written(question.report(form).expect("an answer"), form), shell.stdout);
    let json = written(question.report(Form::Json(5)).expect("an answer"), Form::Json(5));
    let json: serde_json::Value = serde_json::from_slice(&json).expect("JSON");
    let lines = shell.stdout.iter().filter(|byte| **byte == b'\n').count();
    assert_eq!(json["rows"].as_array().map(Vec::len), Some(lines - 1));
    assert_eq!(super::check_ends(&json, 5), lines - 1);
}
