import { letterUrl } from '../portal/letter-link.ts'

/** Where a letter sends a customer to look after a subscription: into the portal, among all they have. */
export function portalUrl({ customer_id: customerId }: { id: number; customer_id: number }): string {
  return letterUrl(customerId)
}
