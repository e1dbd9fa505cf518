//! The secret key of a keyed filter: in one place of memory however many hold it, never shown, and
//! wiped when the last of them goes.

use crate::filter::hash::digest::Digest;
use siphasher::sip128::{Hasher128, SipHasher24};
use std::fmt;
use std::hash::Hasher;
use std::sync::Arc;
use zeroize::Zeroize;

/// A secret key of the keyed digest. Never stored, never shown, and overwritten in memory when the
/// last clone of it, and the last filter that holds it, is dropped. What a hash in progress leaves
/// in registers and on the stack is beyond that, and so are copies of the bytes that the caller has
/// made.
#[derive(Clone, PartialEq, Eq)]
pub struct Key(Arc<Secret>);

/// The bytes of a key. Not `Clone`: moving or cloning a [`Key`] copies a pointer and leaves no
/// bytes behind.
#[derive(PartialEq, Eq)]
struct Secret([u8; 16]);

impl Drop for Secret {
    fn drop(&mut self) {
        self.0.zeroize();
    }
}

impl Key {
    /// Sixteen secret bytes; take them from the system's random generator.
    pub fn new(mut bytes: [u8; 16]) -> Key {
        let mut secret = Arc::new(Secret([0; 16]));
        // Written where they stay: a value that is built and then moved leaves its first place
        // full.
        if let Some(Secret(place)) = Arc::get_mut(&mut secret) {
            place.copy_from_slice(&bytes);
        }
        bytes.zeroize();
        Key(secret)
    }

    /// Returns eight bytes that tell keys apart and reveal nothing else.
    ///
    /// The digest of a fixed text would reveal half a digest of an item that an adversary can ask
    /// for. The digest of that digest belongs to sixteen secret bytes.
    pub(crate) fn check(&self) -> u64 {
        let inner = self.digest(b"urnfield key check 1");
        let mut bytes = [0; 16];
        bytes[..8].copy_from_slice(&inner.low.to_le_bytes());
        bytes[8..].copy_from_slice(&inner.high.to_le_bytes());
        self.digest(&bytes).low
    }

    pub(crate) fn digest(&self, bytes: &[u8]) -> Digest {
        let mut state = SipHasher24::new_with_key(&self.0.0);
        state.write(bytes);
        let found = state.finish128();
        Digest { low: found.h1, high: found.h2 }
    }
}

impl fmt::Debug for Key {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("Key(secret)")
    }
}

/// Lends a key to a function that opens a filter: its bytes are shared, not copied.
impl From<&Key> for Option<Key> {
    fn from(key: &Key) -> Option<Key> {
        Some(key.clone())
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::design::plain::{Design, Kind};
    use crate::filter::bloom_filter::Filter;
    use crate::filter::hash::digester::{Digester, Hashing};
    use crate::filter::shared::SharedFilter;

    /// The vectors of the SipHash authors' reference: key 00…0f, messages of 0 and 1 byte.
    #[test]
    fn the_keyed_digest_is_siphash_2_4_128() {
        let key = Key::new(std::array::from_fn(|i| i as u8));
        let empty = key.digest(&[]);
        assert_eq!(empty.low.to_le_bytes(), [0xa3, 0x81, 0x7f, 0x04, 0xba, 0x25, 0xa8, 0xe6]);
        assert_eq!(empty.high.to_le_bytes(), [0x6d, 0xf6, 0x72, 0x14, 0xc7, 0x55, 0x02, 0x93]);
        let one = key.digest(&[0]);
        assert_eq!(one.low.to_le_bytes(), [0xda, 0x87, 0xc1, 0xd8, 0x6b, 0x99, 0xaf, 0x44]);
        assert_eq!(one.high.to_le_bytes(), [0x34, 0x76, 0x59, 0x11, 0x9b, 0x22, 0xfc, 0x45]);
    }

    #[test]
    fn a_key_is_never_shown() {
        let key = Key::new([7; 16]);
        assert_eq!(format!("{key:?}"), "Key(secret)");
        assert_eq!(format!("{:?}", Hashing::Key(key.clone())), "Key(Key(secret))");
        assert!(!format!("{:?}", Digester::new(key)).contains("7, 7"));
    }

    /// Returns the bytes of this process at an address. The system reads them, so no pointer is
    /// followed.
    #[cfg(all(target_os = "linux", not(miri)))]
    fn memory(at: usize) -> [u8; 16] {
        use std::os::unix::fs::FileExt;
        let mut found = [0; 16];
        let memory = std::fs::File::open("/proc/self/mem").expect("a process may read itself");
        memory.read_exact_at(&mut found, at as u64).expect("the heap stays mapped");
        found
    }

    #[test]
    #[cfg(all(target_os = "linux", not(miri)))]
    fn a_key_is_wiped_when_the_last_who_holds_it_goes() {
        let bytes: [u8; 16] = std::array::from_fn(|i| 0xa5 ^ (i as u8 * 17));
        let key = Key::new(bytes);
        let at = key.0.0.as_ptr().addr();
        let design = Design::new(Kind::Standard, 1000, 7).expect("small");
        let filter = Filter::new(design, key.clone()).expect("small");
        let copy = filter.clone();
        let digester = filter.digester();
        let shared = SharedFilter::from(copy);
        let file = shared
            .snapshot()
            .expect("small")
            .to_bytes(crate::filter::format::writing::Packing::Raw);
        let read = Filter::from_bytes(&file, key.clone()).expect("as it was written");
        drop(key);
        drop(filter);
        drop(shared);
        drop(digester);
        assert_eq!(memory(at), bytes, "the filter that was read still needs it");
        assert!(!read.contains("urn"));
        drop(read);
        // Its place may have been given to another thread by now, but its bytes are gone.
        assert_ne!(memory(at), bytes);
    }
}
