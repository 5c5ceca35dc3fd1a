import { SECOND } from '../kit/time.ts'
import type { RedisClient } from './redis.ts'

/** Tokens that a process takes from Redis at once, so that most requests need no round trip. */
const LEASE = 100
/** Timeout for Redis in milliseconds: a rate limit must not slow down requests. */
const ANSWER_WITHIN = 100
/** Milliseconds without calls to Redis after a failure. */
const PAUSE = SECOND
/** Limit of buckets in memory; a dropped one is read from Redis again. */
const MOST_KEPT = 10_000

/**
 * Token bucket in one atomic step: refills it for the elapsed time and takes up to the requested tokens.
 * Returns the tokens taken, those left, and the milliseconds until the next one. Uses Redis's time, since
 * the clocks of processes differ.
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

/** Allowed requests: `perSecond` continuously, `burst` at once. */
export interface Limit {
  perSecond: number
  burst: number
}

export interface Verdict {
  allowed: boolean
  /** Approximate number of further requests allowed now; null if Redis is down. */
  remaining: number | null
}

/** This process's state of one bucket. */
interface Bucket {
  /** Tokens taken from Redis and not used yet. */
  leased: number
  /** Tokens left in Redis at its last answer. */
  left: number
  /** Redis has no tokens until then, in milliseconds of `performance.now()`. */
  emptyUntil: number
  waiting: number
  asking: Promise<boolean> | null
}

/** Limits requests by key, across all processes that use the same Redis. */
export class RateLimiter {
  readonly limit: Limit
  readonly #redis: () => RedisClient
  readonly #lease: number
  readonly #buckets = new Map<string, Bucket>()
  #pausedUntil = 0

  constructor(redis: () => RedisClient, limit: Limit) {
    this.#redis = redis
    this.limit = limit
    // With a low limit, one process's full lease would use up the whole limit.
    this.#lease = Math.min(LEASE, Math.max(1, Math.floor(limit.perSecond / 5)))
  }

  /** Decides whether one more request may pass. Without Redis it may: a rate limit must not cause an outage. */
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

  /** Takes a lease, or enough tokens for all waiting requests, which share this call. Returns false if Redis fails. */
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
      const [taken, left, wait] = await withTimeout(answer)
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

async function withTimeout<Answer>(answer: Promise<Answer>): Promise<Answer> {
  let timer: NodeJS.Timeout | undefined
  const late = new Promise<never>((_, reject) => {
    timer = setTimeout(() => {
      // If this process was the slow one, the answer has arrived and is read before this rejects.
      setImmediate(reject, new Error('Redis is slow'))
    }, ANSWER_WITHIN)
  })
  try {
    return await Promise.race([answer, late])
  } finally {
    clearTimeout(timer)
    answer.catch(() => undefined) // it may still reject after the timeout
  }
}
