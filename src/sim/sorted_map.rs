//! A small map in the order of its keys.
//!
//! The maps of a world have at most 26 keys. For those a sorted list is as fast as a tree, and a
//! sixth of its code: eight of the standard library's trees weighed as much in the page as the
//! whole text form.

use std::ops::Index;

/// A map in the order of its keys, for a few of them.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct SortedMap<K, V>(Vec<(K, V)>);

impl<K: Ord, V> SortedMap<K, V> {
    /// An empty map.
    pub const fn new() -> Self {
        Self(Vec::new())
    }

    /// How many keys there are.
    pub fn len(&self) -> usize {
        self.0.len()
    }

    /// Whether there are none.
    pub fn is_empty(&self) -> bool {
        self.0.is_empty()
    }

    /// Where the key stands, or would.
    fn place(&self, key: &K) -> Result<usize, usize> {
        self.0.binary_search_by(|(known, _)| known.cmp(key))
    }

    /// The value of a key.
    pub fn get(&self, key: &K) -> Option<&V> {
        self.place(key).ok().map(|place| &self.0[place].1)
    }

    /// The value of a key, to be changed.
    pub fn get_mut(&mut self, key: &K) -> Option<&mut V> {
        self.place(key).ok().map(|place| &mut self.0[place].1)
    }

    /// Whether the key has a value.
    pub fn contains_key(&self, key: &K) -> bool {
        self.place(key).is_ok()
    }

    /// Gives a key its value; returns the one it had.
    pub fn insert(&mut self, key: K, value: V) -> Option<V> {
        match self.place(&key) {
            Ok(place) => Some(std::mem::replace(&mut self.0[place].1, value)),
            Err(place) => {
                self.0.insert(place, (key, value));
                None
            }
        }
    }

    /// The value of a key, which gets one if it has none.
    pub fn or_insert_with(&mut self, key: K, value: impl FnOnce() -> V) -> &mut V {
        let place = match self.place(&key) {
            Ok(place) => place,
            Err(place) => {
                self.0.insert(place, (key, value()));
                place
            }
        };
        &mut self.0[place].1
    }

    /// The keys in order.
    pub fn keys(&self) -> impl ExactSizeIterator<Item = &K> {
        self.0.iter().map(|(key, _)| key)
    }

    /// The values in the order of their keys.
    pub fn values(&self) -> impl ExactSizeIterator<Item = &V> {
        self.0.iter().map(|(_, value)| value)
    }

    /// Keys and values in order.
    pub fn iter(&self) -> impl ExactSizeIterator<Item = (&K, &V)> {
        self.0.iter().map(|(key, value)| (key, value))
    }
}

impl<K: Ord, V: Default> SortedMap<K, V> {
    /// The value of a key, which gets a default one if it has none.
    pub fn or_default(&mut self, key: K) -> &mut V {
        self.or_insert_with(key, V::default)
    }
}

impl<K: Ord, V> Default for SortedMap<K, V> {
    fn default() -> Self {
        Self::new()
    }
}

impl<'a, K, V> IntoIterator for &'a SortedMap<K, V> {
    type Item = (&'a K, &'a V);
    type IntoIter = std::iter::Map<std::slice::Iter<'a, (K, V)>, fn(&'a (K, V)) -> (&'a K, &'a V)>;

    fn into_iter(self) -> Self::IntoIter {
        self.0.iter().map(|(key, value)| (key, value))
    }
}

impl<K: Ord, V> Index<&K> for SortedMap<K, V> {
    type Output = V;

    /// # Panics
    /// If the key has no value.
    fn index(&self, key: &K) -> &V {
        self.get(key).expect("a key of this map")
    }
}
