import { renewUrl } from './renew-link.ts'

/**
 * Where a letter sends a customer to look after a subscription. The only place that knows the address:
 * today it is the page on which the subscription is renewed.
 */
export function portalUrl({ id }: { id: number; customer_id: number }): string {
  return renewUrl(id)
}
