//! A map whose copies share what they have in common, for the reason given in
//! [`shared_vec`](super::shared_vec). Its order is the order of insertion, so that nothing that
//! is shown depends on a hash.

use super::shared_vec::SharedVec;
use std::fmt;
use std::hash::{Hash, Hasher};

/// A map with cheap copies. Keys are never taken out.
#[derive(Clone, PartialEq)]
pub struct SharedMap<K, V> {
    /// A hash table with open addressing, of marks. Its length is a power of two, and at least
    /// half of it is free.
    table: SharedVec<Mark>,
    entries: SharedVec<(K, V)>,
}

/// What a place in the table says of an entry: nothing (0), or where it is, plus one, and above
/// that eight bits of its key's hash. Most of the entries that are not the one that is looked for
/// are told apart by these, without a look at memory far away.
type Mark = u32;

/// The bits of a mark that say where the entry is. More entries there cannot be.
const PLACE: u32 = (1 << 24) - 1;

impl<K: Clone + Eq + Hash, V: Clone> SharedMap<K, V> {
    /// An empty map.
    pub fn new() -> Self {
        Self {
            table: free_table(TABLE_MIN),
            entries: SharedVec::new(),
        }
    }

    /// How many keys there are.
    pub fn len(&self) -> usize {
        self.entries.len()
    }

    /// Whether there are none.
    pub fn is_empty(&self) -> bool {
        self.entries.is_empty()
    }

    /// Where the key's entry stands, and its value. It stays there.
    #[inline]
    pub fn find(&self, key: &K) -> Option<(usize, &V)> {
        let hash = hash(key);
        let mut home = self.home(hash);
        loop {
            let mark = *self.table.get(home)?;
            if mark == 0 {
                return None;
            }
            if (mark ^ hash as u32) & !PLACE == 0 {
                let place = (mark & PLACE) as usize - 1;
                let (found, value) = self.entries.get(place)?;
                if found == key {
                    return Some((place, value));
                }
            }
            home = (home + 1) & (self.table.len() - 1);
        }
    }

    /// The value at a place that [`find`](Self::find) gave, to be changed in this copy only.
    #[inline]
    pub fn at_mut(&mut self, place: usize) -> &mut V {
        &mut self.entries.get_mut(place).expect("a place from find").1
    }

    /// The value of a key.
    pub fn get(&self, key: &K) -> Option<&V> {
        self.find(key).map(|(_, value)| value)
    }

    /// Gives a key its value, in place of the one it had.
    pub fn insert(&mut self, key: K, value: V) {
        match self.find(&key) {
            Some((place, _)) => *self.at_mut(place) = value,
            None => self.insert_new(key, value),
        }
    }

    /// Gives a value to a key that is not there yet.
    pub fn insert_new(&mut self, key: K, value: V) {
        let hash = hash(&key);
        self.entries.push((key, value));
        if self.entries.len() * 2 > self.table.len() {
            self.grow();
        } else {
            self.enter(hash, self.entries.len());
        }
    }

    /// Keys and values in the order of insertion.
    pub fn iter(&self) -> impl DoubleEndedIterator<Item = (&K, &V)> + ExactSizeIterator {
        self.entries.iter().map(|(key, value)| (key, value))
    }

    fn grow(&mut self) {
        self.table = free_table(self.table.len() * 2);
        let entries = self.entries.clone();
        for ((key, _), number) in entries.iter().zip(1..) {
            self.enter(hash(key), number);
        }
    }

    /// Marks the first free place of the table as the `number`th entry's.
    fn enter(&mut self, hash: u64, number: usize) {
        assert!(
            number <= PLACE as usize,
            "no more entries than marks can tell apart"
        );
        let mut home = self.home(hash);
        while self.table.get(home) != Some(&0) {
            home = (home + 1) & (self.table.len() - 1);
        }
        let mark = self.table.get_mut(home).expect("a place in the table");
        *mark = (hash as u32 & !PLACE) | number as u32;
    }

    /// Where in the table the search for a key begins. The high bits of a product are the well
    /// mixed ones.
    #[inline]
    fn home(&self, hash: u64) -> usize {
        (hash >> 32) as usize & (self.table.len() - 1)
    }
}

#[inline]
fn hash<K: Hash>(key: &K) -> u64 {
    let mut hasher = Multiply(0);
    key.hash(&mut hasher);
    hasher.finish()
}

const TABLE_MIN: usize = 8;

fn free_table(len: usize) -> SharedVec<Mark> {
    std::iter::repeat_n(0, len).collect()
}

/// Multiplicative hashing. No secret is needed: a crowd of keys that collide only makes the
/// reader's own page slower.
struct Multiply(u64);

impl Multiply {
    #[inline]
    fn add(&mut self, word: u64) {
        /// 2^64 divided by the golden ratio, odd: spreads neighbours far apart.
        const FACTOR: u64 = 0x9e37_79b9_7f4a_7c15;
        self.0 = (self.0.rotate_left(5) ^ word).wrapping_mul(FACTOR);
    }
}

impl Hasher for Multiply {
    #[inline]
    fn finish(&self) -> u64 {
        self.0
    }

    fn write(&mut self, bytes: &[u8]) {
        for byte in bytes {
            self.add(u64::from(*byte));
        }
    }

    #[inline]
    fn write_u64(&mut self, word: u64) {
        self.add(word);
    }

    #[inline]
    fn write_i64(&mut self, word: i64) {
        self.add(word as u64);
    }
}

impl<K: Clone + Eq + Hash, V: Clone> Default for SharedMap<K, V> {
    fn default() -> Self {
        Self::new()
    }
}

impl<K: fmt::Debug, V: fmt::Debug> fmt::Debug for SharedMap<K, V> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_map()
            .entries(self.entries.iter().map(|(key, value)| (key, value)))
            .finish()
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::collections::BTreeMap;

    #[test]
    fn it_agrees_with_a_map_of_the_standard_library() {
        let mut ours = SharedMap::new();
        let mut theirs = BTreeMap::new();
        // Keys that repeat, and keys whose low bits are all equal.
        for n in 0..5_000_u64 {
            let key = (n * n % 777) << (n % 40);
            ours.insert(key, n);
            theirs.insert(key, n);
        }
        assert_eq!(ours.len(), theirs.len());
        for (key, value) in &theirs {
            assert_eq!(ours.get(key), Some(value));
        }
        assert_eq!(ours.get(&(1 << 63)), None);
    }

    #[test]
    fn a_copy_keeps_what_it_had() {
        let mut map: SharedMap<i64, i64> = SharedMap::new();
        map.insert(1, 10);
        let before = map.clone();
        for key in 0..100 {
            map.insert(key, key);
        }
        assert_eq!(before.len(), 1);
        assert_eq!(before.get(&1), Some(&10));
        assert_eq!(map.iter().next(), Some((&1, &1)));
    }
}
