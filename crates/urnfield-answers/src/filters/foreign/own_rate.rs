//! The rate of a filter in hand: by the exact law of its positions, or sampled.

use crate::Form;
use crate::filters::foreign::sample::{Sample, sample};
use urnfield::bloom::double::{DoubleHashing, Steps};
use urnfield::{Enclosure, Error, Rate, Rational};
use urnfield_foreign::{Bits, Foreign, Law, Layer};

/// The rate of a filter in hand, and how it is known.
#[derive(Debug, Clone)]
pub enum OwnRate {
    /// By the law of its positions, for hash words that are uniform.
    Exact(Enclosure),
    /// By random hash words in the library's own loop.
    Sampled(Sample),
}

impl OwnRate {
    /// Returns whether the rate is certainly above one that was asked for; for a sample, with its
    /// confidence.
    pub fn is_above(&self, asked: &Rate) -> bool {
        match self {
            OwnRate::Exact(rate) => rate.certainly_gt(asked.value()),
            OwnRate::Sampled(sample) => &sample.interval[0] > asked.value(),
        }
    }
}

/// Reads of words that an exact rate under double hashing may take, about a second.
const MOST_READS: u128 = 1 << 30;

/// How a rate is sampled where there is no law, or it costs too much.
#[derive(Debug, Clone)]
pub(crate) struct Sampling {
    pub(crate) seed: u64,
    pub(crate) most: u64,
    pub(crate) confidence: Rate,
}

/// Finds the rate of a filter.
pub(crate) fn own_rate(
    filter: &Foreign,
    sampling: &Sampling,
    form: Form,
) -> Result<OwnRate, Error> {
    // Layers that use the same hash words are not independent.
    let has_law = filter.layers.len() == 1 || !filter.shares_words;
    let layers: Option<Vec<[Rational; 2]>> =
        if has_law { filter.layers.iter().map(exact).collect::<Result<_, Error>>()? } else { None };
    let Some(layers) = layers else {
        let Sampling { seed, most, confidence } = sampling;
        return Ok(OwnRate::Sampled(sample(filter, *seed, *most, confidence)?));
    };
    let [low, high] = [0, 1].map(|end| {
        let missed = layers.iter().map(|ends| ends[end].complement());
        missed.fold(Rational::one(), |product, one| &product * &one).complement()
    });
    let bits = form.bits().max(64);
    Ok(OwnRate::Exact(if low == high {
        Enclosure::from_rational(&low, bits)
    } else {
        let ends = [&low, &high]
            .map(|end| Enclosure::from_rational(end, bits).reals(bits as usize / 64 + 1));
        Enclosure::between(&ends[0][0], &ends[1][1])
    }))
}

fn share(a: u64, b: u64) -> Rational {
    let quotient = Rational::from(a).checked_div(&Rational::from(b));
    quotient.unwrap_or_else(Rational::zero)
}

/// The exact rate of a layer between two ends, which mostly are equal; `None` where no law says it.
fn exact(layer: &Layer) -> Result<Option<[Rational; 2]>, Error> {
    let (bits, set) = (layer.bits.len(), layer.bits.ones());
    if set == 0 {
        return Ok(Some([Rational::zero(), Rational::zero()]));
    }
    if set == bits {
        return Ok(Some([Rational::one(), Rational::one()]));
    }
    let twice = |rate: Rational| Ok(Some([rate.clone(), rate]));
    match &layer.law {
        Law::Independent => twice(share(set, bits).pow(layer.hashes)),
        Law::Partitioned(slices) => {
            let mut from = 0;
            let mut rate = Rational::one();
            for slice in slices {
                rate = &rate * &share(layer.bits.ones_between(from, from + slice), *slice);
                from += slice;
            }
            twice(rate)
        }
        Law::Double(steps) => Ok(double(layer, *steps)?.map(|rate| [rate.clone(), rate])),
        Law::DoubleOf32Bits => Ok(double(layer, urnfield_foreign::Steps::All)?.map(|rate| {
            let [fewer, more, odd] = closeness(bits, layer.hashes);
            let weight = odd.complement();
            let low = &(&weight * &fewer) * &rate;
            let high = &(&(&weight * &more) * &rate) + &odd;
            [low, if high > Rational::one() { Rational::one() } else { high }]
        })),
        // RocksDB's positions in a line are multiples of one word, for which no law is proved.
        _ => Ok(None),
    }
}

fn double(layer: &Layer, steps: urnfield_foreign::Steps) -> Result<Option<Rational>, Error> {
    let bits = layer.bits.len();
    let reads = u128::from(bits) * u128::from(bits) * u128::from(layer.hashes) / 128;
    if bits < 2 || reads > MOST_READS {
        return Ok(None);
    }
    let steps = match steps {
        urnfield_foreign::Steps::All => Steps::All,
        urnfield_foreign::Steps::NonZero => Steps::Nonzero,
        urnfield_foreign::Steps::Unit => Steps::Unit,
    };
    let filter = DoubleHashing::new(steps, bits, layer.hashes.into())?;
    filter.own_rate(&words(&layer.bits)).map(Some)
}

/// How far pairs of residues of two signed 32-bit words are from uniform: the least and the
/// greatest probability of a pair, times m², and the share of words set apart.
///
/// *Proof.* N consecutive numbers meet each residue of m at least ⌊N/m⌋ and at most ⌈N/m⌉ times, so
/// its probability is between (1 − m/N)/m and (1 + m/N)/m. The first word has N ≥ 2^31 − k − 1 given
/// its sign and |h1| > k, the second 2^32; words with |h1| ≤ k are 2k + 1 of 2^32. ∎
fn closeness(bits: u64, hashes: u32) -> [Rational; 3] {
    let first = share(bits, (1 << 31) - u64::from(hashes) - 1);
    let second = share(bits, 1 << 32);
    let one = Rational::one();
    let fewer = &first.complement() * &second.complement();
    let more = &(&one + &first) * &(&one + &second);
    // From 2^31 bits on nothing is left of the lower end.
    let fewer = if bits >= 1 << 31 { Rational::zero() } else { fewer };
    [fewer, more, share(2 * u64::from(hashes) + 1, 1 << 32)]
}

/// The bits as words: bit i is bit i mod 64 of word i / 64.
fn words(bits: &Bits) -> Vec<u64> {
    let chunks = bits.as_bytes().chunks(8);
    let word = |chunk: &[u8]| chunk.iter().rev().fold(0, |word, byte| word << 8 | u64::from(*byte));
    chunks.map(word).collect()
}
