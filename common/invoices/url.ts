import { config } from '../runtime/config.ts'

/** The page of an invoice, for its customer. */
export function invoiceUrl(id: number, token: string): string {
  return `${config().baseUrl}/i/${id}/${token}`
}
