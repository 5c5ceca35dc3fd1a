import type { SentenceKey } from '../../../common/kit/sentence-key.ts'
import type { Translate } from '../../../common/services/text/translate.ts'
import type { TypedField } from '../kept-press.ts'

/** The labels of fields for longer texts, by their names without the number of their group. */
const LABELS: Readonly<Record<string, SentenceKey>> = {
  address: 'dashboard.settings.address',
  code: 'dashboard.codes.code',
  description: 'dashboard.products.description',
  discount_text: 'dashboard.new_checkout.discount_text',
  email: 'dashboard.customers.email',
  'item[amount]': 'dashboard.sell.amount',
  'item[name]': 'dashboard.sell.name',
  'item[quantity]': 'dashboard.sell.quantity',
  legal_name: 'dashboard.settings.legal_name',
  name: 'dashboard.customers.name',
  phone: 'receipt.phone',
  'question[label]': 'dashboard.sell.question',
  'question[options]': 'dashboard.sell.options',
  reason: 'decide.reason',
  refund_note: 'dashboard.refund.note',
  thank_you_text: 'dashboard.payment_links.thanks',
  url: 'dashboard.webhooks.url',
}

const MOST_ROWS = 8
const ROW_LENGTH = 40

/** Returns typed texts to copy, each with the label of its field, else with a number. */
export function typedTexts(typed: readonly TypedField[], t: Translate) {
  return typed.map(({ name, value }, at) => {
    const known = name.replace(/\[\d+\]/, '')
    const key = Object.hasOwn(LABELS, known) ? LABELS[known] : undefined // not `constructor`
    const lines = value.split('\n').reduce((sum, line) => sum + Math.ceil((line.length + 1) / ROW_LENGTH), 0)
    return {
      label: key ? t(key) : t('dashboard.not_kept.text_number', { number: at + 1 }),
      value,
      rows: Math.min(MOST_ROWS, lines),
    }
  })
}
