import { newPriceForm, priceForm } from '../../api/dashboard/catalogue/price-form-view.ts'
import { priceDetail, priceList, type ShownPrice } from '../../api/dashboard/catalogue/price-view.ts'
import { newProductForm, productForm } from '../../api/dashboard/catalogue/product-form-view.ts'
import {
  type ListedProduct,
  productDetail,
  productList,
  type ShownProduct,
} from '../../api/dashboard/catalogue/product-view.ts'
import { type DetailInput, detailView } from '../../api/dashboard/kit/detail-view.ts'
import { readAsked } from '../../api/dashboard/kit/filters.ts'
import { type FormDefinition, type FormInput, formView } from '../../api/dashboard/kit/form-view.ts'
import { listView } from '../../api/dashboard/kit/list-view.ts'
import type { PageView } from '../../api/pages/kit/page-view.ts'
import type { Picture } from '../../common/domain/images/picture.ts'
import { price as priceShape, type PriceObject } from '../../common/domain/prices/object.ts'
import { product as productShape, type ProductObject } from '../../common/domain/products/object.ts'
import { subscription } from '../../common/domain/subscriptions/object.ts'
import type { Locale } from '../../common/kit/languages.ts'
import { LONG } from '../portal/fixtures.ts'
import { inShop } from './in-shop.ts'

type State = (locale: Locale) => PageView

function product(changes: Partial<ProductObject> = {}): ProductObject {
  return productShape.like({ name: 'Атлас: Монголын нууц товчоо', description: null, ...changes })
}

function price(changes: Partial<PriceObject> = {}, of: Partial<ProductObject> = {}): PriceObject {
  return { ...priceShape.like(changes), product: product(of) }
}

const PICTURE_URL = `https://example.mn/${'0'.repeat(90)}.png`
const hills: Picture = { path: '/assets/pictures/hills-96x64.png', width: 96, height: 64, clear: true }

const once = { type: 'one_time', recurring_interval: null, recurring_interval_count: null } as const
const hardcover = price({ ...once, id: 34, name: 'Хатуу хавтастай', lookup_key: null })
const monthly = price({ id: 35, recurring_interval: 'month', recurring_interval_count: 1 })
const yearly = price({ id: 36, recurring_interval: 'year', recurring_interval_count: 2, active: false })
const ugly = price({ id: 37, unit_amount: 999_999_999_999, lookup_key: '0'.repeat(100), name: LONG })

const bought = {
  ...subscription.example,
  customer: { ...subscription.example.customer, name: 'Бат-Эрдэнийн Сарантуяа' },
}

function products(items: ListedProduct[], query: Record<string, string> = {}): State {
  const asked = readAsked(query, productList.filters)
  return (locale) => listView(productList, { ...inShop(locale), items, asked, hasMore: false, problem: null })
}

function prices(items: PriceObject[], query: Record<string, string> = {}): State {
  const asked = readAsked(query, priceList.filters)
  return (locale) =>
    listView(priceList, {
      ...{ ...inShop(locale), asked, hasMore: false, problem: null },
      items: items.map((one, index) => ({ ...one, id: 40 + index, currency: 'MNT' })),
    })
}

function productPage(
  changes: Partial<ShownProduct> = {},
  more: Partial<DetailInput<ShownProduct>> = {},
): State {
  const item: ShownProduct = {
    ...{ product: product(), picture: null, prices: [hardcover, monthly, yearly, ugly], hasMore: true },
    sold: { orders: 37, lastAt: new Date('2026-08-12T11:04:00Z') },
    ...changes,
  }
  return (locale) => detailView(productDetail, { ...inShop(locale), item, typed: {}, errors: {}, ...more })
}

function pricePage(
  of: PriceObject,
  changes: Partial<ShownPrice> = {},
  role: 'owner' | 'viewer' = 'owner',
): State {
  const item = { price: of, subscriptions: [], hasMore: false, ...changes }
  return (locale) => detailView(priceDetail, { ...inShop(locale), role, item, typed: {}, errors: {} })
}

