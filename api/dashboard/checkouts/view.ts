import { checkoutCsv } from '../../../common/domain/checkouts/csv.ts'
import { addressLine, answersOf } from '../../../common/domain/checkouts/delivery.ts'
import { intervalOf } from '../../../common/domain/checkouts/item-interval.ts'
import {
  CHECKOUT_STATUSES,
  type CheckoutObject,
  type CheckoutStatus,
} from '../../../common/domain/checkouts/object.ts'
import type { Picture } from '../../../common/domain/images/picture.ts'
import type { PaymentObject } from '../../../common/domain/payments/object.ts'
import type { Locale } from '../../../common/kit/languages.ts'
import type { HistoryEntry } from '../../../common/services/history/find.ts'
import { lineName } from '../../../common/services/text/names.ts'
import { deductionsOf, lineText } from '../../../common/services/text/order-in-words.ts'
import type { Translate } from '../../../common/services/text/translate.ts'
import { type Row, row } from '../../pages/kit/row.ts'
import { payerRow } from '../customers/payer.ts'
import { amountColumn, customerColumn, withoutCustomer } from '../kit/columns.ts'
import type { DetailDefinition } from '../kit/detail-view.ts'
import { byId, chips } from '../kit/filters.ts'
import { timelineOf } from '../kit/history.ts'
import type { ListDefinition } from '../kit/list-view.ts'
import type { Presenter } from '../kit/presenter.ts'
import { type Column, tableOf, type TableView, type Tone } from '../kit/table.ts'
import { paymentColumns, paymentPath } from '../payments/view.ts'
import { linkToSend } from '../selling/link-to-send.ts'
import { orderTable } from '../selling/order-table.ts'

const TONES: Record<CheckoutStatus, Tone> = {
  open: 'open',
  pending: 'awaited',
  complete: 'good',
  expired: 'neutral',
}

/** Returns the status of a checkout in words. */
export function checkoutStatus(status: CheckoutStatus, t: Translate): { text: string; tone: Tone } {
  return { text: t(`dashboard.checkouts.status_${status}`), tone: TONES[status] }
}

/** Returns the path of a checkout's page. */
export function checkoutPath({ id }: Pick<CheckoutObject, 'id'>): string {
  return `/checkouts/${id}`
}

/** The columns of every table of checkouts. */
export const checkoutColumns: readonly Column<CheckoutObject>[] = [
  amountColumn(({ amount_total: total }) => total),
  { label: 'portal.status', kind: 'state', cell: ({ status }, { t }) => checkoutStatus(status, t) },
  customerColumn(
    ({ customer, customer_email: email, phone_number: phone }) =>
      customer?.name ?? email ?? phone ?? customer?.phone ?? null,
    { hasReference: false },
  ),
  {
    label: 'dashboard.checkouts.items',
    kind: 'text',
    cell: ({ items: [first, ...others] }, { t }) => ({
      text: first ? lineName(first) : '',
      hint: others.length > 0 ? t('dashboard.checkouts.more', { count: others.length }) : null,
    }),
  },
  { label: 'receipt.order', kind: 'text', cell: ({ client_reference_id: reference }) => reference },
  { label: 'portal.date', kind: 'date', cell: ({ created_at: at }, presenter) => presenter.time(at) },
]

/** The list of checkouts. */
export const checkoutList = {
  path: '/checkouts',
  state: 'dashboard_checkouts',
  heading: 'dashboard.checkouts.heading',
  empty: 'dashboard.checkouts.empty',
  searchField: { label: 'dashboard.checkouts.search', hint: 'dashboard.checkouts.search_hint' },
  elsewhere: { path: '/payments', heading: 'dashboard.payments.heading' },
  filters: {
    status: chips('portal.status', CHECKOUT_STATUSES, (status, t) => checkoutStatus(status, t).text),
    customer_id: byId('customer'),
    payment_link_id: byId('payment_link'),
    subscription_id: byId('subscription'),
  },
  columns: checkoutColumns,
  csv: checkoutCsv,
  links: [{ path: '/checkouts/new', label: 'dashboard.new_checkout.heading', needs: 'operate' }],
  href: checkoutPath,
} as const satisfies ListDefinition<CheckoutObject>

export interface ShownCheckout {
  checkout: CheckoutObject
  /** The pictures of its items by the id of the item. */
  pictures: ReadonlyMap<number, Picture>
  /** The language of a message to the customer: theirs if it is known, else the member's. */
  language: Locale
  payments: readonly PaymentObject[]
  history: readonly HistoryEntry[]
}

