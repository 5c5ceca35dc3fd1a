import type { Amount } from '../../kit/money.ts'

export interface Line {
  productId: number | null
  amountSubtotal: Amount
}

/** The parts of a promotion code that decide its amount. */
export interface CodeTerms {
  code: string
  type: 'order_total' | 'product'
  percentOff: number | null
  amountOff: Amount | null
  /** The products of a product code. */
  productIds: readonly number[]
}

export interface Totals {
  subtotal: Amount
  /** The amount to pay now. */
  total: Amount
  /** The part of the credit that was used. */
  credit: Amount
  /** The amount of each line after product codes. */
  lines: Amount[]
  /** The amount that each code takes off, in the given order. */
  codes: Amount[]
}

/**
 * Calculates a checkout. The order is: items, direct discounts, credit, product codes, order-total codes. Codes of
 * one kind apply in order of entry, each to the remaining amount, which never falls below 0. A product code is
 * calculated from the subtotals of its products' lines. All amounts are whole units; the caller limits the sum of
 * `lines`.
 */
export function calculateTotals(
  lines: readonly Line[],
  discounts: readonly Amount[],
  credit: Amount,
  codes: readonly CodeTerms[],
): Totals {
  const subtotal = lines.reduce((sum, { amountSubtotal }) => sum + amountSubtotal, 0)
  const taken = takeOff(
    discounts.map((amount) => ({ amount })),
    subtotal,
  )
  let left = taken.reduce((rest, { amount }) => rest - amount, subtotal)
  const usedCredit = Math.min(credit, left)
  left -= usedCredit

  const lineTotals = lines.map(({ amountSubtotal }) => amountSubtotal)
  const amounts = new Map<CodeTerms, Amount>()
  for (const terms of codes.filter(({ type }) => type === 'product')) {
    const own = lines.flatMap(({ productId }, index) =>
      productId !== null && terms.productIds.includes(productId) ? [index] : [],
    )
    const base = own.reduce((sum, index) => sum + lines[index]!.amountSubtotal, 0)
    const rest = own.reduce((sum, index) => sum + lineTotals[index]!, 0)
    const amount = Math.min(reduction(terms, base), rest, left)
    spread(amount, own, lineTotals)
    amounts.set(terms, amount)
    left -= amount
  }
  for (const terms of codes.filter(({ type }) => type === 'order_total')) {
    const amount = Math.min(reduction(terms, left), left)
    amounts.set(terms, amount)
    left -= amount
  }
  return {
    subtotal,
    total: left,
    credit: usedCredit,
    lines: lineTotals,
    codes: codes.map((terms) => amounts.get(terms) ?? 0),
  }
}

/**
 * Returns the direct discounts in order, each with the amount that it really takes off. That is never more than the
 * rest of the subtotal, which a lower quantity can reduce.
 */
export function takeOff<Discount extends { amount: Amount }>(
  discounts: readonly Discount[],
  subtotal: Amount,
): Discount[] {
  let left = subtotal
  return discounts.map((discount) => {
    const amount = Math.min(discount.amount, left)
    left -= amount
    return { ...discount, amount }
  })
}

/** Returns what a code takes off. Percentages round half up to the smallest unit, once per code. */
function reduction({ percentOff, amountOff }: CodeTerms, base: Amount): Amount {
  if (percentOff === null) return amountOff ?? 0
  return Number((BigInt(base) * BigInt(percentOff) + 50n) / 100n)
}

/**
 * Subtracts `amount` from the lines `own` in proportion to what is left of each. The last line takes the remainder.
 */
function spread(amount: Amount, own: readonly number[], lineTotals: Amount[]): void {
  let toTake = amount
  let toShare = own.reduce((sum, index) => sum + lineTotals[index]!, 0)
  for (const index of own) {
    const line = lineTotals[index]!
    const share = toShare === 0 ? 0 : Number((BigInt(toTake) * BigInt(line)) / BigInt(toShare))
    lineTotals[index] = line - share
    toTake -= share
    toShare -= line
  }
}
