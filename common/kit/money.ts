/** A whole number of the currency's smallest unit in use: cents for USD, yen for JPY, tögrög for MNT. */
export type Amount = number

/** The largest amount: the largest integer that a double holds exactly, 2^53 − 1. */
export const LARGEST_AMOUNT: Amount = Number.MAX_SAFE_INTEGER

/** Returns `unitAmount × quantity`, or null if the product is too large. */
export function times(unitAmount: Amount, quantity: number): Amount | null {
  return bounded(BigInt(unitAmount) * BigInt(quantity))
}

/** Returns the sum of `amounts`, or null if it is too large. */
export function sum(amounts: readonly Amount[]): Amount | null {
  return bounded(amounts.reduce((total, amount) => total + BigInt(amount), 0n))
}

function bounded(value: bigint): Amount | null {
  return value > BigInt(LARGEST_AMOUNT) ? null : Number(value)
}

/** Currencies without decimals in use. The möngö is out of use, so MNT is one of them. */
const WITHOUT_DECIMALS = new Set(
  'BIF CLP DJF GNF ISK JPY KMF KRW MNT PYG RWF UGX UYI VND VUV XAF XOF XPF'.split(' '),
)
const THREE_DECIMALS = new Set('BHD IQD JOD KWD LYD OMR TND'.split(' '))

/** Returns the number of decimals of `currency` (ISO 4217). */
export function decimals(currency: string): number {
  if (WITHOUT_DECIMALS.has(currency)) return 0
  return THREE_DECIMALS.has(currency) ? 3 : 2
}
