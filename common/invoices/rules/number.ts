/** Formats an invoice number, such as `INV-0001`. Numbers above 9999 get more digits. */
export function invoiceNumber(prefix: string, sequence: number): string {
  return `${prefix}-${String(sequence).padStart(4, '0')}`
}
