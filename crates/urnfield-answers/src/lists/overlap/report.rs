//! The table as text, with a letter for each list, as tab-separated values and as JSON.

use crate::lists::names::titles::{letter, letters};
use crate::report::value::short;
use crate::{
    Given, ListedName, Note, OverlapAnswer, OverlapRow, Report, Table, Value, Words, object,
    printable,
};
use urnfield::occupancy::Range;
use urnfield::{Enclosure, Interval, Rational};

/// The columns of tab-separated values; intervals have a column for each end.
const COLUMNS: &str = "sets degree observed exclusive expected fold at_least at_most two_sided holm bh \
                       two_sided_fisher p log10_p log10_at_least log10_at_most expected_lo \
                       expected_hi fold_lo fold_hi odds_ratio odds_lo odds_hi given given_p \
                       given_log10_p names names_exclusive";

/// Where those begin that are shown on request.
const GIVEN: usize = 23;
const NAMES: usize = 26;

/// What comes between names in a field.
const BETWEEN: &str = ";";

/// A p-value below this is 0 for most programs.
const SMALLEST: &str = "1e-300";

impl From<OverlapAnswer> for Report {
    fn from(answer: OverlapAnswer) -> Report {
        let mut report = Report::with_notes();
        report.line("population", answer.question.population);
        report.line("tested", answer.question.asking.alternative.in_words());
        report.table(lists(&answer));
        report.table(sizes(&answer));
        report.table(p_values(&answer));
        if answer.question.asking.given {
            report.table(given(&answer));
        }
        if answer.question.asking.names {
            names(&answer, &mut report);
        }
        answer.tell(&mut report);
        report
    }
}

impl OverlapAnswer {
    /// A report whose text is tab-separated values, one row a combination.
    pub fn into_tsv(self) -> Report {
        let mut report = Report::default();
        let wanted = |at: usize| match at {
            NAMES.. => self.question.asking.names,
            GIVEN.. => self.question.asking.given,
            _ => true,
        };
        let names = COLUMNS.split(' ').enumerate().filter(|(at, _)| wanted(*at));
        let rows = self.rows.iter().map(|row| {
            let all = self.columns(row).into_iter().enumerate();
            all.filter(|(at, _)| wanted(*at)).map(|(_, value)| value).collect()
        });
        report.tsv(names.map(|(_, name)| name).collect(), rows.collect());
        report.notes(Note::sentences(&self.question.notes, Words::Shell));
        report
    }

    /// The values of a row, in the order of the columns.
    fn columns(&self, row: &OverlapRow) -> Vec<Value> {
        let combination = &row.combination;
        let ends = |range: &Option<Range>| match range {
            Some(Range { lo, hi }) => {
                let hi = hi.clone().map_or("infinity".into(), Value::Upper);
                [Value::Lower(lo.clone()), hi]
            }
            None => [Value::Null, Value::Null],
        };
        let [fold_lo, fold_hi] = ends(&row.fold_interval);
        let [odds_lo, odds_hi] = ends(&row.odds_interval);
        let by_chance = row.expected_interval.as_ref().and_then(Interval::ends);
        // The list that adds least to what the others share.
        let least = row.given.iter().max_by_key(|given| given.p.as_ref().map(Enclosure::lo));
        let listed = |names: Vec<String>| Value::Text(printable(&names.join(BETWEEN)));
        let members = self.question.members.as_ref();
        let mut columns = vec![
            Value::Together(self.names(&combination.lists)),
            (combination.lists.len() as u64).into(),
            combination.observed.into(),
            combination.exclusive.into(),
        ];
        columns.extend(values(row).map(|(_, value)| Value::from(value)));
        columns.extend([
            by_chance.map(|(lo, _)| lo).into(),
            by_chance.and_then(|(_, hi)| hi).into(),
            fold_lo,
            fold_hi,
            Value::from(&row.odds_ratio),
            odds_lo,
            odds_hi,
            least.map(|given| Value::Together(self.names(&given.rest))).unwrap_or(Value::Null),
            least.and_then(|given| given.p.clone()).into(),
            least.and_then(|given| given.log10_p.clone()).into(),
            members.map(|all| listed(all.shared(&combination.lists))).unwrap_or(Value::Null),
            members.map(|all| listed(all.exclusive(&combination.lists))).unwrap_or(Value::Null),
        ]);
        columns
    }

