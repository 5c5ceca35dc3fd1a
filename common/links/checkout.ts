import { config } from '../runtime/config.ts'

/** The page of a checkout, for its customer. */
export function checkoutUrl(id: number, token: string): string {
  return `${config().baseUrl}/checkout/${id}/${token}`
}
