import { config } from '../../runtime/config.ts'

/** Returns the address of a checkout's page. */
export function checkoutUrl(id: number, token: string): string {
  return `${config().baseUrl}/checkout/${id}/${token}`
}

/** Returns the address of an invoice's page. */
export function invoiceUrl(id: number, token: string): string {
  return `${config().baseUrl}/i/${id}/${token}`
}

/** Returns the address of a payment link. */
export function paymentLinkUrl(code: string): string {
  return `${config().baseUrl}/l/${code}`
}
