//! The same loops, compiled for the widest registers that a machine has. What they do is portable code, so
//! all of them give the same.

/// Something to do, all of it inlined where it is run.
pub(in crate::filter) trait Work {
    type Done;
    /// To be marked `#[inline(always)]`, as everything in its loops: what is called is not compiled anew.
    fn run(self) -> Self::Done;
}

/// Does it with AVX-512 or AVX2 where they are there.
#[inline(always)]
pub(in crate::filter) fn by_widest<W: Work>(work: W) -> W::Done {
    #[cfg(all(target_arch = "x86_64", not(miri)))]
    {
        #[target_feature(enable = "avx512f,avx512bw,avx512dq,avx512vl,avx2,bmi1,bmi2,popcnt")]
        fn by_avx512<W: Work>(work: W) -> W::Done {
            work.run()
        }
        #[target_feature(enable = "avx2,bmi1,bmi2,popcnt")]
        fn by_avx2<W: Work>(work: W) -> W::Done {
            work.run()
        }
        match widest() {
            // SAFETY: the machine has all that the function says.
            AVX512 => return unsafe { by_avx512(work) },
            // SAFETY: as above.
            AVX2 => return unsafe { by_avx2(work) },
            _ => (),
        }
    }
    work.run()
}

/// The same for what counts bits: newer machines count those of eight words in one step.
#[inline(always)]
pub(in crate::filter) fn by_counting<W: Work>(work: W) -> W::Done {
    #[cfg(all(target_arch = "x86_64", not(miri)))]
    {
        #[target_feature(enable = "avx512f,avx512vpopcntdq,popcnt")]
        fn by_words<W: Work>(work: W) -> W::Done {
            work.run()
        }
        if is_x86_feature_detected!("avx512vpopcntdq") && widest() == AVX512 {
            // SAFETY: the machine has all that the function says.
            return unsafe { by_words(work) };
        }
    }
    by_widest(work)
}

#[cfg(all(target_arch = "x86_64", not(miri)))]
use detection::{AVX2, AVX512, widest};

#[cfg(all(target_arch = "x86_64", not(miri)))]
mod detection {
    use std::sync::atomic::{AtomicU8, Ordering::Relaxed};

    const NEITHER: u8 = 1;
    pub(super) const AVX2: u8 = 2;
    pub(super) const AVX512: u8 = 3;

    /// 0 until it was asked for. One word, as single questions ask each time.
    static WIDEST: AtomicU8 = AtomicU8::new(0);

    /// What the machine has.
    #[inline(always)]
    pub(super) fn widest() -> u8 {
        match WIDEST.load(Relaxed) {
            0 => detected(),
            known => known,
        }
    }

    #[cold]
    fn detected() -> u8 {
        let avx2 = is_x86_feature_detected!("avx2")
            && is_x86_feature_detected!("bmi1")
            && is_x86_feature_detected!("bmi2")
            && is_x86_feature_detected!("popcnt");
        let avx512 = is_x86_feature_detected!("avx512f")
            && is_x86_feature_detected!("avx512bw")
            && is_x86_feature_detected!("avx512dq")
            && is_x86_feature_detected!("avx512vl");
        let found = match (avx2, avx512) {
            (true, true) => AVX512,
            (true, false) => AVX2,
            _ => NEITHER,
        };
        WIDEST.store(found, Relaxed);
        found
    }
}
