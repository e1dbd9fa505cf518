// What the page gives as Rust, written by `node crates/urnfield-wasm/page/tests/snippets.js rust`.

// plan?items=1e6&fpr=1%25
fn snippet_0() -> Result<(), urnfield::Error> {
    use urnfield::{Kind, Plan, bloom::Sizing};

    let plan = Plan::find(&Sizing::of_items(Kind::Standard, 1000000, &"1/100".parse()?))?;
    println!("{} bits, {} hashes, {} items", plan.design.bits(), plan.design.hashes(), plan.items);
    Ok(())
}

// plan?items=1000&fpr=1e-9&confidence=99.9%25
fn snippet_1() -> Result<(), urnfield::Error> {
    use urnfield::{Kind, Plan, bloom::Sizing};

    let plan = Plan::find(&Sizing::of_items(Kind::Standard, 1000, &"1/1000000000".parse()?).with_confidence(&"999/1000".parse()?))?;
    println!("{} bits, {} hashes, {} items", plan.design.bits(), plan.design.hashes(), plan.items);
    Ok(())
}

// plan?bits=1MiB&fpr=1/500
fn snippet_2() -> Result<(), urnfield::Error> {
    use urnfield::{Kind, Plan, bloom::Sizing};

    let plan = Plan::find(&Sizing::of_bits(Kind::Standard, 8388608, &"1/500".parse()?))?;
    println!("{} bits, {} hashes, {} items", plan.design.bits(), plan.design.hashes(), plan.items);
    Ok(())
}

// plan?bits=512&items=51
fn snippet_3() -> Result<(), urnfield::Error> {
    use urnfield::{Kind, Plan, bloom::Sizing};

    let plan = Plan::find(&Sizing::of_bits_and_items(Kind::Standard, 512, 51))?;
    println!("{} bits, {} hashes, {} items", plan.design.bits(), plan.design.hashes(), plan.items);
    Ok(())
}

// plan?items=1000&fpr=1%25&hashes=4
fn snippet_4() -> Result<(), urnfield::Error> {
    use urnfield::{Kind, Plan, bloom::Sizing};

    let plan = Plan::find(&Sizing::of_items(Kind::Standard, 1000, &"1/100".parse()?).exactly_hashes(4))?;
    println!("{} bits, {} hashes, {} items", plan.design.bits(), plan.design.hashes(), plan.items);
    Ok(())
}

// plan?items=1000&fpr=1%25&max-hashes=4
fn snippet_5() -> Result<(), urnfield::Error> {
    use urnfield::{Kind, Plan, bloom::Sizing};

    let plan = Plan::find(&Sizing::of_items(Kind::Standard, 1000, &"1/100".parse()?).at_most_hashes(4))?;
    println!("{} bits, {} hashes, {} items", plan.design.bits(), plan.design.hashes(), plan.items);
    Ok(())
}

// plan?bits=512&items=51&hashes=7
fn snippet_6() -> Result<(), urnfield::Error> {
    use urnfield::{Design, Kind};

    let design = Design::new(Kind::Standard, 512, 7)?;
    println!("{}", design.holding(51)?.fpr()?);
    Ok(())
}

// plan?bits=512&items=51&fpr=1%25
fn snippet_7() -> Result<(), urnfield::Error> {
    use urnfield::{Design, Kind};

    let design = Design::new(Kind::Standard, 512, 7)?;
    println!("{}", design.holding(51)?.fpr()?);
    Ok(())
}

// rate?bits=64KiB&items=50k&hashes=7
fn snippet_8() -> Result<(), urnfield::Error> {
    use urnfield::{Design, Kind};

    let design = Design::new(Kind::Standard, 524288, 7)?;
    println!("{}", design.holding(50000)?.fpr()?);
    Ok(())
}

// rate?bits=512&items=51&hashes=7&kind=classic
fn snippet_9() -> Result<(), urnfield::Error> {
    use urnfield::{Design, Kind};

    let design = Design::new(Kind::Classic, 512, 7)?;
    println!("{}", design.holding(51)?.fpr()?);
    Ok(())
}

// rate?bits=1024&items=51&hashes=7&kind=line
fn snippet_10() -> Result<(), urnfield::Error> {
    use urnfield::{Blocked, Layout};

    let design = Blocked::lines(Layout::Standard, 2, 7)?;
    println!("{}", design.holding(51).fpr()?);
    Ok(())
}

// rate?bits=1024&items=51&hashes=7&kind=line-classic
fn snippet_11() -> Result<(), urnfield::Error> {
    use urnfield::{Blocked, Layout};

    let design = Blocked::lines(Layout::Classic, 2, 7)?;
    println!("{}", design.holding(51).fpr()?);
    Ok(())
}

// rate?bits=1024&items=51&kind=parquet
fn snippet_12() -> Result<(), urnfield::Error> {
    use urnfield::Blocked;

    let design = Blocked::parquet(4)?;
    println!("{}", design.holding(51).fpr()?);
    Ok(())
}

// rate?bits=512&items=51&hashes=7&see=256
fn snippet_13() -> Result<(), urnfield::Error> {
    use urnfield::{Design, Kind};

    let design = Design::new(Kind::Standard, 512, 7)?;
    println!("{}", design.holding(51)?.fpr()?);
    Ok(())
}

// figure/fp-vs-k?bits=1024&items=100
fn snippet_14() -> Result<(), urnfield::Error> {
    use urnfield::{Kind, Plan};

    let plan = Plan::best_hashes(Kind::Standard, 1024, 100)?;
    println!("{:?}", plan.ties);
    Ok(())
}

