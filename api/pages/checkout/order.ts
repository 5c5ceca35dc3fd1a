import { intervalOf } from '../../../common/domain/checkouts/item-interval.ts'
import type {
  CheckoutItemObject,
  CheckoutObject,
  CheckoutStatus,
} from '../../../common/domain/checkouts/object.ts'
import { LINE_BOX, MOST_PICTURED, type Picture } from '../../../common/domain/images/picture.ts'
import { spelled } from '../../../common/domain/promotion-codes/spelling.ts'
import { formatAmount, formatDate, type Locale } from '../../../common/kit/format.ts'
import type { Amount } from '../../../common/kit/money.ts'
import type { SentenceKey } from '../../../common/kit/sentence-key.ts'
import type { Effect } from '../../../common/services/subscriptions/paid-until.ts'
import { lineName, shortName } from '../../../common/services/text/names.ts'
import { deductionsOf, itemDescription, itemDetail } from '../../../common/services/text/order-in-words.ts'
import { translate } from '../../../common/services/text/translate.ts'
import { type PictureView, pictureView } from '../frame.ts'
import { fieldOf, type FieldView } from '../kit/fields.ts'
import { isLong, isShort } from '../kit/is-long.ts'
import type { PageInput } from '../payable/state.ts'

/** What is bought, in words: the left side of every page of something to pay. */
export interface OrderView {
  label: string
  amount: string
  /** An amount of many digits is set smaller, so that it stays on one line of a phone. */
  long: boolean
  /** The line under which a phone folds the list; null where it is short. */
  fold: string | null
  /** Whether there is room for that line beside the amount. */
  beside?: boolean
  /** Whether the fold begins open: nothing that can be changed hides. */
  open: boolean
  items: ItemView[]
  /** Whether any item has a picture: the others then keep its place free. */
  pictured?: boolean
  /** What is taken off, in the order in which it is; empty where nothing is. */
  deductions: {
    label: string
    exactly: string | null
    amount: string
    remove: { action: string; label: string } | null
  }[]
  subtotal: string
  total: string
  /** One line, whose sum stands over it: it is not said a third time. */
  bare: boolean
  /** Of a recurring price: how long is paid for, and that nothing more will be taken. */
  terms: string | null
  /** Whether quantities or codes can be changed here. */
  editable: boolean
  /** `refused` is the code that is known to be none for this order: sent along, it is not tried again. */
  code: { field: FieldView; open: boolean; refused: string } | null
}

interface ItemView {
  name: string
  picture?: PictureView | null
  detail: string | null
  description?: string | null
  amount: string | null
  quantity: (FieldView & { min: number; max: number; less: string; more: string; update: string }) | null
}

/** Once a transfer is reported nothing is asked of the customer any more. */
const LABELS = {
  open: 'order.to_pay',
  pending: 'order.amount',
  complete: 'order.paid',
  expired: 'order.amount',
} as const satisfies Record<CheckoutStatus, SentenceKey>

/** `editable`: the page is one on which the order can still be changed; `begun`: one on which it is not the point any more. */
export function orderView(
  input: PageInput & { checkout: CheckoutObject; pictures?: ReadonlyMap<number, Picture> } & Partial<Effect>,
  editable: boolean,
  begun = false,
): OrderView {
  const { checkout, locale, project } = input
  const pictures = checkout.items.length > MOST_PICTURED ? undefined : input.pictures
  const t = translate(locale)
  const money = (amount: Amount) => formatAmount(amount, checkout.currency, locale)
  const total = money(checkout.amount_total)
  const items = checkout.items.map((item) => ({
    name: lineName(item),
    picture: pictureView(pictures?.get(item.id), LINE_BOX),
    detail: itemDetail(item, checkout.currency, locale),
    description: itemDescription(item, checkout.items.length),
    amount: money(item.amount_subtotal),
    quantity: editable ? quantityOf(item, input) : null,
  }))
  const deductions = deductionsOf(checkout, locale, input.creditDays)
  const adjustable = items.some(({ quantity }) => quantity)
  return {
    label: t(LABELS[checkout.status], { shop: shortName(project) }),
    amount: total,
    long: isLong(total),
    fold: items.length > 1 || begun ? t('order.items', { count: items.length }) : null,
    beside: begun && isShort(total),
    open: !begun && checkout.status === 'open' && (adjustable || checkout.promotion_codes.length > 0),
    items,
    pictured: items.some(({ picture }) => picture),
    deductions: deductions.map(({ label, exactly, amount, code }) => ({
      label,
      exactly,
      amount: `−${money(amount)}`,
      remove:
        editable && code !== null
          ? { action: `remove_code:${code}`, label: t('code.remove', { code }) }
          : null,
    })),
    subtotal: money(checkout.amount_subtotal),
    total,
    bare: items.length === 1 && deductions.length === 0 && checkout.status !== 'complete',
    terms: termsOf(checkout, locale, input.paidUntil ?? null, project.timezone),
    editable:
      editable && (adjustable || checkout.allow_promotion_codes || checkout.promotion_codes.length > 0),
    code: editable && checkout.allow_promotion_codes ? codeOf(input) : null,
  }
}

/** The fields of the order that the form beside it sends. */
export function orderFields({ items, code }: OrderView): FieldView[] {
  return [...items.flatMap(({ quantity }) => quantity ?? []), ...(code ? [code.field] : [])]
}

function codeOf(input: PageInput): OrderView['code'] {
  const field = fieldOf(input, 'promotion_code', {
    label: translate(input.locale)('code.label'),
    known: null,
    maxlength: 50,
  })
  const { promotion_code: typed = '', refused_code: before = '' } = input.typed
  const refused = spelled(field.error === null ? before : typed)
  return { field, open: field.value !== '' || field.error !== null, refused }
}

function quantityOf(item: CheckoutItemObject, input: PageInput): ItemView['quantity'] {
  const { adjustable_quantity: bounds, id, quantity } = item
  if (!bounds?.enabled) return null
  const t = translate(input.locale)
  const name = lineName(item)
  const label = t('quantity.label', { name })
  return {
    ...fieldOf(input, `quantity[${id}]`, {
      label,
      known: String(quantity),
      type: 'number',
      inputmode: 'numeric',
    }),
    min: bounds.min,
    max: bounds.max,
    less: t('quantity.less', { name }),
    more: t('quantity.more', { name }),
    update: t('quantity.update', { name }),
  }
}

function termsOf(
  checkout: CheckoutObject,
  locale: Locale,
  paidUntil: Date | null,
  timezone: string,
): string | null {
  const item = checkout.items.find(intervalOf)
  const interval = item && intervalOf(item)
  if (!interval) return null
  const t = translate(locale)
  return [
    t(`order.${interval.unit}s`, { count: interval.count * item.quantity }),
    ...(paidUntil ? [t('order.until', { date: formatDate(paidUntil, timezone, locale) })] : []),
    t('order.no_autocharge'),
  ].join(' ')
}
