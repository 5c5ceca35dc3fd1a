import { parse } from 'cookie'
import type { Request } from 'express'

/**
 * Returns the name of the bank whose app was opened last on this device, or null. The script of the page stores it in a
 * cookie (`views/assets/banks.js`). It only changes the order of the buttons.
 */
export function lastBank({ headers: { cookie } }: Request): string | null {
  return cookie === undefined ? null : (parse(cookie).bank ?? null)
}
