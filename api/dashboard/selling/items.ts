import type { FormErrors, FormProblem } from '../../../common/kit/form.ts'
import { formatAmount } from '../../../common/kit/format.ts'
import type { Locale } from '../../../common/kit/languages.ts'
import { decimals } from '../../../common/kit/money.ts'
import { readAmount } from '../../../common/kit/read-amount.ts'
import type { Form } from '../../pages/form.ts'
import {
  type FieldGroup,
  fieldOf,
  type FieldView,
  type FormState,
  type Option,
} from '../../pages/kit/fields.ts'
import type { Presenter } from '../kit/presenter.ts'
import { MOST_PRICES, type PriceChoices, priceLabel } from './price-choices.ts'

/** How many items a form has fields for. The API takes more. */
const MOST_ITEMS = 10

type Part = 'price' | 'name' | 'amount' | 'quantity'

/** The fields of an item as text, by their names. */
export type ItemFields = Partial<Record<Part, string>>

/** An item as a request to the API has it. */
export interface ItemBody {
  price_id?: number
  price_data?: { unit_amount: number; product_data: { name: string } }
  quantity: number
}

/** Returns the name of an item's field in the form. */
export function itemField(row: number, part: Part): string {
  return `item[${row}][${part}]`
}

/** Returns the fields of the items, one group for each. Only the first is unfolded. `known` are items to begin with. */
export function itemGroups(
  form: FormState,
  presenter: Presenter,
  offer: PriceChoices,
  known: readonly ItemFields[],
): FieldGroup[] {
  const { t } = presenter
  return Array.from({ length: MOST_ITEMS }, (_, row) => {
    const fields = fieldsOf(form, presenter, row, offer, known[row] ?? {})
    const isUsed = fields.some(({ name, value, error }) => error !== null || (isOwn(name) && value !== ''))
    return row === 0
      ? { legend: t('dashboard.sell.items'), fields }
      : { legend: t('dashboard.sell.another'), oneMore: { open: isUsed }, fields }
  })
}

/** A quantity alone does not make an item: every row has one. */
function isOwn(name: string): boolean {
  return !name.endsWith('[quantity]')
}

function fieldsOf(
  form: FormState,
  presenter: Presenter,
  row: number,
  { prices, isCut }: PriceChoices,
  own: ItemFields,
): FieldView[] {
  const { t } = presenter
  const field = (part: Part, attributes: Omit<Parameters<typeof fieldOf>[2], 'known'>) =>
    fieldOf(form, itemField(row, part), { known: own[part] ?? null, ...attributes })
  const option = (value: string, label: string): Option => ({ value, label, selected: false })
  const options = [
    option('', t('dashboard.sell.typed')),
    ...prices.map((price) => option(String(price.id), priceLabel(price, presenter))),
  ]
  return [
    // Without a catalogue there is nothing to choose from.
    ...(options.length > 1
      ? [
          field('price', {
            ...{ label: t('dashboard.sell.price'), options },
            hint: isCut ? t('dashboard.sell.price_hint', { most: MOST_PRICES }) : null,
          }),
        ]
      : []),
    field('name', { label: t('dashboard.sell.name') }),
    field('amount', { label: t('dashboard.sell.amount'), inputmode: 'decimal', half: true, maxlength: 40 }),
    fieldOf(form, itemField(row, 'quantity'), {
      ...{ label: t('dashboard.sell.quantity'), known: own.quantity ?? '1' },
      ...{ inputmode: 'numeric', half: true, maxlength: 6 },
    }),
  ]
}

export interface ReadItems {
  items: ItemBody[]
  /** The row in the form of each item. */
  rows: number[]
  errors: FormErrors
}

/** Reads the items of a form as the API takes them. Empty rows are left out. */
export function readItems(form: Form, currency: string, locale: Locale): ReadItems {
  const read: ReadItems = { items: [], rows: [], errors: {} }
  for (let row = 0; row < MOST_ITEMS; row += 1) {
    const typed = (part: Part) => form[itemField(row, part)] ?? ''
    if (typed('price') + typed('name') + typed('amount') === '') continue
    read.rows.push(row)
    read.items.push(
      readItem(typed, currency, (part, problem) => {
        read.errors[itemField(row, part)] =
          problem === 'sum_unreadable' ? unreadableAmount(currency, locale) : problem
      }),
    )
  }
  if (read.items.length === 0) read.errors[itemField(0, 'name')] = 'item_required'
  return read
}

/** Returns the problem of an amount that cannot be read, with an example in the currency. */
export function unreadableAmount(currency: string, locale: Locale): FormProblem {
  const example = formatAmount(25_000 * 10 ** decimals(currency), currency, locale)
  return { problem: 'sum_unreadable', about: { example } }
}

type Refuse = (part: Part, problem: 'item_name' | 'item_quantity' | 'sum_unreadable') => void

function readItem(typed: (part: Part) => string, currency: string, refuse: Refuse): ItemBody {
  const [price, name] = [typed('price'), typed('name')]
  const quantity = /^\d{1,6}$/.test(typed('quantity')) ? Number(typed('quantity')) : 0
  if (quantity < 1) refuse('quantity', 'item_quantity')
  if (price !== '') return { price_id: Number(price), quantity }
  if (name === '') refuse('name', 'item_name')
  const amount = readAmount(typed('amount'), currency)
  if (amount === null) refuse('amount', 'sum_unreadable')
  return { price_data: { unit_amount: amount ?? 0, product_data: { name } }, quantity }
}
