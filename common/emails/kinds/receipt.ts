import { formatAmount, formatDateTime } from '../../kit/format.ts'
import { findMethod } from '../../payments/methods/all.ts'
import type { ReceiptPayload } from '../payloads.ts'
import { type EmailContent, fact, helpLine, inside, type Setting } from './content.ts'
import { paidOf } from './paid.ts'

/** What a customer keeps as proof: the same facts as the printed receipt behind the button. */
export function receipt(words: ReceiptPayload, setting: Setting): EmailContent {
  const { say, locale, project } = setting
  const paid = paidOf(words, setting)
  const seller = words.project
  const shop = inside(seller.name)
  const free = paid.total === 0
  const amount = formatAmount(paid.total, paid.currency, locale)
  const number = paid.receiptNumber ?? ''
  const paidAt = paid.paidAt && formatDateTime(new Date(paid.paidAt), project.timezone, locale)
  const lead = free ? 'receipt.lead_free' : 'receipt.lead'
  return {
    subject: say(free ? 'receipt.subject_free' : 'receipt.subject', { number, amount, shop }),
    preview: say(lead, { amount, shop }),
    lead,
    amount,
    sign: seller.name,
    shop,
    facts: [
      ...fact(say('fact.number'), number),
      ...fact(say(free ? 'fact.date_free' : 'fact.date'), paidAt, true),
      ...fact(say('fact.method'), paid.method && methodLabel(paid.method, say)),
      ...fact(say('fact.payer'), paid.email),
      ...fact(say('fact.phone'), paid.phone),
      ...fact(say('fact.address'), paid.address),
      ...fact(say('fact.note'), paid.note),
      ...fact(say('fact.order'), paid.reference),
      ...paid.answers,
    ],
    order: paid.order,
    url: `${paid.url}?receipt=1`,
    foot: [...sellerLine(seller, say), helpLine({ ...setting, shop }, seller.email, seller.support_phone)],
  }
}

/** One that is no more is called by what the API called it. */
function methodLabel(method: string, say: Setting['say']): string {
  const known = findMethod(method)
  return known ? say(known.page.label) : method
}

/** Who sold, by law; a merchant who has not told is named by the email's sign alone. */
function sellerLine(seller: ReceiptPayload['project'], say: Setting['say']): string[] {
  const { legal_name: name, registration_number: number, address } = seller
  const parts = [name, number && say('foot.registration', { number }), address].filter(Boolean)
  return parts.length === 0 ? [] : [parts.join(' · ')]
}
