import { type Amount, decimals } from './money.ts'

const MAX_AMOUNT = 999_999_999_999

/**
 * Parses an amount as people type it, in whole units of the currency: `25,000`, `25 000.50`, `₮25,000`. Returns null
 * if it is ambiguous, has more decimals than the currency, or is zero.
 */
export function readAmount(text: string, currency: string): Amount | null {
  const plain = text.trim().replace(/^(\p{Sc}|[A-Z]{3})\s*|\s*(\p{Sc}|[A-Z]{3})$/gu, '')
  const [, whole, fraction = ''] = /^(\d{1,3}(?:[,\s]\d{3})+|\d+)(?:\.(\d+))?$/.exec(plain) ?? []
  const places = decimals(currency)
  if (whole === undefined || fraction.length > places) return null
  const amount = Number(whole.replace(/\D/g, '') + fraction.padEnd(places, '0'))
  return amount >= 1 && amount <= MAX_AMOUNT ? amount : null
}
