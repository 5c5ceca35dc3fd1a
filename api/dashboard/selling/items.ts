import type { FormErrors, FormProblem } from '../../../common/kit/form.ts'
import type { Locale } from '../../../common/kit/languages.ts'
import { amountProblem, readAmount } from '../../../common/kit/read-amount.ts'
import type { Form } from '../../pages/form.ts'
import {
  amountField,
  type FieldGroup,
  fieldOf,
  type FieldView,
  type FormState,
  type Option,
} from '../../pages/kit/fields.ts'
import { clearAction, isInUse } from '../kit/picker.ts'
import type { Presenter } from '../kit/presenter.ts'
import { type PriceChoices, priceField } from './price-choices.ts'

/** Number of items that a form has fields for. The API takes more. */
export const MOST_ITEMS = 10
/** The value of the menu for an amount that the customer chooses. */
export const CUSTOM = 'custom'

const PARTS = [
  ...(['price', 'name', 'amount', 'minimum', 'suggested', 'maximum', 'quantity', 'adjustable'] as const),
]

type Part = (typeof PARTS)[number]

/** The fields of an item as text, by their names. */
export type ItemFields = Partial<Record<Part, string>>

/** An item as a request to the API has it. */
export interface ItemBody {
  price?: string
  price_id?: number
  price_data?: {
    unit_amount?: number
    custom_unit_amount?: { minimum: number; maximum?: number; suggested?: number }
    product_data: { name: string }
  }
  quantity: number
  adjustable_quantity?: { enabled: true }
}

/** Returns the name of an item's field in the form. */
export function itemField(row: number, part: Part): string {
  return `${itemName(row)}[${part}]`
}

/** Returns the beginning of the names of an item's fields. */
function itemName(row: number): string {
  return `item[${row}]`
}

/** Returns whether a field of a form is the menu for the price of an item. */
export function isPriceField(name: string): boolean {
  return /^item\[\d\]\[price\]$/.test(name)
}

/** The items that a form can have. */
export interface ItemOffer extends PriceChoices {
  /** Prices that are named by their key: the price that has the key when the customer buys. */
  keys?: readonly { key: string; label: string }[]
  /** Whether customers may choose quantities and amounts, as on payment links. */
  isLink?: boolean
}

/** Returns the fields of the items, one group for each. Only the first is unfolded. `known` are items to begin with. */
export function itemGroups(
  form: FormState,
  presenter: Presenter,
  offer: ItemOffer,
  known: readonly ItemFields[],
): FieldGroup[] {
  const { t } = presenter
  const rows = Array.from({ length: MOST_ITEMS }, (_, row) => {
    const isCleared = form.typed.action === clearAction(itemName(row))
    const typed = isCleared ? { ...form.typed, ...blankRow(row) } : form.typed
    const offered = isCleared ? { ...offer, found: new Map() } : offer
    const fields = fieldsOf({ ...form, typed }, presenter, row, offered, known[row] ?? {})
    const isUsed = fields.some(
      ({ name, value, error, search }) => error !== null || (isOwn(name) && value !== '') || isInUse(search),
    )
    return { row, fields, isUsed, isCleared }
  })
  return rows.map(({ row, fields, isUsed, isCleared }): FieldGroup => {
    const clear = {
      ...{ id: `item-${row}`, label: t('dashboard.sell.clear') },
      ...{ action: clearAction(itemName(row)), isDone: isCleared },
    }
    if (row > 0) {
      const title = t('dashboard.sell.item_number', { number: row + 1 })
      return { legend: t('dashboard.sell.another'), oneMore: { open: isUsed, title }, clear, fields }
    }
    // A single item cannot be removed.
    const hasOthers = rows.some((other) => other.row > 0 && other.isUsed)
    return {
      legend: t('dashboard.sell.items'),
      fields: fields.map((field, at) => (isCleared && at === 0 ? { ...field, focus: true } : field)),
      ...((hasOthers || isCleared) && { clear }),
    }
  })
}

/** Returns the fields of a row without an item. */
function blankRow(row: number): Record<string, string> {
  const price = itemField(row, 'price')
  return {
    ...Object.fromEntries(PARTS.map((part) => [itemField(row, part), USUAL[part] ?? ''])),
    ...{ [`${price}:search`]: '', [`${price}:shown`]: '' },
  }
}

/** A quantity alone does not make an item: every row has one. */
function isOwn(name: string): boolean {
  return !name.endsWith('[quantity]')
}

