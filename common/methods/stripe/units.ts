import { type Amount, decimals, LARGEST_AMOUNT } from '../../kit/money.ts'

/**
 * In which units Stripe counts (docs.stripe.com/currencies, as of November 2026): without decimals, with three, and
 * in hundredths everything else. ISK and UGX have no smaller coin any more, yet stay counted in hundredths; so does
 * MNT, whose möngö we do not count.
 */
const WITHOUT_DECIMALS = new Set('BIF CLP DJF GNF JPY KMF KRW MGA PYG RWF VND VUV XAF XOF XPF'.split(' '))
const THREE_DECIMALS = new Set('BHD JOD KWD OMR TND'.split(' '))
/** The last of three decimals must be 0. */
const STEP = 10

/** Amounts have up to eight digits, those of IDR twelve (docs.stripe.com/currencies, minimum and maximum charge amounts). */
const MOST = 99_999_999
const MOST_RUPIAH = 999_999_999_999

/** The smallest amounts that are published, in Stripe's units (the same page). Other currencies have no fixed one. */
const LEAST: Readonly<Record<string, number>> = {
  ...{ AED: 200, AUD: 50, BGN: 100, BRL: 50, CAD: 50, CHF: 50, CZK: 1_500, DKK: 250, EUR: 50, GBP: 30 },
  ...{ HKD: 400, HUF: 17_500, INR: 50, JPY: 50, MXN: 1_000, MYR: 200, NOK: 300, NZD: 50, PLN: 200 },
  ...{ RON: 200, SEK: 300, SGD: 50, THB: 1_000, USD: 50 },
}

/** Returns whether Stripe takes a payment of this amount. */
export function isTakenByStripe(amount: Amount, currency: string): boolean {
  const told = toStripe(amount, currency)
  const most = currency === 'IDR' ? MOST_RUPIAH : MOST
  return told !== null && told >= (LEAST[currency] ?? 1) && told <= most
}

function stripeDecimals(currency: string): number {
  if (WITHOUT_DECIMALS.has(currency)) return 0
  return THREE_DECIMALS.has(currency) ? 3 : 2
}

/** Our amount as Stripe counts it; null where Stripe has no such amount. */
export function toStripe(amount: Amount, currency: string): number | null {
  const shift = stripeDecimals(currency) - decimals(currency)
  const divisor = 10n ** BigInt(Math.max(0, -shift))
  const scaled = BigInt(amount) * 10n ** BigInt(Math.max(0, shift))
  if (scaled % divisor !== 0n || scaled / divisor > BigInt(LARGEST_AMOUNT)) return null
  const told = Number(scaled / divisor)
  return THREE_DECIMALS.has(currency) && told % STEP !== 0 ? null : told
}

/** What Stripe says in ours. A part of our smallest unit does not count: it never makes up for what is missing. */
export function fromStripe(told: number, currency: string): Amount {
  const shift = decimals(currency) - stripeDecimals(currency)
  const scaled = BigInt(told) * 10n ** BigInt(Math.max(0, shift))
  return Number(scaled / 10n ** BigInt(Math.max(0, -shift)))
}
