import { type CurrencyPrice, priceCsv } from '../../../common/domain/prices/csv.ts'
import type { PriceObject } from '../../../common/domain/prices/object.ts'
import type { SubscriptionObject } from '../../../common/domain/subscriptions/object.ts'
import { planName } from '../../../common/services/text/names.ts'
import { row } from '../../pages/kit/row.ts'
import type { DetailDefinition, PageLink, Section } from '../kit/detail-view.ts'
import { byId } from '../kit/filters.ts'
import type { ListDefinition } from '../kit/list-view.ts'
import type { Presenter } from '../kit/presenter.ts'
import { tableOf } from '../kit/table.ts'
import { priceLabel, priceText } from '../selling/price-choices.ts'
import { subscriptionList, subscriptionPath } from '../subscriptions/view.ts'
import { activeMenu, activeStatus } from './active.ts'

/** Returns the path of a price's page. */
export function pricePath({ id }: Pick<PriceObject, 'id'>): string {
  return `/products/prices/${id}`
}

/** Returns whether new orders can have a price. */
export function isSold({ active, product }: PriceObject): boolean {
  return active && product.active
}

/** The list of all prices. */
export const priceList = {
  path: '/products/prices',
  state: 'dashboard_prices',
  heading: 'dashboard.prices.heading',
  back: { path: '/products', label: 'dashboard.products.heading' },
  empty: 'dashboard.prices.empty',
  filters: { active: activeMenu, product_id: byId('product') },
  csv: priceCsv,
  href: pricePath,
  columns: [
    {
      label: 'dashboard.prices.price',
      kind: 'what',
      isPrice: true,
      cell: (price, presenter) => priceText(price, presenter),
    },
    { label: 'portal.status', kind: 'state', cell: (price, { t }) => activeStatus(isSold(price), t) },
    { label: 'dashboard.products.product', kind: 'text', cell: (price) => planName(price) },
    { label: 'dashboard.prices.key', kind: 'text', cell: ({ lookup_key: key }) => key },
    {
      label: 'dashboard.products.created',
      kind: 'date',
      cell: ({ created_at: at }, presenter) => presenter.date(at),
    },
  ],
} as const satisfies ListDefinition<CurrencyPrice>

/** A price, with the newest subscriptions at it if it is recurring. */
export interface ShownPrice {
  price: PriceObject
  subscriptions: readonly SubscriptionObject[]
  hasMore: boolean
}

/** The page of a price. */
export const priceDetail = {
  path: '/products/prices/:id',
  state: 'dashboard_price',
  audited: 'price',
  back: { path: '/products', label: 'dashboard.products.heading' },
  links: ({ price }, { t }) => [
    ...(isSold(price) ? salesLinks(price, t) : []),
    { path: `${pricePath(price)}/edit`, label: t('dashboard.detail.edit'), needs: 'operate' },
  ],
  show: (shown, presenter) => {
    const { t } = presenter
    const { price } = shown
    const { product } = price
    return {
      heading: priceLabel(price, presenter),
      status: activeStatus(isSold(price), t),
      notice:
        price.active && !product.active
          ? { text: t('dashboard.prices.product_archived'), isGood: false }
          : null,
      facts: [
        ...row(t('dashboard.products.product'), product.name, presenter.page(`/products/${product.id}`)),
        ...row(t('dashboard.prices.name'), price.name),
        ...row(t('dashboard.prices.key'), price.lookup_key),
        ...row(
          t('dashboard.prices.portal'),
          price.type === 'recurring' ? t(`dashboard.prices.portal_${price.portal}`) : null,
        ),
        { label: t('dashboard.products.created'), text: presenter.date(price.created_at) },
      ],
      sections: price.type === 'recurring' ? [subscriptionsOf(shown, presenter)] : [],
    }
  },
  actions: {
    restore: {
      needs: 'operate',
      button: ({ price }, { t }) =>
        price.active ? null : { label: t('dashboard.catalogue.restore'), isPrimary: true },
    },
    archive: {
      needs: 'operate',
      isLast: true,
      button: ({ price }, { t }) =>
        price.active
          ? {
              label: t('dashboard.catalogue.archive'),
              hint: t(`dashboard.prices.archive_${price.type}`),
            }
          : null,
    },
  },
} as const satisfies DetailDefinition<ShownPrice>

function salesLinks({ id, type }: PriceObject, t: Presenter['t']): PageLink[] {
  const query = { price_id: String(id) }
  return [
    { path: '/checkouts/new', query, label: t('dashboard.new_checkout.heading'), needs: 'operate' },
    { path: '/payment-links/new', query, label: t('dashboard.payment_links.new'), needs: 'operate' },
    ...(type === 'recurring'
      ? [
          {
            ...{ path: '/subscriptions/new', query, label: t('dashboard.new_trial.heading') },
            needs: 'operate' as const,
          },
        ]
      : []),
  ]
}

function subscriptionsOf({ price, subscriptions, hasMore }: ShownPrice, presenter: Presenter): Section {
  const { t } = presenter
  const label = t('dashboard.subscriptions.heading')
  return {
    heading: label,
    table: tableOf(subscriptions, subscriptionList.columns, presenter, { label, href: subscriptionPath }),
    none: t('dashboard.prices.no_subscriptions'),
    ...(hasMore && {
      more: {
        href: presenter.page('/subscriptions', { price_id: String(price.id) }),
        label: t('dashboard.prices.all_subscriptions'),
      },
    }),
  }
}
