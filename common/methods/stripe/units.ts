import { type Amount, decimals, LARGEST_AMOUNT } from '../../kit/money.ts'

/**
 * Stripe's units (docs.stripe.com/currencies, as of November 2026): currencies without decimals, with three
 * decimals, and all others with two. ISK, UGX and MNT have two, although their smaller coins are no longer
 * used.
 */
const WITHOUT_DECIMALS = new Set('BIF CLP DJF GNF JPY KMF KRW MGA PYG RWF VND VUV XAF XOF XPF'.split(' '))
const THREE_DECIMALS = new Set('BHD JOD KWD OMR TND'.split(' '))
/** The last of three decimals must be 0. */
const STEP = 10

/**
 * Amounts have up to eight digits, in IDR up to twelve (docs.stripe.com/currencies, minimum and maximum
 * charge amounts).
 */
const MAX_AMOUNT = 99_999_999
const MAX_RUPIAH = 999_999_999_999

/** The published smallest amounts, in Stripe's units (the same page). Other currencies have no fixed minimum. */
const MIN_AMOUNTS: Readonly<Record<string, number>> = {
  ...{ AED: 200, AUD: 50, BGN: 100, BRL: 50, CAD: 50, CHF: 50, CZK: 1_500, DKK: 250, EUR: 50, GBP: 30 },
  ...{ HKD: 400, HUF: 17_500, INR: 50, JPY: 50, MXN: 1_000, MYR: 200, NOK: 300, NZD: 50, PLN: 200 },
  ...{ RON: 200, SEK: 300, SGD: 50, THB: 1_000, USD: 50 },
}

/** Returns whether Stripe accepts a payment of this amount. */
export function isAcceptedByStripe(amount: Amount, currency: string): boolean {
  const units = toStripe(amount, currency)
  const max = currency === 'IDR' ? MAX_RUPIAH : MAX_AMOUNT
  return units !== null && units >= (MIN_AMOUNTS[currency] ?? 1) && units <= max
}

function stripeDecimals(currency: string): number {
  if (WITHOUT_DECIMALS.has(currency)) return 0
  return THREE_DECIMALS.has(currency) ? 3 : 2
}

/** Converts our amount to Stripe's units; returns null if Stripe cannot express it. */
export function toStripe(amount: Amount, currency: string): number | null {
  const shift = stripeDecimals(currency) - decimals(currency)
  const divisor = 10n ** BigInt(Math.max(0, -shift))
  const scaled = BigInt(amount) * 10n ** BigInt(Math.max(0, shift))
  if (scaled % divisor !== 0n || scaled / divisor > BigInt(LARGEST_AMOUNT)) return null
  const units = Number(scaled / divisor)
  return THREE_DECIMALS.has(currency) && units % STEP !== 0 ? null : units
}

/** Converts Stripe's units to our amount. Fractions of our smallest unit are dropped. */
export function fromStripe(units: number, currency: string): Amount {
  const shift = decimals(currency) - stripeDecimals(currency)
  const scaled = BigInt(units) * 10n ** BigInt(Math.max(0, shift))
  return Number(scaled / 10n ** BigInt(Math.max(0, -shift)))
}
