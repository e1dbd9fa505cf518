//! Designs and plans as serde writes and reads them.

use urnfield::{Design, Enclosure, Kind, Plan};

#[test]
fn designs_are_checked_when_they_are_read() {
    let design = Design::new(Kind::Classic, 1_000, 7).expect("a design");
    let text = serde_json::to_string(&design).expect("plain fields");
    assert_eq!(text, r#"{"kind":"classic","bits":1000,"hashes":7}"#);
    assert_eq!(serde_json::from_str::<Design>(&text).expect("just written"), design);
    for (text, said) in [
        (r#"{"kind":"classic","bits":6,"hashes":7}"#, "1 <= hashes <= bits"),
        (r#"{"kind":"classic","bits":0,"hashes":7}"#, "at least one bit"),
        (r#"{"kind":"blocked","bits":9,"hashes":7}"#, "blocked"),
        (r#"{"kind":"classic","bits":9,"hashes":7,"blocks":1}"#, "blocks"),
    ] {
        let error = serde_json::from_str::<Design>(text).expect_err("no design");
        assert!(error.to_string().contains(said), "{error}");
    }
}

#[test]
fn plans_are_written_with_their_rate() {
    let fpr = "1%".parse().expect("a rate");
    let plan = Plan::smallest(Kind::Standard, 1000, &fpr).expect("a plan");
    let text = serde_json::to_value(&plan).expect("plain fields");
    assert_eq!(text["design"]["hashes"], 7);
    assert_eq!(text["items"], 1000);
    let fpr: Enclosure = serde_json::from_value(text["fpr"].clone()).expect("an enclosure");
    assert_eq!(fpr, plan.fpr);
}
