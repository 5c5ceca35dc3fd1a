import type { Amount } from '../../kit/money.ts'

export interface Line {
  productId: number | null
  amountSubtotal: Amount
}

/** A promotion code as far as sums go. */
export interface CodeTerms {
  code: string
  type: 'order_total' | 'product'
  percentOff: number | null
  amountOff: Amount | null
  /** The products that a product code is for. */
  productIds: readonly number[]
}

export interface Totals {
  subtotal: Amount
  /** What is to be paid now. */
  total: Amount
  /** The part of the credit that was used. */
  credit: Amount
  /** What each line comes to after product codes. */
  lines: Amount[]
  /** What each code takes off, in the order given. */
  codes: Amount[]
}

/**
 * Works a checkout out, in this order: items, direct discounts, credit, product codes, order-total
 * codes; within a kind in order of entry, each on what is left, and never below 0. A product code is
 * worked out on the subtotals of its products' lines. Whole units throughout; the sum of `lines` is
 * bounded by the caller.
 */
export function workOut(
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
 * Direct discounts with what each really took off, in order: no more than was left of the subtotal,
 * which a lowered quantity can make smaller than they are.
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

/** Percentages round half up to the smallest unit, once per code. */
function reduction({ percentOff, amountOff }: CodeTerms, base: Amount): Amount {
  if (percentOff === null) return amountOff ?? 0
  return Number((BigInt(base) * BigInt(percentOff) + 50n) / 100n)
}

/** Takes `amount` off the lines `own`, by what is left of each; the last one bears the remainder. */
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
