import type { ReceiptPayload } from '../emails/kinds/receipt.ts'
import type { Project } from '../projects/project.ts'
import { sellerOf } from '../projects/seller.ts'
import type { CheckoutObject } from './object.ts'

/** Returns the data of a receipt, as it is at the moment of payment. */
export function receiptPayload(project: Project, checkout: CheckoutObject) {
  return { checkout, project: sellerOf(project) } satisfies ReceiptPayload
}
