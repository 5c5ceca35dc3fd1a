import { DAY, HOUR, MINUTE } from '../../kit/time.ts'

/** Time until the link and the code of a sign-in expire, in milliseconds. */
export const SIGN_IN_LIFETIME = 15 * MINUTE
/** A link that `bin/dev` prints works longer, because the developer may look at it later. */
export const DIRECT_LINK_LIFETIME = 30 * MINUTE

/** This many wrong codes end a sign-in. */
export const MOST_TRIES = 5
/**
 * After this many wrong codes for one address, its codes are refused until they are a day old, so that an attacker cannot guess
 * for weeks. Links still work: they have 256 bits.
 */
export const MOST_WRONG_CODES = 20
export const WRONG_CODES_WITHIN = DAY

/** Maximum number of requested sign-ins, for one address and from one network. */
export const MOST_FOR_ADDRESS = 5
export const MOST_FROM_NETWORK = 30
export const REQUESTS_WITHIN = HOUR

/** The length of a code, in digits. */
export const CODE_LENGTH = 6

/** `used`: a browser has signed in with it. `guessed`: too many wrong codes. */
export type SignInState = 'open' | 'used' | 'guessed' | 'expired'

interface SignInTimes {
  usedAt: Date | null
  expiresAt: Date
  tries: number
}

/** Returns whether a sign-in can be used, or why not. */
export function signInState({ usedAt, expiresAt, tries }: SignInTimes, now: Date): SignInState {
  if (usedAt !== null) return 'used'
  if (tries >= MOST_TRIES) return 'guessed'
  return expiresAt <= now ? 'expired' : 'open'
}

/** Returns the digits of a typed code. People type spaces and copy them from emails. */
export function readCode(typed: string): string {
  return typed.replace(/[\s-]+/g, '')
}

const PATH = /^\/dashboard(?:\/[a-z0-9_-]{1,40}){0,6}$/

/** The length of a goal. `sign_ins.goal` holds as many characters. */
export const LONGEST_GOAL = 1_000

/**
 * Returns `address` with its query if it is a page of the dashboard, or null: a sign-in must not redirect to another site. A file
 * leads to its list. The query is encoded again, without the language; a very long one is left out.
 */
export function readGoal(address: string | undefined): string | null {
  if (address === undefined) return null
  const [file = '', ...query] = address.split('?')
  const path = file.replace(/\.csv$/, '')
  if (!PATH.test(path) || path.startsWith('/dashboard/sign-in')) return null
  const search = new URLSearchParams(query.join('?'))
  search.delete('lang')
  const goal = search.size > 0 ? `${path}?${search.toString()}` : path
  return goal.length <= LONGEST_GOAL ? goal : path
}
