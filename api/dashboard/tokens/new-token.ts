import { parse } from 'cookie'
import { decrypt, encrypt } from '../../../common/kit/secrets.ts'
import { later, MINUTE } from '../../../common/kit/time.ts'
import { now } from '../../../common/runtime/clock.ts'
import { config } from '../../../common/runtime/config.ts'
import type { Exchange } from '../../pages/hosted-page.ts'
import { dashboardOnly } from '../cookies.ts'

/** A new token on its way to the page that shows it. */
interface Passed {
  /** Distinguishes it from other values that are encrypted with the same key. */
  purpose: string
  id: number
  /** The member who created it. */
  member: number
  token: string
  until: number
}

const PURPOSE = 'new token'
const COOKIE = 'tolbor_new_token'
const LIFETIME = MINUTE

/**
 * Passes a new token to the page that shows it. The cookie is encrypted, and only this browser has it: the database stores
 * the hash of the token only, and an address with the token would stay in the history.
 */
export function passToken({ response }: Exchange, given: Pick<Passed, 'id' | 'member' | 'token'>): void {
  const passed: Passed = { ...given, purpose: PURPOSE, until: later(now(), LIFETIME).getTime() }
  const sealed = encrypt(config().secretKey, Buffer.from(JSON.stringify(passed))).toString('base64url')
  response.cookie(COOKIE, sealed, { maxAge: LIFETIME, ...dashboardOnly() })
}

/** Returns the new token that was passed to this page, once; null without one. */
export function takeToken({ request, response }: Exchange, id: number, member: number): string | null {
  const value = parse(request.headers.cookie ?? '')[COOKIE]
  const passed = value === undefined ? null : open(value)
  if (passed?.id !== id || passed.member !== member || passed.until <= now().getTime()) return null
  response.clearCookie(COOKIE, dashboardOnly())
  return passed.token
}

function open(value: string): Passed | null {
  try {
    const passed = JSON.parse(
      decrypt(config().secretKeys, Buffer.from(value, 'base64url')).toString(),
    ) as Passed
    return passed.purpose === PURPOSE ? passed : null
  } catch {
    return null // not ours, or from before a change of the key
  }
}
