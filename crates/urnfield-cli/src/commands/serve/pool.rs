//! A fixed number of threads that serve connections, and a bounded queue in front of them.
//!
//! All clients have the address of this machine, so a limit per address would tell none of them
//! apart. Instead a slow client loses its thread when another one waits: [`Demand`] shortens every
//! deadline from ten seconds to a quarter of a second.

use std::io;
use std::net::TcpStream;
use std::sync::atomic::{AtomicBool, AtomicUsize, Ordering};
use std::sync::mpsc::{Receiver, SyncSender, sync_channel};
use std::sync::{Arc, Mutex};
use std::thread;
use std::time::Duration;

/// Several browsers at once: each opens about six connections.
const THREADS: usize = 16;
/// Connections that wait for a thread. Further ones wait with the system, which limits them too.
const QUEUE: usize = 16;
/// What a thread may put on its stack; everything large is elsewhere.
const STACK: usize = 256 << 10;
/// How long nothing is accepted after the system refused a connection.
const PAUSE: Duration = Duration::from_millis(50);

/// Whether connections wait that no thread serves.
#[derive(Default)]
pub(crate) struct Demand {
    queued: AtomicUsize,
    /// The system has no descriptor for the next connection.
    short: AtomicBool,
}

impl Demand {
    pub(crate) fn is_unmet(&self) -> bool {
        self.queued.load(Ordering::Relaxed) > 0 || self.short.load(Ordering::Relaxed)
    }
}

pub(crate) struct Pool {
    queue: SyncSender<TcpStream>,
    demand: Arc<Demand>,
}

impl Pool {
    /// Starts the threads, or as many as the system gives; an error if it gives none.
    pub(crate) fn start(
        serve: impl Fn(TcpStream, &Demand) + Clone + Send + 'static,
    ) -> io::Result<Pool> {
        let (queue, connections) = sync_channel(QUEUE);
        let connections = Arc::new(Mutex::new(connections));
        let demand = Arc::<Demand>::default();
        for started in 0..THREADS {
            let connections = Arc::clone(&connections);
            let demand = Arc::clone(&demand);
            let serve = serve.clone();
            let work = move || {
                while let Some(stream) = next(&connections) {
                    demand.queued.fetch_sub(1, Ordering::Relaxed);
                    serve(stream, &demand);
                }
            };
            match thread::Builder::new().stack_size(STACK).spawn(work) {
                Err(error) if started == 0 => return Err(error),
                Err(_) => break,
                Ok(_) => (),
            }
        }
        Ok(Pool { queue, demand })
    }

    /// Serves what the listener accepts, for ever.
    pub(crate) fn serve(&self, mut accept: impl FnMut() -> io::Result<TcpStream>) {
        loop {
            match accept() {
                Ok(stream) => {
                    self.demand.short.store(false, Ordering::Relaxed);
                    self.demand.queued.fetch_add(1, Ordering::Relaxed);
                    // Waits where the queue is full.
                    if self.queue.send(stream).is_err() {
                        return;
                    }
                }
                // Out of descriptors: idle connections are closed now, and nothing spins meanwhile.
                Err(_) => {
                    self.demand.short.store(true, Ordering::Relaxed);
                    thread::sleep(PAUSE);
                }
            }
        }
    }
}

/// The next connection, for the one thread that waits for it while the others wait for their turn.
fn next(connections: &Mutex<Receiver<TcpStream>>) -> Option<TcpStream> {
    connections.lock().ok()?.recv().ok()
}
