import { type Amount, decimals, LARGEST_AMOUNT } from '../../../../kit/money.ts'

/**
 * In which units Stripe counts (docs.stripe.com/currencies, as of November 2026): without decimals, with three, and
 * in hundredths everything else. ISK and UGX have no smaller coin any more, yet stay counted in hundredths; so does
 * MNT, whose möngö we do not count.
 */
const WITHOUT_DECIMALS = new Set('BIF CLP DJF GNF JPY KMF KRW MGA PYG RWF VND VUV XAF XOF XPF'.split(' '))
const THREE_DECIMALS = new Set('BHD JOD KWD OMR TND'.split(' '))
/** The last of three decimals must be 0. */
const STEP = 10

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
