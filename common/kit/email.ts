import { domainToASCII, domainToUnicode } from 'node:url'
import { hasInvalidPunycode } from './punycode.ts'
import type { ProblemKey } from './sentence-key.ts'
import { cut, lengthOf, unfit } from './text.ts'

const EMAIL =
  /^[^\s@<>()[\]\\,;:"]{1,64}@(?=.{1,253}$)[\p{L}\p{N}](?:[\p{L}\p{N}-]*[\p{L}\p{N}])?(?:\.[\p{L}\p{N}](?:[\p{L}\p{N}-]*[\p{L}\p{N}])?)+$/u

/** The longest address that a column can hold. */
const MAX_LENGTH = 254

/** Returns whether `value` can be an email address: one @, a name before it, a domain with a dot after it. */
export function isEmail(value: string): boolean {
  const local = value.slice(0, value.indexOf('@'))
  return lengthOf(value) <= MAX_LENGTH && EMAIL.test(value) && !/^\.|\.\.|\.$/.test(local) && !unfit(value)
}

/** Returns why `typed` is not an email address, as a form says it; null if it is one. */
export function emailProblem(typed: string): ProblemKey | null {
  if (isEmail(typed)) return null
  // By splitting: a pattern with two repetitions would take hours for a long text of @ and commas.
  if (typed.split(/[\s,;]/).filter((part) => part.includes('@')).length > 1) return 'email_several'
  return lengthOf(typed) > MAX_LENGTH ? 'email_too_long' : 'email_invalid'
}

/** Returns the form of an address for comparison: NFC, lower case, and a Punycode domain in Unicode. */
export function canonicalEmail(email: string): string {
  const { local, text, ascii } = partsOf(email)
  return cut(`${local}@${ascii === null ? text : lower(domainToUnicode(ascii))}`, MAX_LENGTH)
}

/**
 * Returns every form in which tables may hold this address, the canonical one first: earlier releases wrote other
 * forms.
 */
export function emailForms(email: string): string[] {
  const { local, text, ascii } = partsOf(email)
  return [...new Set([canonicalEmail(email), `${local}@${ascii ?? text}`, email.toLowerCase()])]
}

/**
 * Splits an address. `ascii` is the domain in Punycode, or null. A plain ASCII domain is not converted, even if it
 * looks like an IP address.
 */
function partsOf(email: string): { local: string; text: string; ascii: string | null } {
  const at = email.lastIndexOf('@')
  const text = lower(email.slice(at + 1))
  const isPlain = /^[!-~]*$/.test(text) && !text.includes('xn--')
  return {
    local: lower(email.slice(0, Math.max(at, 0))),
    text,
    ascii: isPlain || hasInvalidPunycode(text) ? null : domainToASCII(text) || null,
  }
}

function lower(text: string): string {
  return text.normalize('NFC').toLowerCase().normalize('NFC')
}