    fn tell(self, report: &mut Report) {
        report.json("population", self.question.population);
        let list = |list: &crate::NamedList| object! { "name" => &list.name, "size" => list.size };
        report.json("lists", self.question.lists.iter().map(list).collect::<Value>());
        let rows = self.rows.iter().map(|row| self.object(row)).collect::<Vec<Value>>();
        report.json("rows", Value::List(rows));
        let named = |names: Vec<ListedName>| -> Value {
            let one = |one: ListedName| object! { "list" => one.list, "name" => one.name };
            Value::List(names.into_iter().map(one).collect())
        };
        report.json("dropped", named(self.question.dropped));
        report.json("repeated", named(self.question.repeated));
        if let Some(noticed) = Note::noticed(&self.question.notes) {
            report.json("noticed", noticed);
        }
        report.notes(Note::sentences(&self.question.notes, Words::Shell));
        self.question.remarks.into_iter().for_each(|remark| report.unsaid(remark));
    }

    /// A row for programs.
    fn object(&self, row: &OverlapRow) -> Value {
        let lists = &row.combination.lists;
        let mut fields = vec![
            ("sets", Value::Together(self.names(lists))),
            ("degree", (lists.len() as u64).into()),
            ("observed", row.combination.observed.into()),
            ("exclusive", row.combination.exclusive.into()),
        ];
        fields.extend(values(row).map(|(name, value)| (name, Value::from(value))));
        fields.push(("expected_interval", Value::from(&row.expected_interval)));
        fields.push(("fold_interval", Value::from(&row.fold_interval)));
        if lists.len() == 2 {
            fields.push(("odds_ratio", Value::from(&row.odds_ratio)));
            fields.push(("odds_interval", Value::from(&row.odds_interval)));
        }
        if self.question.asking.given {
            let one = |given: &Given| {
                object! {
                    "list" => &self.question.lists[given.list].name,
                    "rest" => self.names(&given.rest),
                    "shared" => given.shared,
                    "p" => &given.p,
                    "log10_p" => &given.log10_p,
                }
            };
            fields.push(("given", row.given.iter().map(one).collect()));
        }
        let members = self.question.members.as_ref();
        fields.push(("names", members.map(|all| all.shared(lists)).into()));
        fields.push(("names_exclusive", members.map(|all| all.exclusive(lists)).into()));
        Value::Object(fields)
    }
}

