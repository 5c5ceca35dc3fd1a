import type { ReceiptWords } from '../emails/words.ts'
import type { Project } from '../projects/project.ts'
import type { CheckoutObject } from './object.ts'

/** What a receipt says, frozen at the moment of payment. */
export function receiptWords(project: Project, checkout: CheckoutObject): ReceiptWords {
  return {
    checkout,
    project: {
      name: project.name,
      legal_name: project.legalName,
      registration_number: project.registrationNumber,
      address: project.address,
      support_phone: project.supportPhone,
      email: project.email,
    },
  }
}
