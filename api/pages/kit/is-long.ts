/** Whether an amount has so many digits that it is set smaller, to stay on one line of a phone. */
export function isLong(amount: string): boolean {
  return amount.length > 13
}

/** Whether an amount leaves room beside it for a few more words, on the narrowest phone. */
export function isShort(amount: string): boolean {
  return amount.length <= 10
}
