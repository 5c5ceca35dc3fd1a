import type { FormProblem } from './form.ts'
import { formatAmount } from './format.ts'
import type { Locale } from './languages.ts'
import { type Amount, decimals } from './money.ts'

/** The largest amount that people can type. */
export const LARGEST_TYPED: Amount = 999_999_999_999

/** Why a typed amount cannot be read, as the key of its sentence. */
export type AmountFault =
  'sum_unreadable' | 'sum_whole' | 'sum_decimals' | 'sum_not_positive' | 'sum_too_large'

/**
 * Parses an amount as people type it, in whole units of the currency: `25,000`, `25 000.50`, `₮25,000`, `MNT 25,000`.
 * Returns null if it is ambiguous, names another currency, has more decimals than the currency, or is zero.
 */
export function readAmount(text: string, currency: string): Amount | null {
  const read = parseAmount(text, currency)
  return typeof read === 'number' ? read : null
}

/** Returns why `readAmount` cannot read a text, with the parameters of the sentence: an example, and the largest amount. */
export function amountProblem(
  text: string,
  currency: string,
  locale: Locale,
  example: Amount = 25_000 * 10 ** decimals(currency),
): FormProblem {
  const read = parseAmount(text, currency)
  const [shown, limit] = [example, LARGEST_TYPED].map((amount) => formatAmount(amount, currency, locale))
  return {
    problem: typeof read === 'number' ? 'sum_unreadable' : read,
    about: { example: shown!, limit: limit!, decimals: decimals(currency) },
  }
}

/** Parses an amount as `readAmount` does. Returns why it cannot, if so. */
export function parseAmount(text: string, currency: string): Amount | AmountFault {
  const typed = text.trim()
  const mark = marksOf(currency).find((one) => typed.startsWith(one) || typed.endsWith(one))
  const plain = mark === undefined ? typed : typed.replace(mark, '').trim()
  if (/^[-−]\s*\d[\d\s.,]*$/.test(plain)) return 'sum_not_positive'
  const [, whole, fraction = ''] = /^(\d{1,3}(?:[,\s]\d{3})+|\d+)(?:\.(\d+))?$/.exec(plain) ?? []
  const places = decimals(currency)
  // Without decimals, a point or a comma elsewhere than before three digits is meant as a decimal point.
  if (places === 0 && (whole === undefined ? /^\d[\d\s]*[.,][\d\s.,]*$/.test(plain) : fraction !== ''))
    return 'sum_whole'
  if (whole === undefined) return 'sum_unreadable'
  if (fraction.length > places) return 'sum_decimals'
  const amount = Number(whole.replace(/\D/g, '') + fraction.padEnd(places, '0'))
  if (amount < 1) return 'sum_not_positive'
  return amount > LARGEST_TYPED ? 'sum_too_large' : amount
}

const MARKS = new Map<string, readonly string[]>()

/** Returns how people name a currency next to an amount, the longest first: `USD`, `US$`, `$`. */
export function marksOf(currency: string): readonly string[] {
  const known = MARKS.get(currency)
  if (known) return known
  const symbols = (['narrowSymbol', 'symbol'] as const).flatMap((currencyDisplay) =>
    ['en', 'en-CA', 'mn'].flatMap((locale) => {
      const format = new Intl.NumberFormat(locale, { style: 'currency', currency, currencyDisplay })
      return format.formatToParts(0).filter(({ type }) => type === 'currency')
    }),
  )
  const marks = [...new Set([currency, ...symbols.map(({ value }) => value)])]
  marks.sort((one, other) => other.length - one.length)
  MARKS.set(currency, marks)
  return marks
}
