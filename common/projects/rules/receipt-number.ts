/** `R-000001`; beyond 999999 it grows by a digit. */
export function receiptNumber(count: number): string {
  return `R-${String(count).padStart(6, '0')}`
}

/** The count in a receipt's number; null where there is none. */
export function receiptId(number: string | null): number | null {
  const [, count] = /^R-(\d+)$/.exec(number ?? '') ?? []
  return count === undefined ? null : Number(count)
}
