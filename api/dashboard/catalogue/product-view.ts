import { LINE_BOX, type Picture, THUMB_BOX } from '../../../common/domain/images/picture.ts'
import type { PriceObject } from '../../../common/domain/prices/object.ts'
import { productCsv } from '../../../common/domain/products/csv.ts'
import type { ProductObject } from '../../../common/domain/products/object.ts'
import { ORDERS_LOOKED_AT, type Sold } from '../../../common/services/products/sold.ts'
import { pictureView } from '../../pages/frame.ts'
import { fieldOf } from '../../pages/kit/fields.ts'
import { type Row, row } from '../../pages/kit/row.ts'
import type { DetailDefinition, Part } from '../kit/detail-view.ts'
import type { ListDefinition } from '../kit/list-view.ts'
import { PICTURE_TYPES } from '../kit/picture-types.ts'
import type { Presenter } from '../kit/presenter.ts'
import { type Column, tableOf } from '../kit/table.ts'
import { priceText } from '../selling/price-choices.ts'
import { activeMenu, activeStatus } from './active.ts'
import { isSold, pricePath } from './price-view.ts'

/** A product as the list shows it. */
export interface ListedProduct extends ProductObject {
  /** Its newest price on sale; null without one. */
  price: PriceObject | null
  /** Whether further prices are on sale. */
  hasOthers: boolean
  /** Our copy of its picture; null without one, or until the copy has arrived. */
  picture: Picture | null
}

/** The list of products. */
export const productList = {
  path: '/products',
  state: 'dashboard_products',
  heading: 'dashboard.products.heading',
  empty: 'dashboard.products.empty',
  searchField: { label: 'dashboard.products.search', hint: 'dashboard.products.search_hint' },
  elsewhere: { path: '/products/codes', heading: 'dashboard.codes.heading' },
  filters: { active: activeMenu },
  links: [
    { path: '/products/new', label: 'dashboard.products.new', needs: 'operate' },
    { path: '/products/prices', label: 'dashboard.prices.all', needs: 'view', ofItems: true },
  ],
  csv: productCsv,
  href: ({ id }) => `/products/${id}`,
  columns: [
    {
      ...{ label: 'dashboard.products.product', kind: 'what' },
      cell: ({ name, picture }) => ({ text: name, picture: pictureView(picture, THUMB_BOX) }),
    },
    {
      label: 'dashboard.prices.price',
      kind: 'money',
      cell: ({ price, hasOthers }, presenter) =>
        price && {
          text: priceText(price, presenter),
          hint: hasOthers ? presenter.t('dashboard.products.more_prices') : null,
        },
    },
    {
      label: 'portal.status',
      kind: 'state',
      // Without a price it cannot be sold.
      cell: ({ active, price }, { t }) =>
        active && price === null
          ? { text: t('dashboard.products.no_price'), tone: 'awaited' }
          : activeStatus(active, t),
    },
    {
      label: 'dashboard.products.created',
      kind: 'date',
      cell: ({ created_at: at }, presenter) => presenter.date(at),
    },
  ],
} as const satisfies ListDefinition<ListedProduct>

/** A product with its prices, the newest first, and its sales. */
export interface ShownProduct {
  product: ProductObject
  /** Our copy of its picture; null without one, or until the copy has arrived. */
  picture: Picture | null
  prices: readonly PriceObject[]
  hasMore: boolean
  sold: Sold
}

const priceColumns: readonly Column<PriceObject>[] = [
  {
    label: 'dashboard.prices.price',
    kind: 'what',
    isPrice: true,
    cell: (price, presenter) => ({ text: priceText(price, presenter), hint: price.name }),
  },
  { label: 'portal.status', kind: 'state', cell: (price, { t }) => activeStatus(isSold(price), t) },
  { label: 'dashboard.prices.key', kind: 'text', cell: ({ lookup_key: key }) => key },
  {
    label: 'dashboard.products.created',
    kind: 'date',
    cell: ({ created_at: at }, presenter) => presenter.date(at),
  },
]

