import { intervalOf } from '../../../common/domain/checkouts/item-interval.ts'
import type {
  CheckoutItemObject,
  CheckoutObject,
  CheckoutStatus,
} from '../../../common/domain/checkouts/object.ts'
import { LINE_BOX, MOST_PICTURED, type Picture } from '../../../common/domain/images/picture.ts'
import { spelled } from '../../../common/domain/promotion-codes/spelling.ts'
import { formatAmount, formatDate, type Locale } from '../../../common/kit/format.ts'
import type { Interval } from '../../../common/kit/interval.ts'
import type { Amount } from '../../../common/kit/money.ts'
import type { SentenceKey } from '../../../common/kit/sentence-key.ts'
import type { Effect } from '../../../common/services/subscriptions/paid-until.ts'
import { lineName, shortName } from '../../../common/services/text/names.ts'
import { deductionsOf, itemDescription, itemDetail } from '../../../common/services/text/order-in-words.ts'
import { translate } from '../../../common/services/text/translate.ts'
import { type PictureView, pictureView } from '../frame.ts'
import { fieldOf, type FieldView, type FormState } from '../kit/fields.ts'
import { isLong, isLongest, isShort } from '../kit/is-long.ts'
import type { PageInput } from '../payable/state.ts'

/** The order in text: the left column of every page of a payable. */
export interface OrderView {
  label: string
  amount: string
  /** For a recurring price: the texts around the amount, such as "a month"; both may be empty. */
  period?: { before: string; after: string } | null
  /** Whether the amount needs a smaller font to fit on one line of a phone. */
  long: boolean
  /** Whether it needs the smallest one. */
  longest: boolean
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
  /** For a recurring price: which time is paid for. */
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
  const period = begun ? null : periodOf(checkout, total, locale)
  const items = checkout.items.map((item) => ({
    name: lineName(item),
    picture: pictureView(pictures?.get(item.id), LINE_BOX),
    detail: period?.isUsual ? null : itemDetail(item, checkout.currency, locale),
    description: itemDescription(item, checkout.items.length),
    amount: money(item.amount_subtotal),
    quantity: editable ? quantityOf(item, input) : null,
  }))
  const deductions = deductionsOf(checkout, locale, input.creditDays)
  const adjustable = items.some(({ quantity }) => quantity)
  return {
    label: labelOf(input) ?? t(LABELS[checkout.status], { shop: shortName(project) }),
    amount: total,
    period,
    long: isLong(total),
    longest: isLongest(total),
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
    terms: begun ? paidTerms(input) : openTerms(input),
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
  return quantityField(input, `quantity[${id}]`, { name: lineName(item), quantity, bounds })
}

/** Returns the field for the quantity of a line, with its buttons. */
export function quantityField(
  input: FormState,
  field: string,
  { name, quantity, bounds }: { name: string; quantity: number; bounds: { min: number; max: number } },
): NonNullable<ItemView['quantity']> {
  const t = translate(input.locale)
  return {
    ...fieldOf(input, field, {
      label: t('quantity.label', { name }),
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

type OrderInput = PageInput & { checkout: CheckoutObject } & Partial<Effect>

/** Returns the label of an order for a subscription: what paying it does. Null for other orders, and once it is paid. */
function labelOf({ checkout, purpose, before, locale }: OrderInput): string | null {
  const item = checkout.items.find(intervalOf)
  if (checkout.status !== 'open' || !item) return null
  const plan = shortName({ name: lineName(item) })
  return translate(locale)(labelKey(purpose, before), { plan })
}

function labelKey(purpose: Effect['purpose'] = null, before: Effect['before'] = null): SentenceKey {
  if (purpose === 'change') return 'order.change'
  if (purpose !== 'renew') return 'order.subscribe'
  if (!before) return 'renew.heading_again'
  return before.status === 'trialing' ? 'renew.heading_trialing' : 'renew.heading_active'
}

/**
 * Returns the texts before and after the amount: "a month" if it is the price of one period, "for 3 months" if it is the
 * price of several or has deductions. Null for other orders, and if the order contains more. `isUsual`: it is the price of one.
 */
function periodOf(
  checkout: CheckoutObject,
  amount: string,
  locale: Locale,
): { before: string; after: string; isUsual: boolean } | null {
  const [item, ...others] = checkout.items
  const interval = item && intervalOf(item)
  if (!interval || others.length > 0) return null
  const isUsual = item.quantity === 1 && checkout.amount_total === item.unit_amount
  return { ...aroundAmount({ amount, interval, periods: item.quantity, isUsual }, locale), isUsual }
}

/** Returns the texts before and after the amount for a number of periods. `isUsual`: it is the price of one period. */
export function aroundAmount(
  {
    amount,
    interval: { unit, count },
    periods,
    isUsual,
  }: { amount: string; interval: Interval; periods: number; isUsual: boolean },
  locale: Locale,
): { before: string; after: string } {
  const text = isUsual
    ? translate(locale)(`order.per_${unit}`, { amount, count })
    : translate(locale)(`order.for_${unit}s`, { amount, count: count * periods })
  const [before = '', after = ''] = text.split(amount).map((part) => part.trim())
  return { before, after }
}

/** Returns which time an open order pays for, and what happens with the time before it. */
function openTerms(input: OrderInput): string | null {
  const { paidUntil = null, purpose, before = null, locale, project } = input
  if (!paidUntil) return null
  const t = translate(locale)
  const day = (at: Date) => formatDate(at, project.timezone, locale)
  const until = t('order.until', { date: day(paidUntil) })
  const isTrial = before?.status === 'trialing'
  if (purpose === 'change')
    return `${t(isTrial ? 'portal.change_text_trial' : 'order.changes_at_once')} ${until}`
  if (purpose !== 'renew' || !before || before.status === 'past_due') return until
  return t(isTrial ? 'order.after_trial' : 'order.extends', {
    from: day(before.endsAt),
    until: day(paidUntil),
  })
}

/** Returns how long an order pays for, once its payment has begun, and that nothing is charged automatically. */
function paidTerms({ checkout, paidUntil, locale, project }: OrderInput): string | null {
  const item = checkout.items.find(intervalOf)
  const interval = item && intervalOf(item)
  if (!interval) return null
  const t = translate(locale)
  const free = t('order.no_autocharge')
  // A receipt has a row for it.
  if (!paidUntil || checkout.status === 'complete') return free
  const { unit, count } = interval
  const length = t(`renew.${unit}`, { count: count * item.quantity })
  return `${t('order.length_until', { length, date: formatDate(paidUntil, project.timezone, locale) })} ${free}`
}
