//! x
use urnfield::{Kind, Plan};
#[test]
fn dbg() {
    for n in [15u64, 10, 5, 4, 3, 2, 1] {
        for kind in [Kind::Classic, Kind::Standard] {
            let t = std::time::Instant::now();
            let a = Plan::best_hashes(kind, 1024, n).map(|p| p.ties).map_err(|e| e.to_string());
            println!("{kind:?} {n} {a:?} {:?}", t.elapsed());
        }
    }
    for m in [128u64, 256, 512] {
        let t = std::time::Instant::now();
        let a = Plan::best_hashes(Kind::Standard, m, 1).map(|p| p.ties).map_err(|e| e.to_string());
        println!("{m} {a:?} {:?}", t.elapsed());
    }
}
