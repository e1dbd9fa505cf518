//! Loops that are compiled for the widest registers of a machine too. They are portable code, so
//! all versions give equal results.

#[cfg(all(target_arch = "x86_64", not(miri)))]
use crate::filter::machine::width::Width;

/// Work that is inlined where it is run.
pub(crate) trait Work {
    type Done;
    /// Does the work. Mark it, and every function that its loops call, `#[inline(always)]`, because
    /// functions that are called are not compiled anew.
    fn run(self) -> Self::Done;
}

/// Does the work with AVX-512 or AVX2 where the machine has them.
#[inline(always)]
pub(crate) fn by_widest<W: Work>(work: W) -> W::Done {
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
        match Width::widest() {
            // SAFETY: the machine has all that the function says.
            Width::Avx512 => return unsafe { by_avx512(work) },
            // SAFETY: as above.
            Width::Avx2 => return unsafe { by_avx2(work) },
            Width::Portable => (),
        }
    }
    work.run()
}

/// Does work that counts bits: newer machines count those of eight words in one step.
#[inline(always)]
pub(crate) fn by_counting<W: Work>(work: W) -> W::Done {
    #[cfg(all(target_arch = "x86_64", not(miri)))]
    {
        #[target_feature(enable = "avx512f,avx512vpopcntdq,popcnt")]
        fn by_words<W: Work>(work: W) -> W::Done {
            work.run()
        }
        if is_x86_feature_detected!("avx512vpopcntdq") && Width::widest() == Width::Avx512 {
            // SAFETY: the machine has all that the function says.
            return unsafe { by_words(work) };
        }
    }
    by_widest(work)
}
