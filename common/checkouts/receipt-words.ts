import type { ReceiptWords } from '../emails/words.ts'
import type { Project } from '../projects/project.ts'
import { sellerOf } from '../projects/seller.ts'
import type { CheckoutObject } from './object.ts'

/** What a receipt says, frozen at the moment of payment. */
export function receiptWords(project: Project, checkout: CheckoutObject) {
  return { checkout, project: sellerOf(project) } satisfies ReceiptWords
}
