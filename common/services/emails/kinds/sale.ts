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
    const { say, locale, shop } = setting
    const paid = paidOf(payload, setting)
    const free = paid.total === 0
    const amount = formatAmount(paid.total, paid.currency, locale)
    const number = paid.receiptNumber ?? ''
    const lead = free ? 'email.sale.lead_free' : 'email.sale.lead'
    return {
      subject: say(free ? 'email.sale.subject_free' : 'email.sale.subject', { amount, number }),
      preview: say(lead, { amount }),
      lead,
      amount,
      paid: free ? null : amount,
      facts: [
        ...fact(say('receipt.number'), number),
        ...timeFact(say(free ? 'email.fact.date_free' : 'receipt.date'), paid.paidAt, setting, true),
        ...fact(say('receipt.method'), paid.method && methodLabel(paid.method, say)),
        ...fact(say('receipt.payer'), paid.email),
        ...fact(say('receipt.phone'), paid.phone),
        ...fact(say('receipt.address'), paid.address),
        ...fact(say('email.fact.note'), paid.note),
        ...fact(say('receipt.order'), paid.reference),
        ...paid.answers,
      ],
      order: paid.order,
      url: `${paid.url}?receipt=1`,
      foot: [say('email.foot.merchant', { shop }), say('email.foot.notifications')],
    }
  },
})
