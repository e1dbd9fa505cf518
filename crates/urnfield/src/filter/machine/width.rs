//! The widest registers that loops may use on this machine.

use std::sync::atomic::{AtomicU8, Ordering::Relaxed};

/// A width of registers, with the instructions that the loops need beside it.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
#[repr(u8)]
pub(crate) enum Width {
    /// What every processor of this kind has.
    Portable = 1,
    /// 256 bits: AVX2, BMI1, BMI2 and POPCNT.
    Avx2 = 2,
    /// 512 bits: those, and AVX-512 F, BW, DQ and VL.
    Avx512 = 3,
}

/// 0 until the width was detected. One byte, because single questions load it each time.
static WIDEST: AtomicU8 = AtomicU8::new(0);

impl Width {
    /// Returns the widest that this machine has.
    #[inline(always)]
    pub(crate) fn widest() -> Width {
        match WIDEST.load(Relaxed) {
            0 => detected(),
            1 => Width::Portable,
            2 => Width::Avx2,
            _ => Width::Avx512,
        }
    }
}

#[cold]
fn detected() -> Width {
    let avx2 = is_x86_feature_detected!("avx2")
        && is_x86_feature_detected!("bmi1")
        && is_x86_feature_detected!("bmi2")
        && is_x86_feature_detected!("popcnt");
    let avx512 = is_x86_feature_detected!("avx512f")
        && is_x86_feature_detected!("avx512bw")
        && is_x86_feature_detected!("avx512dq")
        && is_x86_feature_detected!("avx512vl");
    let found = match (avx2, avx512) {
        // Miri knows none of these instructions.
        _ if cfg!(miri) => Width::Portable,
        (true, true) => Width::Avx512,
        (true, false) => Width::Avx2,
        _ => Width::Portable,
    };
    #[cfg(test)]
    let found = found.min(tests::allowed());
    WIDEST.store(found as u8, Relaxed);
    found
}

#[cfg(test)]
mod tests {
    use super::Width;
    use std::io::Write;
    use std::process::Command;

    /// Names the width that a run of the unit tests may not exceed.
    const LIMIT: &str = "URNFIELD_TEST_WIDTH";

    /// Returns the width that this run may not exceed.
    pub(crate) fn allowed() -> Width {
        match std::env::var(LIMIT).as_deref() {
            Err(_) => Width::Avx512,
            Ok("avx2") => Width::Avx2,
            Ok("portable") => Width::Portable,
            Ok(other) => panic!("{LIMIT} is avx2 or portable, got {other}"),
        }
    }

    /// Runs the filter's unit tests again with each narrower width, in a process of its own,
    /// because a process detects its width once.
    #[test]
    fn every_narrower_width_passes_the_unit_tests_of_filters() {
        if cfg!(miri) || std::env::var_os(LIMIT).is_some() {
            return;
        }
        let widest = Width::widest();
        let mut ran = format!("{widest:?}");
        for (width, name) in [(Width::Avx2, "avx2"), (Width::Portable, "portable")] {
            if width >= widest {
                continue;
            }
            let program = std::env::current_exe().expect("this program has a path");
            let output = Command::new(program).arg("filter::").env(LIMIT, name).output();
            let output = output.expect("this program can be run again");
            let said = String::from_utf8_lossy(&output.stdout);
            assert!(output.status.success(), "{name}: {said}");
            assert!(said.contains("machine::avx2::tests::both_ways_give_equal_bits ... ok"));
            ran += &format!(", {width:?}");
        }
        // Past the test runner, which keeps what is printed from a reader.
        let _ = writeln!(std::io::stderr(), "unit tests of filters ran with {ran}");
    }

    #[test]
    fn the_width_is_at_most_what_was_allowed() {
        assert!(Width::widest() <= allowed());
    }
}