/// Returns the values that JSON and tab-separated values have in one order, with their names.
fn values(row: &OverlapRow) -> [(&'static str, &Option<Enclosure>); 12] {
    [
        ("expected", &row.expected),
        ("fold", &row.fold),
        ("at_least", &row.at_least),
        ("at_most", &row.at_most),
        ("two_sided", &row.two_sided),
        ("holm", &row.holm),
        ("bh", &row.bh),
        ("two_sided_fisher", &row.fisher),
        ("p", &row.p),
        ("log10_p", &row.log10_p),
        ("log10_at_least", &row.log10_at_least),
        ("log10_at_most", &row.log10_at_most),
    ]
}

/// The lists with their letters. Those that are called by their letters need no second name.
fn lists(answer: &OverlapAnswer) -> Table {
    let letter_of = |list: usize| letter(list).to_string();
    let named =
        answer.question.lists.iter().enumerate().any(|(at, list)| list.name != letter_of(at));
    let columns = if named { &["size", "list"][..] } else { &["size"] };
    let mut table = Table::new(columns.iter().copied());
    for (at, list) in answer.question.lists.iter().enumerate() {
        let cells = [list.size.into(), Value::from(&list.name)];
        table.push(letter_of(at), cells.into_iter().take(columns.len()));
    }
    table
}

/// What was found, and how large it is beside what chance gives.
fn sizes(answer: &OverlapAnswer) -> Table {
    let sure = percent(answer);
    let pairs = answer.rows.iter().any(|row| row.odds_interval.is_some());
    let mut heads = vec![
        "observed".to_owned(),
        "exclusive".into(),
        "expected".into(),
        format!("chance {sure}"),
        "fold".into(),
    ];
    if pairs {
        heads.extend([format!("fold {sure}"), "odds ratio".into(), format!("odds {sure}")]);
    }
    let mut table = Table::new(heads);
    for row in &answer.rows {
        let mut cells = vec![
            row.combination.observed.into(),
            row.combination.exclusive.into(),
            Value::from(&row.expected),
            Value::from(&row.expected_interval),
            Value::from(&row.fold),
        ];
        if pairs {
            cells.extend([
                Value::from(&row.fold_interval),
                Value::from(&row.odds_ratio),
                Value::from(&row.odds_interval),
            ]);
        }
        table.push(letters(&row.combination.lists), cells);
    }
    table
}

/// Returns the table of p-values. Logarithms stand beside values that other programs read as 0.
fn p_values(answer: &OverlapAnswer) -> Table {
    let smallest: Option<Rational> = SMALLEST.parse().ok();
    let tiny = |p: &Option<Enclosure>| {
        p.as_ref().zip(smallest.as_ref()).is_some_and(|(p, least)| p.certainly_lt(least))
    };
    let logs =
        answer.rows.iter().any(|row| [&row.at_least, &row.at_most, &row.p].into_iter().any(tiny));
    let mut heads = vec!["P(>=)", "P(<=)", "two-sided", "Fisher"];
    if logs {
        heads.extend(["log10 P(>=)", "log10 P(<=)"]);
    }
    heads.extend(["Holm", "BH"]);
    let mut table = Table::new(heads);
    for row in &answer.rows {
        let mut cells = [&row.at_least, &row.at_most, &row.two_sided, &row.fisher].to_vec();
        if logs {
            cells.extend([&row.log10_at_least, &row.log10_at_most]);
        }
        cells.extend([&row.holm, &row.bh]);
        table.push(letters(&row.combination.lists), cells.into_iter().map(Value::from));
    }
    table
}

/// Each list of three or more, given what the others share.
fn given(answer: &OverlapAnswer) -> Table {
    let mut table = Table::new(["given", "shared", "of them", "p", "log10 p"]);
    for row in &answer.rows {
        for given in &row.given {
            let cells = [
                Value::from(letters(&given.rest)),
                given.shared.into(),
                row.combination.observed.into(),
                Value::from(&given.p),
                Value::from(&given.log10_p),
            ];
            table.push(letter(given.list), cells);
        }
    }
    table
}

/// The names that every combination shares, and those that are in no other list.
fn names(answer: &OverlapAnswer, report: &mut Report) {
    let Some(members) = &answer.question.members else { return };
    for row in &answer.rows {
        let lists = &row.combination.lists;
        let said = |names: Vec<String>| {
            if names.is_empty() { "none".to_owned() } else { names.join(", ") }
        };
        report.line(letters(lists), said(members.shared(lists)));
        if row.combination.exclusive != row.combination.observed {
            report.line(format!("{} only", letters(lists)), said(members.exclusive(lists)));
        }
    }
}

/// The confidence as a heading has it.
fn percent(answer: &OverlapAnswer) -> String {
    let Ok(sure) = answer.question.asking.sure() else { return String::new() };
    let percent = sure.value() * &Rational::from(100);
    match percent.to_string() {
        whole if whole.len() <= 3 => format!("{whole}%"),
        _ => short(&sure),
    }
}
