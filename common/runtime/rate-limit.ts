import { SECOND } from '../kit/time.ts'
import type { RedisClient } from './redis.ts'

/** Tokens that a process takes from Redis at once, so that most requests need no round trip. */
const LEASE = 20
/** An answer that takes longer is as good as none, in milliseconds: a limit must not cost what it saves. */
const ANSWER_WITHIN = 100
/** After a failure Redis is left alone for this long, in milliseconds. */
const PAUSE = SECOND
/** Buckets remembered here; a forgotten one is only asked for again. */
const MOST_KEPT = 10_000

/**
 * A token bucket, in one step: refills it for the time that has passed, takes what is asked for or what
 * is there, and answers what was taken, what is left, and for how many milliseconds there will be no
 * token. The time is Redis's own, since the clocks of processes differ.
 */
const TAKE = `
local size, rate, asked = tonumber(ARGV[1]), tonumber(ARGV[2]), tonumber(ARGV[3])
local time = redis.call('TIME')
local now = time[1] * 1000 + math.floor(time[2] / 1000)
local kept = redis.call('HMGET', KEYS[1], 'tokens', 'at')
local tokens, at = tonumber(kept[1]) or size, tonumber(kept[2]) or now
tokens = math.min(size, tokens + math.max(0, now - at) * rate / 1000)
local taken = math.min(asked, math.floor(tokens))
tokens = tokens - taken
redis.call('HSET', KEYS[1], 'tokens', tokens, 'at', math.max(at, now))
redis.call('PEXPIRE', KEYS[1], math.ceil(size / rate * 1000) + 1000)
return { taken, math.floor(tokens), math.max(0, math.ceil((1 - tokens) * 1000 / rate)) }`

/** How many requests there may be: `perSecond` for as long as one likes, `burst` at once. */
export interface Limit {
  perSecond: number
  burst: number
}

export interface Verdict {
  allowed: boolean
  /** How many more requests there may be at once, about; null while Redis is away and nobody counts. */
  remaining: number | null
}

/** What this process knows of one bucket. */
interface Bucket {
  /** Tokens taken from Redis and not used yet. */
  leased: number
  /** Left in Redis when it last answered. */
  left: number
  /** Until then, in milliseconds of `performance.now()`, Redis has none. */
  emptyUntil: number
  waiting: number
  asking: Promise<boolean> | null
}

/** Limits requests by key, together with all other processes that use the same Redis. */
export class RateLimiter {
  readonly limit: Limit
  readonly #redis: () => RedisClient
  readonly #lease: number
  readonly #buckets = new Map<string, Bucket>()
  #pausedUntil = 0

  constructor(redis: () => RedisClient, limit: Limit) {
    this.#redis = redis
    this.limit = limit
    // Where few requests are allowed, a whole lease would be all of them.
    this.#lease = Math.min(LEASE, Math.max(1, Math.floor(limit.perSecond / 5)))
  }

  /** Whether one more request may pass. Without Redis it may, at once: a limit is not worth an outage. */
  take(key: string): Verdict | Promise<Verdict> {
    const bucket = this.#bucket(key)
    return bucket.leased > 0 ? this.#pass(bucket) : this.#ask(key, bucket)
  }

  #pass(bucket: Bucket): Verdict {
    bucket.leased -= 1
    return { allowed: true, remaining: Math.min(this.limit.burst, bucket.leased + bucket.left) }
  }

  async #ask(key: string, bucket: Bucket): Promise<Verdict> {
    bucket.waiting += 1
    try {
      while (bucket.leased === 0) {
        const now = performance.now()
        if (now < bucket.emptyUntil) return { allowed: false, remaining: 0 }
        if (now < this.#pausedUntil) return { allowed: true, remaining: null }
        bucket.asking ??= this.#fetch(key, bucket)
        if (!(await bucket.asking)) return { allowed: true, remaining: null }
      }
      return this.#pass(bucket)
    } finally {
      bucket.waiting -= 1
    }
  }

  #bucket(key: string): Bucket {
    const known = this.#buckets.get(key)
    if (known) return known
    if (this.#buckets.size >= MOST_KEPT) this.#buckets.clear()
    const bucket: Bucket = { leased: 0, left: 0, emptyUntil: 0, waiting: 0, asking: null }
    this.#buckets.set(key, bucket)
    return bucket
  }

  /** Takes a lease, or enough for all who wait; answers whether Redis did. One asks for all of them. */
  async #fetch(key: string, bucket: Bucket): Promise<boolean> {
    const { burst, perSecond } = this.limit
    try {
      const answer = this.#redis().eval(
        TAKE,
        1,
        `tolbor.rate.{${key}}`, // in braces, so that Redis Cluster spreads the keys over its nodes
        burst,
        perSecond,
        Math.max(this.#lease, bucket.waiting),
      ) as Promise<[taken: number, left: number, wait: number]>
      const [taken, left, wait] = await soon(answer)
      bucket.leased += taken
      bucket.left = left
      if (taken === 0) bucket.emptyUntil = performance.now() + wait
      return true
    } catch {
      this.#pausedUntil = performance.now() + PAUSE
      return false
    } finally {
      bucket.asking = null
    }
  }
}

async function soon<Answer>(answer: Promise<Answer>): Promise<Answer> {
  let timer: NodeJS.Timeout | undefined
  const late = new Promise<never>((_, reject) => {
    timer = setTimeout(() => {
      // Where we were the slow ones, the answer lies there already, and is read before the next turn.
      setImmediate(reject, new Error('Redis is slow'))
    }, ANSWER_WITHIN)
  })
  try {
    return await Promise.race([answer, late])
  } finally {
    clearTimeout(timer)
    answer.catch(() => undefined) // it may still fail after we have stopped waiting
  }
}
