import { config } from '../runtime/config.ts'

/** Returns the address of a checkout's page. */
export function checkoutUrl(id: number, token: string): string {
  return `${config().baseUrl}/checkout/${id}/${token}`
}
