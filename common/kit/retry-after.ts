import { SECOND } from './time.ts'

/**
 * A Retry-After header (RFC 9110 §10.2.3), in seconds or as a date, in milliseconds from `now`, `atMost` of them; null
 * where it says nothing that can be read.
 */
export function readRetryAfter(header: unknown, now: Date, atMost: number): number | null {
  if (typeof header !== 'string') return null
  if (/^\d+$/.test(header)) return Math.min(Number(header) * SECOND, atMost)
  const date = /^[A-Z][a-z]{2}, /.test(header) ? Date.parse(header) : NaN
  return Number.isNaN(date) ? null : Math.min(Math.max(0, date - now.getTime()), atMost)
}
