import type { Seller } from '../../../domain/projects/object.ts'
import { formatAmount } from '../../../kit/format.ts'
import { shortName } from '../../text/names.ts'
import { defineEmail } from '../define-email.ts'
import { always } from '../still-true.ts'
import { helpLine, type Setting } from './content.ts'
import { paidOf, type PaidPayload, saleFacts } from './paid.ts'

/** The data of a receipt: the paid object, and the merchant's legal details. */
export type ReceiptPayload = PaidPayload & { project: Seller }

/** The customer's proof of payment, with the same facts as the printed receipt behind the button. */
export const receipt = defineEmail<ReceiptPayload>({
  template: 'receipt',
  to: 'payer',
  personal: 'erased',
  stillTrue: always,
  content(payload, setting) {
    const { t, locale } = setting
    const paid = paidOf(payload, setting)
    const seller = payload.project
    const shop = shortName(seller)
    const free = paid.total === 0
    const amount = formatAmount(paid.total, paid.currency, locale)
    const number = paid.receiptNumber ?? ''
    const lead = free ? 'email.receipt.lead_free' : 'email.receipt.lead'
    return {
      subject: t(free ? 'email.receipt.subject_free' : 'email.receipt.subject', { number, amount, shop }),
      preview: t(lead, { amount, shop }),
      lead,
      amount,
      paid: free ? null : amount,
      sign: seller.name,
      shop,
      facts: saleFacts(paid, setting),
      order: paid.order,
      url: `${paid.url}?receipt=1`,
      foot: [...sellerLine(seller, t), helpLine({ ...setting, shop }, seller.email, seller.support_phone)],
    }
  },
})

/**
 * Returns the legal name, registration number and address of the seller. Empty if the merchant has not entered them.
 */
function sellerLine(seller: ReceiptPayload['project'], t: Setting['t']): string[] {
  const { legal_name: name, registration_number: number, address } = seller
  const parts = [name, number && t('receipt.registration', { number }), address].filter(Boolean)
  return parts.length === 0 ? [] : [parts.join(' · ')]
}
