import { DAY, later, MINUTE } from '../../kit/time.ts'

/** A session ends after this time, even while it is used. */
export const SESSION_LIFETIME = 30 * DAY
/** A session ends after this time without use. */
export const SESSION_IDLE = 7 * DAY
/** The last use is stored at most this often: a page view needs no write. */
export const USE_NOTED_EVERY = 10 * MINUTE

/** A member who must prove who they are need not do so again for this time. */
export const PROOF_LIFETIME = 10 * MINUTE

/** Returns whether the last proof of a session is recent enough for what only its member may do, such as a refund. */
export function isProofFresh(provedAt: Date | null, now: Date): boolean {
  return provedAt !== null && later(provedAt, PROOF_LIFETIME) > now
}

/** `removed`: the member belongs to no project any more. */
export type SessionState = 'open' | 'signed_out' | 'expired' | 'removed'

interface SessionTimes {
  ended_at: Date | null
  expires_at: Date
  last_used_at: Date
}

/** Returns whether a session is open, or why it ended. `projects` counts the projects of its member. */
export function sessionState(
  { ended_at: endedAt, expires_at: expiresAt, last_used_at: lastUsedAt }: SessionTimes,
  projects: number,
  now: Date,
): SessionState {
  if (projects === 0) return 'removed'
  if (endedAt !== null) return 'signed_out'
  return expiresAt <= now || later(lastUsedAt, SESSION_IDLE) <= now ? 'expired' : 'open'
}

const SYSTEMS: readonly [RegExp, string][] = [
  [/iPhone/, 'iPhone'],
  [/iPad/, 'iPad'],
  [/Android/, 'Android'],
  [/Windows/, 'Windows'],
  [/Mac OS X/, 'macOS'],
  [/CrOS/, 'ChromeOS'],
  [/Linux/, 'Linux'],
]
/** In this order: most browsers also name others. */
const BROWSERS: readonly [RegExp, string][] = [
  [/Edg(?:e|A|iOS)?\//, 'Edge'],
  [/OPR\//, 'Opera'],
  [/SamsungBrowser\//, 'Samsung Internet'],
  [/(?:Firefox|FxiOS)\//, 'Firefox'],
  [/(?:Chrome|CriOS|HeadlessChrome)\//, 'Chrome'],
  [/Safari\//, 'Safari'],
]

/** Returns the browser and system that a `User-Agent` header names, such as `Chrome, Windows`; null if it names none. */
export function deviceOf(userAgent: string): string | null {
  const nameIn = (names: readonly [RegExp, string][]) => names.find(([sign]) => sign.test(userAgent))?.[1]
  return [nameIn(BROWSERS), nameIn(SYSTEMS)].filter(Boolean).join(', ') || null
}
