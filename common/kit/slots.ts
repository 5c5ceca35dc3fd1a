/** No slot was free in time, or too many callers wait for one. */
export class NoSlot extends Error {}

interface Queue {
  running: number
  waiting: (() => void)[]
}

interface Limits {
  /** The most work that runs at the same time with the same key. */
  perKey: number
  /** The most waiting work per owner. */
  waitingPerOwner: number
}

/** Caps the concurrent work per key. Work beyond the cap waits in order. */
export class Slots {
  readonly #limits: Limits
  readonly #queues = new Map<string, Queue>()
  readonly #waiting = new Map<number, number>()

  constructor(limits: Limits) {
    this.#limits = limits
  }

  /** Runs `work` when a slot of `key` is free. Throws `NoSlot` if none is free within `within` milliseconds. */
  async run<Result>(
    owner: number,
    key: string,
    within: number,
    work: () => Promise<Result>,
  ): Promise<Result> {
    const queue = this.#queues.get(key) ?? { running: 0, waiting: [] }
    if (queue.running < this.#limits.perKey) queue.running += 1
    else await this.#wait(owner, queue, within)
    this.#queues.set(key, queue)
    try {
      return await work()
    } finally {
      const next = queue.waiting.shift()
      if (next) next()
      else if ((queue.running -= 1) === 0) this.#queues.delete(key)
    }
  }

  async #wait(owner: number, queue: Queue, within: number): Promise<void> {
    const waiting = this.#waiting.get(owner) ?? 0
    if (waiting >= this.#limits.waitingPerOwner) throw new NoSlot('too many requests wait for the same rows')
    this.#waiting.set(owner, waiting + 1)
    try {
      await new Promise<void>((resolve, reject) => {
        const begin = () => {
          clearTimeout(late)
          resolve()
        }
        const late = setTimeout(() => {
          queue.waiting = queue.waiting.filter((one) => one !== begin)
          reject(new NoSlot('other requests used the same row for too long'))
        }, within)
        queue.waiting.push(begin)
      })
    } finally {
      const left = (this.#waiting.get(owner) ?? 1) - 1
      if (left > 0) this.#waiting.set(owner, left)
      else this.#waiting.delete(owner)
    }
  }
}
