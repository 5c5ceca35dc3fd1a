import { detailView } from '../../api/dashboard/kit/detail-view.ts'
import { readAsked } from '../../api/dashboard/kit/filters.ts'
import { formView } from '../../api/dashboard/kit/form-view.ts'
import { listView } from '../../api/dashboard/kit/list-view.ts'
import { type LinkForm, linkForm, newLinkForm } from '../../api/dashboard/payment-links/form-view.ts'
import { paymentLinkDetail, paymentLinkList, type ShownLink } from '../../api/dashboard/payment-links/view.ts'
import type { PageView } from '../../api/pages/kit/page-view.ts'
import type { Picture } from '../../common/domain/images/picture.ts'
import {
  LINK_STATUSES,
  paymentLink,
  type PaymentLinkItem,
  type PaymentLinkObject,
} from '../../common/domain/payment-links/object.ts'
import type { FormErrors } from '../../common/kit/form.ts'
import type { Locale } from '../../common/kit/languages.ts'
import type { SellablePrices } from '../../common/services/prices/find-sellable.ts'
import { checkout, questions } from '../pages/view/fixtures.ts'
import { LONG } from '../portal/fixtures.ts'
import { somePrices } from './checkout-form-states.ts'
import { choices } from './choices.ts'
import { inShop } from './in-shop.ts'

type State = (locale: Locale) => PageView

const prices: SellablePrices = {
  byKey: new Map(),
  byId: new Map([
    [
      34,
      {
        ...{
          id: 34,
          name: 'Хатуу хавтастай',
          lookupKey: null,
          unitAmount: 25_000,
          interval: null,
          active: true,
        },
        ...{ productId: 12, productName: 'Атлас: Монголын нууц товчоо' },
        ...{ productDescription: null, productReference: null },
      },
    ],
  ]),
}

function own(name: string, amount: number | null): PaymentLinkItem {
  const custom = { minimum: 1_000, maximum: 1_000_000, suggested: 5_000 }
  return {
    ...{ price: null, price_id: null, quantity: 1, adjustable_quantity: null },
    price_data: {
      ...{ unit_amount: amount, custom_unit_amount: amount === null ? custom : null },
      product_data: { name, description: null, image_url: null, client_reference_id: null },
    },
  }
}

const registered: PaymentLinkItem = {
  ...{ price: null, price_id: 34, price_data: null, quantity: 2 },
  adjustable_quantity: { enabled: true, min: 1, max: 10 },
}

const boots: Picture = { path: '/assets/pictures/boots-64x96.png', width: 64, height: 96, clear: false }

function link(changes: Partial<PaymentLinkObject> = {}): PaymentLinkObject {
  const items = [registered, own('Хүргэлт', 8_000)]
  return paymentLink.like({
    items,
    thank_you_text: null,
    custom_fields: [],
    max_sales: null,
    ends_at: null,
    ...changes,
  })
}

const donation = link({
  ...{ id: 6, items: [own('Сургуулийн номын санд өгөх хандив', null)], times_sold: 41 },
  ...{ thank_you_text: `${LONG}\n${LONG}`, phone_number_collection: true, locale: 'mn' },
  allow_promotion_codes: true,
  custom_fields: questions.map(({ value: _, ...question }) => question),
})
const keyed = link({ items: [{ ...registered, price: 'atlas', price_id: null }] })

const some = [
  ...LINK_STATUSES.map((status, at) => link({ id: 9 - at, status, max_sales: at % 2 === 0 ? 100 : null })),
  donation,
  keyed,
  link({ id: 1, items: [own(LONG, 999_999_999_999)] }),
]

function list(items: PaymentLinkObject[], query: Record<string, string> = {}): State {
  return (locale) =>
    listView(paymentLinkList, {
      ...{ ...inShop(locale), hasMore: false, problem: null },
      items: items.map((one, index) => ({ id: 40 + index, link: one, prices })),
      asked: readAsked(query, paymentLinkList.filters),
    })
}

function detail(
  of: PaymentLinkObject,
  changes: Partial<ShownLink> = {},
  role: 'owner' | 'viewer' = 'owner',
): State {
  return (locale) =>
    detailView(paymentLinkDetail, {
      ...{ ...inShop(locale), role, typed: {}, errors: {} },
      item: {
        id: of.id,
        link: of,
        prices,
        pictures: [boots],
        checkouts: [checkout()],
        hasMore: true,
        ...changes,
      },
    })
}

function form(
  offer: Partial<LinkForm> = {},
  typed: Record<string, string> = {},
  errors: FormErrors = {},
): State {
  const item = { ...choices(somePrices), isLink: true, link: null, priceId: null, ...offer }
  return (locale) => {
    const input = {
      ...{
        ...inShop(locale),
        typed,
        item,
        formKey: 'k3y',
        errorParams: { 'item[0][minimum]': { example: '₮25,000' } },
      },
      errors: Object.fromEntries(
        Object.entries(errors).map(([name, problem]) => [name, `errors.${problem as string}`]),
      ),
    }
    return offer.link ? formView(linkForm, input) : formView(newLinkForm, input)
  }
}

/** Pages about payment links. */
export const paymentLinkStates: Record<string, State> = {
  'dashboard-payment-links': list(some),
  'dashboard-payment-links-none': list([]),
  'dashboard-payment-link': detail(link({ ends_at: '2026-08-31T15:59:59.000000Z', max_sales: 100 })),
  'dashboard-payment-link-donation': detail(donation, { checkouts: [], hasMore: false }),
  'dashboard-payment-link-off': detail(link({ active: false, status: 'inactive' }), { hasMore: false }),
  'dashboard-payment-link-gone': detail(keyed, { checkouts: [], hasMore: false }, 'viewer'),
  'dashboard-payment-link-gone-owner': detail(keyed, { checkouts: [], hasMore: false }),
  'dashboard-payment-link-form': form(),
  'dashboard-payment-link-form-wrong': form(
    {},
    {
      ...{ 'item[0][price]': 'custom', 'item[0][name]': 'Хандив', 'item[0][minimum]': 'мянга' },
      ...{ 'item[0][suggested]': '5', 'item[0][quantity]': '1', max_sales: 'олон', last_day: '2020-01-01' },
      ...{ 'question[0][label]': 'Хэмжээ', 'question[0][type]': 'dropdown', 'question[0][options]': '' },
    },
    {
      ...{
        'item[0][minimum]': 'sum_unreadable',
        'item[0][suggested]': 'amount_range',
        max_sales: 'max_sales',
      },
      ...{ last_day: 'day_past', 'question[0][options]': 'question_options' },
    },
  ),
  'dashboard-payment-link-change': form({
    ...{ link: { ...donation, items: [keyed.items[0]!, ...donation.items] } },
    keys: [{ key: 'atlas', label: 'Атлас: Монголын нууц товчоо' }],
  }),
}

/** Pages that only differ by a sentence from those above. */
export const rarePaymentLinkStates: State[] = [
  list([link()], { active: 'true' }),
  form({}, { 'item[0][quantity]': '100' }, { 'item[0][quantity]': 'quantity_range' }),
]
