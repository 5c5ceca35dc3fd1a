/** Whole units of the smallest part of the currency in use: cents for USD, yen for JPY, tögrög for MNT. */
export type Amount = number

/** No sum may pass what a double holds exactly: 2^53 − 1. */
export const LARGEST_AMOUNT: Amount = Number.MAX_SAFE_INTEGER

/** `unitAmount × quantity`, or null where the product is larger than any amount we can hold. */
export function times(unitAmount: Amount, quantity: number): Amount | null {
  return bounded(BigInt(unitAmount) * BigInt(quantity))
}

/** The sum of `amounts`, or null where it is larger than any amount we can hold. */
export function sum(amounts: readonly Amount[]): Amount | null {
  return bounded(amounts.reduce((total, amount) => total + BigInt(amount), 0n))
}

function bounded(value: bigint): Amount | null {
  return value > BigInt(LARGEST_AMOUNT) ? null : Number(value)
}

/** Currencies whose smallest unit in use is the whole one: the möngö is out of use, so MNT has none either. */
const WITHOUT_DECIMALS = new Set(
  'BIF CLP DJF GNF ISK JPY KMF KRW MNT PYG RWF UGX UYI VND VUV XAF XOF XPF'.split(' '),
)
const THREE_DECIMALS = new Set('BHD IQD JOD KWD LYD OMR TND'.split(' '))

/** How many decimals the smallest unit in use of `currency` (ISO 4217) has. */
export function decimals(currency: string): number {
  if (WITHOUT_DECIMALS.has(currency)) return 0
  return THREE_DECIMALS.has(currency) ? 3 : 2
}
