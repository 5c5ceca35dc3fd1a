/** `INV-0001`; beyond 9999 it grows by a digit. */
export function invoiceNumber(prefix: string, sequence: number): string {
  return `${prefix}-${String(sequence).padStart(4, '0')}`
}
