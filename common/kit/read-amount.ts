import { type Amount, decimals } from './money.ts'

const MAX_AMOUNT = 999_999_999_999

/**
 * Parses an amount as people type it, in whole units of the currency: `25,000`, `25 000.50`, `₮25,000`, `MNT 25,000`.
 * Returns null if it is ambiguous, names another currency, has more decimals than the currency, or is zero.
 */
export function readAmount(text: string, currency: string): Amount | null {
  const typed = text.trim()
  const mark = marksOf(currency).find((one) => typed.startsWith(one) || typed.endsWith(one))
  const plain = mark === undefined ? typed : typed.replace(mark, '').trim()
  const [, whole, fraction = ''] = /^(\d{1,3}(?:[,\s]\d{3})+|\d+)(?:\.(\d+))?$/.exec(plain) ?? []
  const places = decimals(currency)
  if (whole === undefined || fraction.length > places) return null
  const amount = Number(whole.replace(/\D/g, '') + fraction.padEnd(places, '0'))
  return amount >= 1 && amount <= MAX_AMOUNT ? amount : null
}

/** Returns how people name a currency next to an amount. */
function marksOf(currency: string): string[] {
  const format = new Intl.NumberFormat('en', { style: 'currency', currency, currencyDisplay: 'narrowSymbol' })
  const symbol = format.formatToParts(0).find(({ type }) => type === 'currency')
  return [currency, ...(symbol ? [symbol.value] : [])]
}