/** The page of a checkout. */
export const checkoutDetail = {
  path: '/checkouts/:id',
  state: 'dashboard_checkout',
  audited: 'checkout',
  back: { path: '/checkouts', label: 'dashboard.checkouts.heading' },
  isAwaited: ({ checkout }) => checkout.status === 'open' || checkout.status === 'pending',
  show: ({ checkout, pictures, language, payments, history }, presenter) => {
    const { t } = presenter
    return {
      heading: t('dashboard.checkouts.title', {
        amount: presenter.money(checkout.amount_total, checkout.currency),
        id: checkout.id,
      }),
      status: checkoutStatus(checkout.status, t),
      facts: factsOf(checkout, presenter),
      sections: [
        ...(checkout.status === 'open'
          ? [
              linkToSend(
                { ...checkout, amount: checkout.amount_total },
                language,
                presenter,
                phoneOf(checkout),
              ),
            ]
          : []),
        { heading: t('dashboard.checkouts.items'), table: orderOf(checkout, pictures, presenter) },
        { heading: t('dashboard.checkouts.to_deliver'), facts: deliveryOf(checkout, presenter) },
        {
          heading: t('dashboard.payments.heading'),
          table: tableOf(payments, withoutCustomer(paymentColumns), presenter, {
            ...{ label: t('dashboard.payments.heading'), href: paymentPath },
          }),
          none: t('dashboard.checkouts.no_payments'),
        },
        {
          heading: t('dashboard.history.heading'),
          timeline: timelineOf(
            [{ at: checkout.created_at, text: t('dashboard.history.checkout_created') }],
            history,
            presenter,
          ),
        },
      ],
    }
  },
  actions: {
    expire: {
      needs: 'operate',
      isLast: true,
      isDanger: true,
      button: ({ checkout }, { t }) =>
        checkout.status === 'open'
          ? {
              ...{ label: t('dashboard.checkouts.expire'), hint: t('dashboard.checkouts.expire_hint') },
              unfolds: true,
            }
          : null,
    },
  },
} as const satisfies DetailDefinition<ShownCheckout>

/** Returns the number typed on the page, else the customer's own. */
function phoneOf({ phone_number: typed, customer }: CheckoutObject): string | null {
  return typed ?? customer?.phone ?? null
}

function factsOf(checkout: CheckoutObject, presenter: Presenter): Row[] {
  const { t } = presenter
  const { customer, customer_email: email } = checkout
  const phone = phoneOf(checkout)
  // A customer without a name is named by the address, else by the number.
  const payer = customer?.name ?? email ?? phone
  return [
    ...payerRow(checkout, payer, presenter),
    ...row(t('pay.email'), payer === email ? null : email),
    ...row(t('receipt.phone'), payer === phone ? null : phone),
    ...row(t('receipt.order'), checkout.client_reference_id),
    ...row(t('dashboard.payments.number'), checkout.receipt_number),
    ...presenter.timeRow(t('dashboard.checkouts.paid_at'), checkout.paid_at),
    ...(checkout.status === 'open'
      ? presenter.timeRow(t('dashboard.checkouts.expires'), checkout.expires_at)
      : []),
  ]
}

/** Returns what the shop needs to fulfil the order. */
function deliveryOf(checkout: CheckoutObject, { t, locale }: Presenter): Row[] {
  return [
    ...row(t('dashboard.checkouts.delivery'), checkout.delivery_address && addressLine(checkout, locale)),
    ...answersOf(checkout),
  ]
}

/** Returns the items, what is taken off, and the total. */
function orderOf(
  checkout: CheckoutObject,
  pictures: ReadonlyMap<number, Picture>,
  presenter: Presenter,
): TableView {
  const { t, locale } = presenter
  const { currency } = checkout
  const money = (amount: number) => presenter.money(amount, currency)
  const lines = checkout.items.map((item) => ({
    name: lineName(item),
    ...{ picture: pictures.get(item.id) ?? null, hint: null },
    each: lineText(
      { unitAmount: item.unit_amount, quantity: item.quantity, interval: intervalOf(item) },
      currency,
      locale,
    ),
    amount: money(item.amount_subtotal),
  }))
  const deductions = deductionsOf(checkout, locale).map(({ label, amount }) => ({
    ...{ label, amount: `−${money(amount)}`, isTotal: false },
  }))
  const subtotal = { label: t('order.subtotal'), amount: money(checkout.amount_subtotal), isTotal: false }
  const total = { label: t('order.total'), amount: money(checkout.amount_total), isTotal: true }
  return orderTable(lines, [...(deductions.length > 0 ? [subtotal, ...deductions] : []), total], presenter)
}
