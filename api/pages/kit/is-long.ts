/** Returns whether an amount needs a smaller font to stay on one line of a phone. */
export function isLong(amount: string): boolean {
  return amount.length > 13
}

/** Returns whether it needs a still smaller one. */
export function isLongest(amount: string): boolean {
  return amount.length > 18
}

/** Returns whether a short text fits next to an amount on the narrowest phone. */
export function isShort(amount: string): boolean {
  return amount.length <= 10
}