function fieldsOf(
  form: FormState,
  presenter: Presenter,
  row: number,
  { keys = [], isLink = false, ...choices }: ItemOffer,
  own: ItemFields,
): FieldView[] {
  const { t } = presenter
  const field = (part: Part, attributes: Omit<Parameters<typeof fieldOf>[2], 'known'>) =>
    fieldOf(form, itemField(row, part), { known: own[part] ?? USUAL[part] ?? null, ...attributes })
  const option = (value: string, label: string): Option => ({ value, label, selected: false })
  const money = (part: Part, label: string, required = true) =>
    amountField(form, itemField(row, part), presenter.input.project.currency, {
      ...{ label, required, half: true, known: own[part] ?? null },
    })
  const first = [
    option('', t(isLink ? 'dashboard.sell.typed_fixed' : 'dashboard.sell.typed')),
    ...(isLink ? [option(CUSTOM, t('dashboard.sell.typed_custom'))] : []),
    ...keys.map(({ key, label }) => option(`key:${key}`, label)),
  ]
  const ofLink = isLink
    ? [
        money('minimum', t('dashboard.sell.minimum')),
        money('suggested', t('dashboard.sell.suggested'), false),
        money('maximum', t('dashboard.sell.maximum'), false),
      ]
    : []
  return [
    // Without a catalogue there is nothing to choose from.
    ...(first.length + choices.chosen.length + choices.newest.length > 1 || choices.isCut
      ? [
          priceField(form, itemField(row, 'price'), choices, presenter, {
            ...{ label: t('dashboard.sell.price'), known: own.price ?? null, first },
          }),
        ]
      : []),
    field('name', { label: t('dashboard.sell.name') }),
    money('amount', t('dashboard.sell.amount')),
    ...ofLink,
    field('quantity', {
      // A browser silently cuts longer text: one digit too many must arrive here to be refused.
      ...{ label: t('dashboard.sell.quantity'), inputmode: 'numeric', half: true, maxlength: 20 },
    }),
    ...(isLink ? [field('adjustable', { label: t('dashboard.sell.adjustable'), isBox: true })] : []),
  ]
}

const USUAL: ItemFields = { quantity: '1' }

/** Returns whether the items of a form differ from those that it began with. */
export function areItemsChanged(form: Form, known: readonly ItemFields[]): boolean {
  return Array.from({ length: MOST_ITEMS }).some((_, row) =>
    PARTS.some((part) => (form[itemField(row, part)] ?? '') !== (known[row]?.[part] ?? USUAL[part] ?? '')),
  )
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
      readItem(typed, { currency, locale }, (part, problem) => {
        read.errors[itemField(row, part)] = problem
      }),
    )
  }
  if (read.items.length === 0) {
    read.errors[itemField(0, 'name')] = 'item_required'
    read.errors[itemField(0, 'amount')] = amountProblem('', currency, locale)
  }
  return read
}

type Refuse = (part: Part, problem: FormProblem) => void

function readItem(
  typed: (part: Part) => string,
  { currency, locale }: { currency: string; locale: Locale },
  refuse: Refuse,
): ItemBody {
  const price = typed('price')
  const amountIn = (part: Part) => {
    const amount = readAmount(typed(part), currency)
    if (amount === null) refuse(part, amountProblem(typed(part), currency, locale))
    return amount ?? 0
  }
  if (price === CUSTOM) {
    const custom_unit_amount = {
      minimum: amountIn('minimum'),
      ...(typed('maximum') !== '' && { maximum: amountIn('maximum') }),
      ...(typed('suggested') !== '' && { suggested: amountIn('suggested') }),
    }
    return { price_data: { custom_unit_amount, product_data: productIn(typed, refuse) }, quantity: 1 }
  }
  const quantity = /^\d{1,6}$/.test(typed('quantity')) ? Number(typed('quantity')) : 0
  if (quantity < 1) refuse('quantity', 'item_quantity')
  const count = {
    quantity,
    ...(typed('adjustable') === '1' && { adjustable_quantity: { enabled: true as const } }),
  }
  const [, key] = /^key:(.+)$/.exec(price) ?? []
  if (key !== undefined) return { price: key, ...count }
  if (price !== '') return { price_id: Number(price), ...count }
  const product = productIn(typed, refuse)
  return { price_data: { unit_amount: amountIn('amount'), product_data: product }, ...count }
}

function productIn(typed: (part: Part) => string, refuse: Refuse): { name: string } {
  const name = typed('name')
  if (name === '') refuse('name', 'item_name')
  return { name }
}
