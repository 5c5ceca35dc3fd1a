import type { Response } from 'express'
import { Refusal } from '../common/kit/refusal.ts'
import { config } from '../common/runtime/config.ts'
import { producer } from '../common/runtime/queues.ts'
import { RateLimiter, type Verdict } from '../common/runtime/rate-limit.ts'
import { localsOf } from './context.ts'

/** Creates the limiter of this process from the configured rate, with a burst of two seconds' requests. */
export function createLimiter(): RateLimiter {
  const { rateLimitPerSecond: perSecond } = config()
  return new RateLimiter(producer, { perSecond, burst: 2 * perSecond })
}

/**
 * Returns a function that refuses requests above the rate of their token. It sets the headers of
 * draft-ietf-httpapi-ratelimit-headers: `q` requests in `w` seconds, `r` of them left, and `t` seconds until all are
 * available again.
 */
export function rateLimit(limiter: RateLimiter) {
  const { perSecond, burst } = limiter.limit
  const policy = `"default";q=${burst};w=${Math.max(1, Math.ceil(burst / perSecond))}`
  const tell = (response: Response, { allowed, remaining }: Verdict): void => {
    response.setHeader('RateLimit-Policy', policy)
    if (remaining !== null) {
      const refilled = Math.ceil((burst - remaining) / perSecond)
      response.setHeader('RateLimit', `"default";r=${remaining};t=${refilled}`)
    }
    if (!allowed) throw new Refusal({ code: 'rate_limited' })
  }
  return async (response: Response): Promise<void> => {
    tell(response, await limiter.take(String(localsOf(response).tokenId)))
  }
}
