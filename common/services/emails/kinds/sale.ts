import { formatAmount } from '../../../kit/format.ts'
import { methodLabel } from '../../text/method-label.ts'
import { defineEmail } from '../define-email.ts'
import { always } from '../still-true.ts'
import { fact, timeFact } from './content.ts'
import { paidOf, type PaidPayload } from './paid.ts'

/** To a merchant who enabled it: a sale. */
export type SalePayload = PaidPayload

/** To a merchant who enabled it: the items, the amount, the customer and the delivery address. */
export const sale = defineEmail<SalePayload>({
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
      facts: [
        ...fact(t('receipt.number'), number),
        ...timeFact(t(free ? 'email.fact.date_free' : 'receipt.date'), paid.paidAt, setting, true),
        ...fact(t('receipt.method'), paid.method && methodLabel(paid.method, t)),
        ...fact(t('receipt.payer'), paid.email),
        ...fact(t('receipt.phone'), paid.phone),
        ...fact(t('receipt.address'), paid.address),
        ...fact(t('email.fact.note'), paid.note),
        ...fact(t('receipt.order'), paid.reference),
        ...paid.answers,
      ],
      order: paid.order,
      url: `${paid.url}?receipt=1`,
      foot: [t('email.foot.merchant', { shop }), t('email.foot.notifications')],
    }
  },
})
