import { proof, sameSecret } from '../../kit/secrets.ts'
import { DAY, later } from '../../kit/time.ts'
import { now } from '../../runtime/clock.ts'
import { config } from '../../runtime/config.ts'

const LIFETIME = 30 * DAY
const PURPOSE = 'trial'
const TOKEN = /^([0-9a-z]{1,9})-([0-9a-z]{1,7})-([0-9a-z]{1,11})-([0-9a-z]{1,2})\.([A-Za-z0-9_-]{43})$/

/** The trial that a link can start. */
export interface LinkedTrial {
  customerId: number
  priceId: number
  days: number
}

/** Returns when a link made now expires. In real time, because the reader is not on a test clock. */
export function trialLinkExpiry(): Date {
  return later(now(), LIFETIME)
}

/**
 * Returns the address of the page on which a customer starts a trial. Its holder can see the plan and start this trial,
 * nothing else. The link is signed, not stored. `version` is the customer's link version: when it rises, earlier links
 * stop working.
 */
export function trialUrl(
  { customerId, priceId, days }: LinkedTrial,
  version: number,
  expiresAt: Date,
): string {
  const ends = Math.floor(expiresAt.getTime() / 1000)
  const terms = [ends, version, priceId, days].map((term) => term.toString(36)).join('-')
  const sign = proof(config().secretKey, PURPOSE, message(customerId, terms))
  return `${config().baseUrl}/n/${customerId}/${terms}.${sign}`
}

/** A signed link. It has also expired if its version is not the customer's link version. */
export interface TrialLink extends LinkedTrial {
  version: number
  isOver: boolean
}

/** Returns the trial of a link, or null if its token is wrong. */
export function readTrialLink(customerId: number, token: string): TrialLink | null {
  const [, ends = '', version = '', price = '', days = '', sign = ''] = TOKEN.exec(token) ?? []
  const signed = message(customerId, [ends, version, price, days].join('-'))
  if (!config().secretKeys.some((key) => sameSecret(sign, proof(key, PURPOSE, signed)))) return null
  const isOver = now() >= new Date(parseInt(ends, 36) * 1000)
  const trial = { customerId, priceId: parseInt(price, 36), days: parseInt(days, 36) }
  return { ...trial, version: parseInt(version, 36), isOver }
}

function message(customerId: number, terms: string): string {
  return `${customerId} ${terms}`
}
