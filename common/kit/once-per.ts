/** Caches the result of `make` per object. For results that depend only on an object that never changes. */
export function oncePer<Key extends object, Made>(make: (key: Key) => Made): (key: Key) => Made {
  const known = new WeakMap<Key, { made: Made }>()
  return (key) => {
    const found = known.get(key)
    if (found) return found.made
    const made = make(key)
    known.set(key, { made })
    return made
  }
}
