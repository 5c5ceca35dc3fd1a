import { randomInt } from 'node:crypto'

/** Digits and letters that cannot be mistaken for another one when they are read from paper. */
const ALPHABET = '23456789abcdefghjkmnpqrstuvwxyz'
/** 31^10 is 8 × 10^14, too many to find another link by trying. */
const LENGTH = 10
const CODE = new RegExp(`^[${ALPHABET}]{${LENGTH}}$`)

/** Returns a random code for the address of a link. */
export function newLinkCode(): string {
  return Array.from({ length: LENGTH }, () => ALPHABET[randomInt(ALPHABET.length)]!).join('')
}

/** Returns a code from an address in small letters, because people type capitals; null if it cannot be a code. */
export function readLinkCode(typed: string): string | null {
  const code = typed.toLowerCase()
  return CODE.test(code) ? code : null
}
