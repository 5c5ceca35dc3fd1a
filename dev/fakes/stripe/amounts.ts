import { invalid } from './errors.ts'
import type { Switches } from './switches.ts'

/**
 * Currencies in hundredths whose amounts must be whole, and currencies with three decimals whose last digit must be 0:
 * docs.stripe.com/currencies (special cases, three-decimal currencies). MNT is in neither list, and it is not a
 * zero-decimal currency there: its amounts are in hundredths.
 */
const WHOLE_ONLY = new Set(['isk', 'ugx'])
const LAST_DIGIT_IS_0 = new Set(['bhd', 'jod', 'kwd', 'omr', 'tnd'])
const EIGHT_DIGITS = 99_999_999
const AT = 'line_items[0][price_data]'

/**
 * Throws if Stripe refuses this amount. The codes: docs.stripe.com/error-codes. The messages are quoted in public with two
 * decimals; other currencies are assumed to look the same. That limits are checked before the execution is assumed, since
 * they depend only on parameters.
 */
export function checkAmount(amount: number, currency: string | null, { maximums, minimums }: Switches): void {
  if (currency === null || !/^[a-z]{3}$/.test(currency))
    throw invalid(`Invalid currency: ${String(currency)}.`, `${AT}[currency]`)
  if (!Number.isSafeInteger(amount) || amount < 1)
    throw invalid('Invalid positive integer', `${AT}[unit_amount]`, 'parameter_invalid_integer')
  const [least, most] = [minimums[currency] ?? 1, maximums[currency] ?? EIGHT_DIGITS]
  if (amount > most)
    throw invalid(
      `Amount must be no more than ${shown(most, currency)}`,
      `${AT}[unit_amount]`,
      'amount_too_large',
    )
  if (amount < least)
    throw invalid(
      `The Checkout Session's total amount due must add up to at least ${shown(least, currency)}`,
      null,
      'amount_too_small',
    )
  if (WHOLE_ONLY.has(currency) && amount % 100 !== 0)
    throw invalid(
      `Invalid amount. Currency ${currency.toUpperCase()} has become effectively zero-decimal and charged amounts must be evenly divisible by 100.`,
      `${AT}[unit_amount]`,
      'invalid_charge_amount_no_decimal_compatible',
    )
  if (LAST_DIGIT_IS_0.has(currency) && amount % 10 !== 0)
    throw invalid('Amounts of this currency must end with 0.', `${AT}[unit_amount]`)
}

const shown = (amount: number, currency: string): string =>
  `${(amount / 100).toLocaleString('en', { minimumFractionDigits: 2 })} ${currency}`