// figure/fp-vs-k?bits=1024&items=5&hashes=1-30
fn snippet_15() -> Result<(), urnfield::Error> {
    use urnfield::{Kind, Plan};

    let plan = Plan::best_hashes(Kind::Standard, 1024, 5)?;
    println!("{:?}", plan.ties);
    Ok(())
}

// overlap?population=20000&sizes=300,500&observed=15
fn snippet_16() -> Result<(), urnfield::Error> {
    use urnfield::Occupancy;

    // Lists of these sizes, out of 20000.
    let law = Occupancy::lists(20000, &[300, 500])?;
    println!("{}", law.at_least(15)?);
    Ok(())
}

// overlap?population=20000&sizes=300,400,500&observed=4
fn snippet_17() -> Result<(), urnfield::Error> {
    use urnfield::Occupancy;

    // Lists of these sizes, out of 20000.
    let law = Occupancy::lists(20000, &[300, 400, 500])?;
    println!("{}", law.at_least(4)?);
    Ok(())
}

// estimate/population?marked=50&caught=40&recaptured=8
fn snippet_18() -> Result<(), urnfield::Error> {
    use urnfield::{Committees, Population};

    let samples = [Committees { count: 1, size: 50 }, Committees { count: 1, size: 40 }];
    let seen = Population::new(&samples, 82)?;
    println!("{:?}", seen.interval(&"19/20".parse()?)?);
    Ok(())
}

// estimate/population?sizes=50,40,60&distinct=120&confidence=90%25
fn snippet_19() -> Result<(), urnfield::Error> {
    use urnfield::{Committees, Population};

    let samples = [Committees { count: 1, size: 50 }, Committees { count: 1, size: 40 }, Committees { count: 1, size: 60 }];
    let seen = Population::new(&samples, 120)?;
    println!("{:?}", seen.interval(&"9/10".parse()?)?);
    Ok(())
}

// estimate/population?histories=fox+1,1,0%0Afox+2,1,1%0Afox+3,0,1
fn snippet_20() -> Result<(), urnfield::Error> {
    use urnfield::{Committees, Population};

    let samples = [Committees { count: 1, size: 2 }, Committees { count: 1, size: 2 }];
    let seen = Population::new(&samples, 3)?;
    println!("{:?}", seen.interval(&"19/20".parse()?)?);
    Ok(())
}

// estimate/balls?urns=4^8&occupied=30000
fn snippet_21() -> Result<(), urnfield::Error> {
    use urnfield::Batches;

    let seen = Batches::balls(65536, 30000)?;
    println!("{:?}", seen.interval(&"19/20".parse()?)?);
    Ok(())
}

// estimate/committees?urns=1024&size=10&occupied=600
fn snippet_22() -> Result<(), urnfield::Error> {
    use urnfield::Batches;

    let seen = Batches::committees(1024, 10, 600)?;
    println!("{:?}", seen.interval(&"19/20".parse()?)?);
    Ok(())
}

// birthday?urns=2^61&balls=1e9
fn snippet_23() -> Result<(), urnfield::Error> {
    use urnfield::Occupancy;

    println!("{}", Occupancy::balls(2305843009213693952, 1000000000)?.collision()?);
    Ok(())
}

// law/balls?urns=365&balls=23
fn snippet_24() -> Result<(), urnfield::Error> {
    use urnfield::Occupancy;

    let law = Occupancy::balls(365, 23)?;
    println!("{}", law.mean()?);
    Ok(())
}

// law/balls?urns=365&balls=23&at-least=22&digits=65
fn snippet_25() -> Result<(), urnfield::Error> {
    use urnfield::Occupancy;

    let law = Occupancy::balls(365, 23)?;
    println!("{}", law.at_least(22)?);
    Ok(())
}

// law/union?urns=1000&department=3x500%2B2x80&at-most=900
fn snippet_26() -> Result<(), urnfield::Error> {
    use urnfield::{Committees, Occupancy};

    let law = Occupancy::union(1000, &[Committees { count: 3, size: 500 }, Committees { count: 2, size: 80 }])?;
    println!("{}", law.at_most(900)?);
    Ok(())
}

// law/union?urns=40&department=6x5%2B2x8&quantile=99.9%25
fn snippet_27() -> Result<(), urnfield::Error> {
    use urnfield::{Committees, Occupancy};

    let law = Occupancy::union(40, &[Committees { count: 6, size: 5 }, Committees { count: 2, size: 8 }])?;
    println!("{}", law.quantile(&"999/1000".parse()?)?);
    Ok(())
}

// law/intersection?urns=20000&department=1x5000&department=1x300&pmf=75
fn snippet_28() -> Result<(), urnfield::Error> {
    use urnfield::{Committees, Occupancy};

    let law = Occupancy::intersection(20000, &[&[Committees { count: 1, size: 5000 }], &[Committees { count: 1, size: 300 }]])?;
    println!("{}", law.pmf(75)?);
    Ok(())
}

pub(super) const ALL: &[fn() -> Result<(), urnfield::Error>] = &[
    snippet_0,
    snippet_1,
    snippet_2,
    snippet_3,
    snippet_4,
    snippet_5,
    snippet_6,
    snippet_7,
    snippet_8,
    snippet_9,
    snippet_10,
    snippet_11,
    snippet_12,
    snippet_13,
    snippet_14,
    snippet_15,
    snippet_16,
    snippet_17,
    snippet_18,
    snippet_19,
    snippet_20,
    snippet_21,
    snippet_22,
    snippet_23,
    snippet_24,
    snippet_25,
    snippet_26,
    snippet_27,
    snippet_28,
];