function form<Item>(get: FormDefinition<Item>, item: Item, changes: Partial<FormInput<Item>> = {}): State {
  return (locale) =>
    formView(get, { ...inShop(locale), item, typed: {}, errors: {}, formKey: 'k3y', ...changes })
}

/** Pages of the catalogue. */
export const catalogueStates: Record<string, State> = {
  'dashboard-products': products([
    { ...product(), price: monthly, hasOthers: true, picture: hills },
    {
      ...product({ id: 13, name: LONG, client_reference_id: 'x'.repeat(60), active: false }),
      price: ugly,
      hasOthers: true,
      picture: null,
    },
    { ...product({ id: 14, name: 'Ном' }), price: null, hasOthers: false, picture: null },
  ]),
  'dashboard-products-none': products([]),
  'dashboard-product': productPage({ picture: hills, product: product({ image_url: PICTURE_URL }) }),
  'dashboard-product-picture-wrong': productPage(
    {},
    { typed: { action: 'upload' }, errors: { picture: 'errors.picture_kind' } },
  ),
  'dashboard-product-picture-pending': productPage({ product: product({ image_url: PICTURE_URL }) }),
  'dashboard-product-new': productPage({
    ...{ prices: [], hasMore: false, sold: { orders: 0, lastAt: null } },
    product: product({ description: `${LONG}\n${LONG}`, grace_period_days: 3 }),
  }),
  'dashboard-product-archived': productPage(
    {
      product: product({ active: false }),
      prices: [hardcover, monthly, yearly].map((one) => ({ ...one, product: product({ active: false }) })),
    },
    { role: 'viewer' },
  ),
  'dashboard-product-form': form(newProductForm, undefined),
  'dashboard-product-form-wrong': form(newProductForm, undefined, {
    typed: {
      ...{ name: '', description: LONG, unit_amount: 'найман мянга', period: 'year-1' },
      ...{ client_reference_id: 'atlas', grace_period_days: '100' },
    },
    errors: {
      ...{ name: 'errors.item_name', unit_amount: 'errors.sum_unreadable' },
      grace_period_days: 'errors.grace_days',
    },
    errorParams: { unit_amount: { example: '₮25,000' } },
  }),
  'dashboard-product-change': form(productForm, product(), {
    ...{ typed: { name: 'Атлас' }, errors: { '': 'errors.changed_meanwhile' } },
  }),
  'dashboard-prices': prices([hardcover, monthly, yearly, ugly, price(once, { active: false })]),
  'dashboard-prices-none': prices([], { product_id: '12' }),
  'dashboard-price': pricePage(monthly, { subscriptions: [bought], hasMore: true }),
  'dashboard-price-once': pricePage(hardcover),
  'dashboard-price-archived': pricePage({ ...ugly, active: false, portal: false }),
  'dashboard-price-unsold': pricePage(price(once, { active: false }), {}, 'viewer'),
  'dashboard-price-form': form(newPriceForm, product()),
  'dashboard-price-form-wrong': form(newPriceForm, product(), {
    typed: { unit_amount: '0', period: 'month-3', name: 'Гурван сар', lookup_key: 'алтан багц' },
    errors: { unit_amount: 'errors.sum_unreadable', lookup_key: 'errors.key_unfit' },
    errorParams: { unit_amount: { example: '₮25,000' } },
  }),
  'dashboard-price-change': form(priceForm, monthly, {
    ...{ typed: { lookup_key: 'gold_monthly' }, errors: { lookup_key: 'errors.key_taken' } },
  }),
}

/** Pages that only differ by a sentence from those above. */
export const rareCatalogueStates: State[] = [
  prices([]),
  productPage({ sold: { orders: 1, lastAt: new Date('2026-08-12T11:04:00Z') } }),
  pricePage({ ...monthly, active: false }),
  ...['missing', 'too_large', 'pixels', 'broken'].map((problem) =>
    productPage({}, { typed: { action: 'upload' }, errors: { picture: `errors.picture_${problem}` } }),
  ),
]
