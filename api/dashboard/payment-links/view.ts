import type { CheckoutObject } from '../../../common/domain/checkouts/object.ts'
import type { Picture } from '../../../common/domain/images/picture.ts'
import { paymentLinkCsv } from '../../../common/domain/payment-links/csv.ts'
import { customAmountOf } from '../../../common/domain/payment-links/items.ts'
import type { LINK_STATUSES } from '../../../common/domain/payment-links/object.ts'
import { languageOf, type Locale } from '../../../common/kit/languages.ts'
import { type Translate, translate } from '../../../common/services/text/translate.ts'
import { codeOf } from '../../pages/hand-over/code.ts'
import { type Row, row } from '../../pages/kit/row.ts'
import { checkoutColumns, checkoutPath } from '../checkouts/view.ts'
import type { DetailDefinition, Section } from '../kit/detail-view.ts'
import { chips } from '../kit/filters.ts'
import type { ListDefinition } from '../kit/list-view.ts'
import type { Presenter } from '../kit/presenter.ts'
import { tableOf, type TableView, type Tone } from '../kit/table.ts'
import { messagesIn } from '../selling/messages.ts'
import { orderTable } from '../selling/order-table.ts'
import { amountText, isGone, nameOf, type PricedLink, unitText } from './sold-items.ts'

type LinkStatus = (typeof LINK_STATUSES)[number]

const TONES: Record<LinkStatus, Tone> = {
  active: 'good',
  inactive: 'neutral',
  ended: 'neutral',
  sold_out: 'neutral',
}

/** Returns the status as merchants read it. A link whose price is archived is active, but does not sell. */
function statusOf(
  { link, prices }: Pick<PricedLink, 'link' | 'prices'>,
  t: Translate,
): { text: string; tone: Tone } {
  return doesSell({ link, prices }) || link.status !== 'active'
    ? { text: t(`dashboard.payment_links.status_${link.status}`), tone: TONES[link.status] }
    : { text: t('dashboard.payment_links.item_gone'), tone: 'bad' }
}

function doesSell({ link, prices }: Pick<PricedLink, 'link' | 'prices'>): boolean {
  return link.status === 'active' && !link.items.some((item) => isGone(item, prices))
}

/** Returns how many were sold: `3 of 100`. */
function soldText({ link: { times_sold: sold, max_sales: most } }: PricedLink, t: Translate): string {
  return most === null ? String(sold) : t('dashboard.payment_links.sold_of', { sold, most })
}

/** The filter of objects that merchants switch on and off. */
export const switchedMenu = chips<'true' | 'false'>('portal.status', ['true', 'false'], (value, t) =>
  t(`dashboard.payment_links.active_${value}`),
)

/** The list of payment links. */
export const paymentLinkList = {
  path: '/payment-links',
  state: 'dashboard_payment_links',
  heading: 'dashboard.payment_links.heading',
  empty: 'dashboard.payment_links.empty',
  filters: { active: switchedMenu },
  links: [{ path: '/payment-links/new', label: 'dashboard.payment_links.new', needs: 'operate' }],
  csv: paymentLinkCsv.map((column) => ({ ...column, cell: ({ link }, zone) => column.cell(link, zone) })),
  href: ({ id }) => `/payment-links/${id}`,
  columns: [
    {
      label: 'dashboard.payment_links.link',
      kind: 'what',
      cell: ({ link: { items }, prices }, { t }) => ({
        text: nameOf(items[0]!, prices),
        hint: items.length > 1 ? t('dashboard.checkouts.more', { count: items.length - 1 }) : null,
      }),
    },
    {
      label: 'order.amount',
      kind: 'money',
      cell: ({ link: { items }, prices }, presenter) => amountText(items, prices, presenter),
    },
    { label: 'portal.status', kind: 'state', cell: (one, { t }) => statusOf(one, t) },
    { label: 'dashboard.payment_links.sold', kind: 'count', cell: (one, { t }) => soldText(one, t) },
    {
      label: 'dashboard.products.created',
      kind: 'date',
      cell: ({ link: { created_at: at } }, presenter) => presenter.date(at),
    },
  ],
} as const satisfies ListDefinition<PricedLink>

export interface ShownLink extends PricedLink {
  /** The pictures of its items, by position. */
  pictures: readonly (Picture | null)[]
  /** Checkouts that it has opened, the newest first. */
  checkouts: readonly CheckoutObject[]
  hasMore: boolean
}

