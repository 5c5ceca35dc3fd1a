import { SECOND } from './time.ts'

/**
 * Parses a Retry-After header (RFC 9110 §10.2.3), in seconds or as a date. Returns the milliseconds from `now`,
 * limited to `atMost`, or null if it cannot be parsed.
 */
export function readRetryAfter(header: unknown, now: Date, atMost: number): number | null {
  if (typeof header !== 'string') return null
  if (/^\d+$/.test(header)) return Math.min(Number(header) * SECOND, atMost)
  const date = /^[A-Z][a-z]{2}, /.test(header) ? Date.parse(header) : NaN
  return Number.isNaN(date) ? null : Math.min(Math.max(0, date - now.getTime()), atMost)
}
