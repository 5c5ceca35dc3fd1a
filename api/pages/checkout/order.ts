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

/** The order in text: the left column of every page of a payable. */
export interface OrderView {
  label: string
  amount: string
  /** Whether the amount needs a smaller font to fit on one line of a phone. */
  long: boolean
  /** The summary line under which phones fold the items; null if they are not folded. */
  fold: string | null
  /** Whether that line fits next to the amount. */
  foldFits?: boolean
  /** Whether the fold starts open, so that it hides nothing that can be changed. */
  open: boolean
  items: ItemView[]
  /** Whether any item has a picture. The others then leave space for one. */
  pictured?: boolean
  /** The deductions, in the order in which they are applied. */
  deductions: {
    label: string
    exactly: string | null
    amount: string
    remove: { action: string; label: string } | null
  }[]
  subtotal: string
  total: string
  /** Whether sums are hidden, because a single item costs the amount above it. */
  bare: boolean
  /** For a recurring price: how long it is paid for, and that nothing is charged automatically. */
  terms: string | null
  /** Whether quantities or codes can be changed here. */
  editable: boolean
  /** `refused` is a code that was refused for this order. The form sends it, so that it is not tried again. */
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

/** The label of the amount. After a reported payment there is nothing more to pay. */
const LABELS = {
  open: 'order.to_pay',
  pending: 'order.amount',
  complete: 'order.paid',
  expired: 'order.amount',
} as const satisfies Record<CheckoutStatus, SentenceKey>

/**
 * Returns the view of a checkout's order. `editable`: it can be changed on this page. `begun`: a payment has begun, so the
 * order is shown smaller.
 */
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
    foldFits: begun && isShort(total),
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

/** Returns the fields inside the order, which belong to the payment form. */
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