/** The page of a product, with its prices. */
export const productDetail = {
  path: '/products/:id',
  state: 'dashboard_product',
  audited: 'product',
  back: { path: '/products', label: 'dashboard.products.heading' },
  links: ({ product: { id }, prices }, { t }) => {
    const edit = {
      path: `/products/${id}/edit`,
      label: t('dashboard.detail.edit'),
      needs: 'operate',
    } as const
    const path = `/products/${id}/new-price`
    // Without a price it cannot be sold, so that this is the next step.
    return prices.length === 0
      ? [{ path, label: t('dashboard.prices.create'), needs: 'operate', isPrimary: true }, edit]
      : [edit, { path, label: t('dashboard.prices.new'), needs: 'operate' }]
  },
  show: (shown, presenter) => {
    const { t } = presenter
    const { product, prices, hasMore, sold } = shown
    const label = t('dashboard.prices.heading')
    return {
      heading: product.name,
      // Without a price it cannot be sold.
      status:
        product.active && prices.length === 0
          ? { text: t('dashboard.products.no_price'), tone: 'awaited' }
          : activeStatus(product.active, t),
      top: pictureOf(shown),
      facts: [
        ...missingPictureRow(shown, presenter),
        ...row(t('dashboard.products.description'), product.description),
        soldRow(sold, presenter),
        ...row(t('dashboard.customers.reference'), product.client_reference_id),
        ...row(
          t('dashboard.products.grace'),
          product.grace_period_days > 0 ? String(product.grace_period_days) : null,
        ),
        { label: t('dashboard.products.created'), text: presenter.date(product.created_at) },
      ],
      sections: [
        {
          heading: label,
          table: tableOf(prices, priceColumns, presenter, { label, href: pricePath }),
          none: t('dashboard.prices.none'),
          ...(hasMore && {
            more: {
              href: presenter.page('/products/prices', { product_id: String(product.id) }),
              label: t('dashboard.prices.all'),
            },
          }),
        },
      ],
    }
  },
  actions: {
    upload: {
      needs: 'operate',
      button: ({ product }, { t }, form) => ({
        label: t(product.image_url === null ? 'dashboard.products.upload' : 'dashboard.products.replace'),
        busy: t('dashboard.import.upload_busy'),
        fields: [
          fieldOf(form, 'picture', {
            ...{ label: t('dashboard.products.picture'), hint: t('dashboard.products.picture_hint') },
            ...{ known: null, accept: PICTURE_TYPES },
          }),
        ],
      }),
    },
    remove_picture: {
      needs: 'operate',
      button: ({ product }, { t }) =>
        product.image_url === null ? null : { label: t('dashboard.products.remove_picture') },
    },
    restore: {
      needs: 'operate',
      button: ({ product }, { t }) =>
        product.active ? null : { label: t('dashboard.catalogue.restore'), isPrimary: true },
    },
    archive: {
      needs: 'operate',
      isLast: true,
      button: ({ product }, { t }) =>
        product.active
          ? { label: t('dashboard.catalogue.archive'), hint: t('dashboard.products.archive_hint') }
          : null,
    },
  },
} as const satisfies DetailDefinition<ShownProduct>

function soldRow({ orders, lastAt }: Sold, presenter: Presenter): Row {
  const { t, locale } = presenter
  const most = new Intl.NumberFormat(locale).format(ORDERS_LOOKED_AT)
  return {
    label: t('dashboard.payment_links.sold'),
    text: lastAt
      ? t('dashboard.products.sold', { count: orders, day: presenter.date(lastAt) })
      : t('dashboard.products.sold_none'),
    hint: t('dashboard.products.sold_of', { most }),
  }
}

/** Returns our copy of the picture; null without one, or until it has arrived. */
function pictureOf({ picture }: ShownProduct): Part | null {
  return (
    picture && { template: 'dashboard/catalogue/picture', view: { picture: pictureView(picture, LINE_BOX) } }
  )
}

/** Returns where a picture comes from that has not arrived, or what a picture is for; nothing once it is shown. */
function missingPictureRow({ product: { image_url: url }, picture }: ShownProduct, { t }: Presenter): Row[] {
  if (picture) return []
  if (url === null) return row(t('dashboard.products.picture'), t('dashboard.products.no_picture'))
  return [
    { label: t('dashboard.products.picture_url'), text: url, hint: t('dashboard.products.picture_pending') },
  ]
}
