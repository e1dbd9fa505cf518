//! Questions, each asked once and shared out among the processors.

use std::collections::HashMap;
use std::hash::Hash;
use std::num::NonZero;
use std::sync::atomic::{self, AtomicUsize};
use std::sync::mpsc;
use std::thread;
use urnfield::Error;
use urnfield::filter::start_thread;

/// Returns the different questions in order, and for every question its place among them.
pub(crate) fn each_once<Q: Clone + Eq + Hash>(
    all: impl IntoIterator<Item = Q>,
) -> (Vec<Q>, Vec<usize>) {
    let mut once = Vec::new();
    let mut known = HashMap::new();
    let places = all.into_iter().map(|question| {
        *known.entry(question).or_insert_with_key(|question: &Q| {
            once.push(question.clone());
            once.len() - 1
        })
    });
    let places = places.collect();
    (once, places)
}

/// Answers in the order of the questions; `watch` is told how many of how many there are already.
pub(crate) fn shared_out<Q: Sync, A: Send>(
    questions: &[Q],
    ask: impl Fn(&Q) -> Result<A, Error> + Sync,
    mut watch: impl FnMut(u64, u64),
) -> Result<Vec<A>, Error> {
    let all = questions.len() as u64;
    // A page has no threads, and its module is smaller without the code for them.
    let processors = if cfg!(target_family = "wasm") {
        1
    } else {
        thread::available_parallelism().map_or(1, NonZero::get).min(questions.len())
    };
    if processors <= 1 {
        let each = questions.iter().zip(1..).map(|(question, done)| {
            let answer = ask(question)?;
            watch(done, all);
            Ok(answer)
        });
        return each.collect();
    }
    let next = AtomicUsize::new(0);
    let (found, incoming) = mpsc::channel();
    let mut answers: Vec<Option<A>> = questions.iter().map(|_| None).collect();
    thread::scope(|scope| {
        for started in 0..processors {
            let (found, next, ask) = (found.clone(), &next, &ask);
            let work = move || {
                while let Some((at, question)) = take(next, questions) {
                    let answer = ask(question);
                    let wrong = answer.is_err();
                    // The receiver is gone once something was wrong.
                    if found.send((at, answer)).is_err() || wrong {
                        break;
                    }
                }
            };
            let mine = work.clone();
            let thread = start_thread(|begun| {
                thread::Builder::new().spawn_scoped(scope, move || {
                    begun();
                    mine();
                })
            });
            if thread.is_err() {
                if started == 0 {
                    work();
                }
                break;
            }
        }
        drop(found);
        for ((at, answer), done) in incoming.into_iter().zip(1..) {
            answers[at] = Some(answer?);
            watch(done, all);
        }
        Ok::<(), Error>(())
    })?;
    Ok(answers.into_iter().flatten().collect())
}

fn take<'a, Q>(next: &AtomicUsize, questions: &'a [Q]) -> Option<(usize, &'a Q)> {
    let at = next.fetch_add(1, atomic::Ordering::Relaxed);
    questions.get(at).map(|question| (at, question))
}