/** The page of a payment link. */
export const paymentLinkDetail = {
  path: '/payment-links/:id',
  state: 'dashboard_payment_link',
  audited: 'payment_link',
  back: { path: '/payment-links', label: 'dashboard.payment_links.heading' },
  links: ({ id, link, prices }, { t }) => [
    {
      ...{ path: `/payment-links/${id}/edit`, label: t('dashboard.detail.edit'), needs: 'operate' },
      // The notice asks for it.
      ...(link.items.some((item) => isGone(item, prices)) && { isPrimary: true }),
    },
  ],
  show: (shown, presenter) => {
    const { t } = presenter
    const { link, prices, checkouts, hasMore, id } = shown
    const label = t('dashboard.checkouts.heading')
    return {
      heading: titleOf(shown, t),
      status: statusOf(shown, t),
      notice: link.items.some((item) => isGone(item, prices))
        ? {
            text: t(
              presenter.may('operate')
                ? 'dashboard.payment_links.gone'
                : 'dashboard.payment_links.gone_viewer',
            ),
            isGood: false,
          }
        : null,
      facts: factsOf(shown, presenter),
      sections: [
        ...(doesSell(shown) ? [linkOf(shown, presenter)] : []),
        { heading: t('dashboard.checkouts.items'), table: orderOf(shown, presenter) },
        {
          heading: label,
          table: tableOf(checkouts, checkoutColumns, presenter, { label, href: checkoutPath }),
          none: t('dashboard.payment_links.no_checkouts'),
          ...(hasMore && {
            more: {
              href: presenter.page('/checkouts', { payment_link_id: String(id) }),
              label: t('dashboard.payment_links.all_checkouts'),
            },
          }),
        },
      ],
    }
  },
  actions: {
    deactivate: {
      needs: 'operate',
      isLast: true,
      button: ({ link }, { t }) =>
        link.active
          ? {
              label: t('dashboard.payment_links.deactivate'),
              hint: t('dashboard.payment_links.deactivate_hint'),
            }
          : null,
    },
    activate: {
      needs: 'operate',
      button: ({ link }, { t }) =>
        link.active ? null : { label: t('dashboard.payment_links.activate'), isPrimary: true },
    },
  },
} as const satisfies DetailDefinition<ShownLink>

/** Returns the name of the first item, and how many others there are. */
function titleOf({ link: { items }, prices }: PricedLink, t: Translate): string {
  const name = nameOf(items[0]!, prices)
  return items.length === 1 ? name : `${name}, ${t('dashboard.checkouts.more', { count: items.length - 1 })}`
}

function factsOf(shown: ShownLink, presenter: Presenter): Row[] {
  const { t } = presenter
  const { link } = shown
  const asked = [
    ...(link.email_collection ? [t('pay.email')] : []),
    ...(link.phone_number_collection ? [t('receipt.phone')] : []),
    ...(link.delivery_address_collection ? [t('dashboard.checkouts.delivery')] : []),
  ]
  return [
    { label: t('dashboard.payment_links.sold'), text: soldText(shown, t) },
    ...presenter.timeRow(t('dashboard.payment_links.ends'), link.ends_at),
    ...row(t('dashboard.payment_links.asked'), asked.join(' · ')),
    ...row(
      t('dashboard.codes.heading'),
      link.allow_promotion_codes ? t('dashboard.payment_links.codes_accepted') : null,
    ),
    ...row(t('dashboard.payment_links.questions'), link.custom_fields.map(({ label }) => label).join(' · ')),
    ...row(t('dashboard.payment_links.thanks'), link.thank_you_text),
    ...row(t('dashboard.sell.locale'), link.locale === 'auto' ? null : languageOf(link.locale).name),
  ]
}

/** Returns the items, and the total of several ones. */
function orderOf({ link, prices, pictures }: ShownLink, presenter: Presenter): TableView {
  const { t } = presenter
  const lines = link.items.map((item, at) => {
    const { quantity, adjustable_quantity: range } = item
    const unit = unitText(item, prices, presenter)
    return {
      ...{ name: nameOf(item, prices), picture: pictures[at] ?? null },
      hint: range ? t('dashboard.payment_links.range', { min: range.min, max: range.max }) : null,
      // An amount that the customer chooses has no quantity.
      each: unit && !customAmountOf(item) ? t('order.times', { price: unit, count: quantity }) : null,
      amount: amountText([item], prices, presenter) ?? t('dashboard.payment_links.item_gone'),
    }
  })
  const total = link.items.length > 1 ? amountText(link.items, prices, presenter) : null
  return orderTable(
    lines,
    total === null ? [] : [{ label: t('order.total'), amount: total, isTotal: true }],
    presenter,
  )
}

/** Returns the permanent link: to copy, as a QR code, and in a message, first in the language of its page or the member. */
function linkOf({ link, prices }: ShownLink, presenter: Presenter): Section {
  const { t, input } = presenter
  const { url, items, locale } = link
  const expected = locale === 'auto' ? presenter.locale : locale
  const textIn = (language: Locale) =>
    translate(language)('dashboard.payment_links.message', {
      ...{ shop: input.project.name, name: nameOf(items[0]!, prices), url },
    })
  // Paper has one language: the page's own, or the one that the member chooses.
  const posterIn = (language: Locale) => `${url}?lang=${language}&poster=1`
  const { message, otherMessages } = messagesIn(expected, textIn, presenter)
  return {
    heading: t('dashboard.link.to_send'),
    isLeading: true,
    part: {
      ...{ template: 'dashboard/kit/link', script: 'share.js' },
      view: {
        ...{ url, message },
        otherMessages: otherMessages.map((one) => ({
          ...one,
          poster: locale === 'auto' ? posterIn(one.lang) : null,
        })),
        // Codes on paper need more error correction than those on a screen.
        code: { ...codeOf(url, 'largest', 'M'), label: t('dashboard.link.code') },
        print: { href: posterIn(expected), hint: t('dashboard.payment_links.print_hint') },
      },
    },
  }
}
