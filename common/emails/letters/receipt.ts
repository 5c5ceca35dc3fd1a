import { formatAmount, formatDateTime } from '../../kit/format.ts'
import type { ReceiptWords } from '../words.ts'
import { fact, helpLine } from './letter.ts'
import type { Letter, Setting } from './letter.ts'
import { orderLines } from './order.ts'

/** What a customer keeps as proof: the same facts as the printed receipt behind the button. */
export function receipt({ checkout, project: seller }: ReceiptWords, setting: Setting): Letter {
  const { say, locale, project } = setting
  const shop = seller.name
  const free = checkout.amount_total === 0
  const amount = formatAmount(checkout.amount_total, checkout.currency, locale)
  const number = checkout.receipt_number ?? ''
  const paidAt = checkout.paid_at && formatDateTime(new Date(checkout.paid_at), project.timezone, locale)
  const address = Object.values(checkout.delivery_address ?? {}).filter(Boolean)
  const lead = free ? 'receipt.lead_free' : 'receipt.lead'
  return {
    subject: say(free ? 'receipt.subject_free' : 'receipt.subject', { number, amount, shop }),
    preview: say(lead, { amount, shop }),
    lead,
    amount,
    shop,
    facts: [
      ...fact(say('fact.number'), number),
      ...fact(say('fact.date'), paidAt, true),
      ...fact(say('fact.method'), methodName(checkout.payment_method, say)),
      ...fact(say('fact.payer'), checkout.customer_email),
      ...fact(say('fact.phone'), checkout.phone_number),
      ...fact(say('fact.address'), address.join(', ')),
      ...fact(say('fact.order'), checkout.client_reference_id),
    ],
    order: orderLines(checkout, setting),
    url: `${checkout.url}?receipt=1`,
    foot: [...sellerLine(seller, say), helpLine(setting, seller.email, seller.support_phone)],
  }
}

/** A gateway without words of its own is called by its name. */
function methodName(method: string | null, say: Setting['say']): string {
  if (method === null) return say('method.none')
  return method === 'bank_transfer' || method === 'test' ? say(`method.${method}`) : method
}

/** Who sold, by law; a merchant who has not told is named by the letter's sign alone. */
function sellerLine(seller: ReceiptWords['project'], say: Setting['say']): string[] {
  const { legal_name: name, registration_number: number, address } = seller
  const parts = [name, number && say('foot.registration', { number }), address].filter(Boolean)
  return parts.length === 0 ? [] : [parts.join(' · ')]
}
