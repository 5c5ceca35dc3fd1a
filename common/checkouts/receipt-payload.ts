import type { ReceiptPayload } from '../emails/payloads.ts'
import type { Project } from '../projects/project.ts'
import { sellerOf } from '../projects/seller.ts'
import type { CheckoutObject } from './object.ts'

/** What a receipt says, frozen at the moment of payment. */
export function receiptPayload(project: Project, checkout: CheckoutObject) {
  return { checkout, project: sellerOf(project) } satisfies ReceiptPayload
}
