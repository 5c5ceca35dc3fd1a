/** A source of chance that gives the same numbers each time, so that every demo has the same year. */
export class Chance {
  #state: number

  constructor(seed: number) {
    this.#state = seed
  }

  /** Returns a number from 0 to below 1 (mulberry32). */
  next(): number {
    this.#state = (this.#state + 0x6d2b79f5) | 0
    let mixed = Math.imul(this.#state ^ (this.#state >>> 15), 1 | this.#state)
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32
  }

  /** Returns true in this share of calls. */
  happens(share: number): boolean {
    return this.next() < share
  }

  /** Returns a whole number from `least` to `most`. */
  between(least: number, most: number): number {
    return least + Math.floor(this.next() * (most - least + 1))
  }

  one<Item>(items: readonly Item[]): Item {
    return items[Math.floor(this.next() * items.length)]!
  }
}
