/** Formats a receipt number: `R-000001`; after 999999 it gets a seventh digit. */
export function receiptNumber(count: number): string {
  return `R-${String(count).padStart(6, '0')}`
}

/** Returns the count in a receipt number; null if there is no number. */
export function receiptId(number: string | null): number | null {
  const [, count] = /^R-(\d+)$/.exec(number ?? '') ?? []
  return count === undefined ? null : Number(count)
}
