//! The other core, busy: a thread that reads random cache lines without pause.

use crate::contenders::noise;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering::Relaxed};
use std::thread::JoinHandle;

pub struct Restless {
    enough: Arc<AtomicBool>,
    thread: Option<JoinHandle<u64>>,
}

impl Restless {
    pub fn start() -> Restless {
        let enough = Arc::new(AtomicBool::new(false));
        let seen = enough.clone();
        let thread = std::thread::spawn(move || {
            // 256 MiB: more than any cache that two cores share here.
            let table = noise(1 << 25);
            let (mut at, mut sum) = (1_u64, 0_u64);
            while !seen.load(Relaxed) {
                for _ in 0..4096 {
                    at = at.wrapping_mul(0xd134_2543_de82_ef95).wrapping_add(1);
                    sum = sum.wrapping_add(table[(at >> 39) as usize]);
                }
            }
            sum
        });
        Restless { enough, thread: Some(thread) }
    }
}

impl Drop for Restless {
    fn drop(&mut self) {
        self.enough.store(true, Relaxed);
        std::hint::black_box(self.thread.take().map(JoinHandle::join));
    }
}
