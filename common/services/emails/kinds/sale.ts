import { formatAmount } from '../../../kit/format.ts'
import { defineEmail } from '../define-email.ts'
import { always } from '../still-true.ts'
import { paidOf, type PaidPayload, saleFacts } from './paid.ts'

/** To a merchant who enabled it: a sale. */
export type SalePayload = PaidPayload

/** To a merchant who enabled it: the items, the amount, the customer and the delivery address. */
export const sale = defineEmail<SalePayload>({
  template: 'sale',
  to: 'merchant',
  personal: { checkout: 'rewritten', invoice: 'rewritten' },
  stillTrue: always,
  content(payload, setting) {
    const { t, locale, shop } = setting
    const paid = paidOf(payload, setting)
    const free = paid.total === 0
    const amount = formatAmount(paid.total, paid.currency, locale)
    const number = paid.receiptNumber ?? ''
    const lead = free ? 'email.sale.lead_free' : 'email.sale.lead'
    return {
      subject: t(free ? 'email.sale.subject_free' : 'email.sale.subject', { amount, number }),
      preview: t(lead, { amount }),
      lead,
      amount,
      paid: free ? null : amount,
      facts: saleFacts(paid, setting),
      order: paid.order,
      url: `${paid.url}?receipt=1`,
      foot: [t('email.foot.merchant', { shop }), t('email.foot.notifications')],
    }
  },
})
