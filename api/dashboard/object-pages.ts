import type { AuditedObject } from '../../common/domain/audit-log/audited.ts'
import { FIRST_REHEARSED } from '../../common/domain/webhooks/rehearsal.ts'

/** The sections whose pages show one object each. */
const SECTIONS: Partial<Record<AuditedObject, string>> = {
  checkout: '/checkouts',
  payment_link: '/payment-links',
  payment: '/payments',
  customer: '/customers',
  subscription: '/subscriptions',
  invoice: '/invoices',
  product: '/products',
  price: '/products/prices',
  promotion_code: '/products/codes',
  webhook_endpoint: '/developers/webhooks',
  token: '/developers/tokens',
}

/**
 * Returns the path of an object's page below the project and mode; null if objects of its kind have none, or if
 * the object was invented for a rehearsal.
 */
export function pathOfObject(object: AuditedObject, id: number): string | null {
  if (id >= FIRST_REHEARSED) return null
  const section = SECTIONS[object]
  return section === undefined ? null : `${section}/${id}`
}
