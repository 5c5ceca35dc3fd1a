import { NO_PROJECT } from '../common/runtime/share.ts'
import { Unavailable } from './errors.ts'

interface Waiting {
  take: () => void
}

/** For each connection so many of a share may wait; further callers fail fast. */
const MOST_WAITING = 50
/** One project leaves a fifth of the connections to others. Fewer would slow down a single busy project (docs/performance.md). */
const LEFT_FREE = 5

/**
 * Counts the uses of a pool's connections. A share is a project: each uses four fifths of the connections at most, and
 * waiting projects take turns (docs/decisions/0075-fair-connections.md). The connections themselves are Sequelize's.
 */
export class ConnectionSlots {
  /** Maximum number of connections. */
  readonly most: number
  readonly #mostOfShare: number
  #used = 0
  readonly #usedByShare = new Map<number, number>()
  /** The waiting callers by share; the share whose turn is next comes first. */
  readonly #lines = new Map<number, Waiting[]>()

  constructor(most: number) {
    this.most = most
    this.#mostOfShare = Math.max(1, most - Math.ceil(most / LEFT_FREE))
  }

  /** Takes a slot, at once or when the promise resolves. Rejects after `within` milliseconds. */
  take(share: number, within: number): Promise<void> | undefined {
    if (!this.#isFree(share)) return this.#wait(share, within)
    this.#count(share, 1)
    return undefined
  }

  free(share: number): void {
    this.#count(share, -1)
    for (const [next, line] of this.#lines) {
      if (!this.#isFree(next)) continue
      const first = line.shift()!
      this.#lines.delete(next)
      if (line.length > 0) this.#lines.set(next, line) // behind the others
      this.#count(next, 1)
      first.take()
      return
    }
  }

  /** Work of no project is not limited by its share: it is short, such as the lookup of a token. */
  #isFree(share: number): boolean {
    if (this.#used >= this.most) return false
    return share === NO_PROJECT || (this.#usedByShare.get(share) ?? 0) < this.#mostOfShare
  }

  #count(share: number, more: 1 | -1): void {
    this.#used += more
    const used = (this.#usedByShare.get(share) ?? 0) + more
    if (used === 0) this.#usedByShare.delete(share)
    else this.#usedByShare.set(share, used)
  }

  #wait(share: number, within: number): Promise<void> {
    const line = this.#lines.get(share) ?? []
    if (line.length >= MOST_WAITING * this.most)
      throw new Unavailable('too many requests wait for a connection to the database')
    return new Promise((resolve, reject) => {
      const late = setTimeout(() => {
        this.#leave(share, waiting)
        reject(new Unavailable('no connection to the database was free in time'))
      }, within)
      const waiting: Waiting = {
        take: () => {
          clearTimeout(late)
          resolve()
        },
      }
      line.push(waiting)
      this.#lines.set(share, line)
    })
  }

  #leave(share: number, waiting: Waiting): void {
    const left = (this.#lines.get(share) ?? []).filter((one) => one !== waiting)
    if (left.length > 0) this.#lines.set(share, left)
    else this.#lines.delete(share)
  }
}
