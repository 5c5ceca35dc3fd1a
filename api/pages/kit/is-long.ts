/** Whether an amount has so many digits that it is set smaller, to stay on one line of a phone. */
export function isLong(amount: string): boolean {
  return amount.length > 13
}
