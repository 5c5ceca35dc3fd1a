import { checkoutDetail, checkoutList, type ShownCheckout } from '../../api/dashboard/checkouts/view.ts'
import { detailView } from '../../api/dashboard/kit/detail-view.ts'
import { readAsked } from '../../api/dashboard/kit/filters.ts'
import { listView } from '../../api/dashboard/kit/list-view.ts'
import type { PageView } from '../../api/pages/kit/page-view.ts'
import { CHECKOUT_STATUSES, type CheckoutObject } from '../../common/domain/checkouts/object.ts'
import type { Picture } from '../../common/domain/images/picture.ts'
import type { Locale } from '../../common/kit/languages.ts'
import { asksAll, checkout, item, payment, questions } from '../pages/view/fixtures.ts'
import { LONG } from '../portal/fixtures.ts'
import { inShop } from './in-shop.ts'

type State = (locale: Locale) => PageView

const two = [item('Атлас: Монголын нууц товчоо', 25_000, 2), { ...item('Хүргэлт', 8_000), id: 8 }]
const hills: Picture = { path: '/assets/pictures/hills-96x64.png', width: 96, height: 64, clear: true }
const pictures = new Map([[two[0]!.id, hills]])

function list(items: CheckoutObject[], query: Record<string, string> = {}): State {
  return (locale) =>
    listView(checkoutList, {
      ...{ ...inShop(locale), items, hasMore: false, problem: null },
      asked: readAsked(query, checkoutList.filters),
    })
}

function detail(
  fields: Partial<CheckoutObject>,
  changes: Partial<Parameters<typeof detailView<ShownCheckout>>[1]> = {},
  payments = [payment()],
): State {
  return (locale) =>
    detailView(checkoutDetail, {
      ...{
        ...inShop(locale),
        item: { checkout: checkout(fields), pictures, language: 'mn', payments, history: [] },
      },
      ...{ typed: {}, errors: {}, ...changes },
    })
}

/** Pages about checkouts. */
export const checkoutStates: Record<string, State> = {
  'dashboard-checkouts': list(
    CHECKOUT_STATUSES.map((status, at) =>
      checkout({
        id: 40 + at,
        status,
        items: two.slice(at % 2),
        customer_email: at === 1 ? 'saraa@example.mn' : null,
      }),
    ),
  ),
  'dashboard-checkouts-none': list([]),
  'dashboard-checkout-open': detail({ items: two }, {}, []),
  'dashboard-checkout-by-phone': detail(
    {
      ...{ items: two, customer_id: 7 },
      customer: { id: 7, name: null, email: null, phone: '+97699112233', client_reference_id: null },
    },
    {},
    [],
  ),
  'dashboard-checkout-processing': detail(
    {},
    { typed: { action: 'expire' }, errors: { '': 'errors.in_progress' } },
  ),
  'dashboard-checkout-paid': detail({
    ...{
      ...asksAll,
      status: 'complete',
      paid_at: '2026-08-12T11:04:00.000000Z',
      receipt_number: 'NU-000041',
    },
    ...{ customer_email: 'saraa@example.mn', phone_number: '+97699112233', items: two },
    delivery_address: { line1: 'Энхтайваны өргөн чөлөө 17', city: 'Улаанбаатар', country: 'MN' },
    custom_fields: questions.map((question) => ({
      ...question,
      value: question.type === 'text' ? LONG : null,
    })),
    discounts: [{ amount: 10_000, description: 'Намрын хямдрал' }],
  }),
  'dashboard-checkout-ugly': detail({
    items: [item(LONG, 999_999_999_999)],
    url: `https://pay.example/${'x'.repeat(120)}`,
  }),
}

/** Pages that only differ by a sentence from those above. */
export const rareCheckoutStates: State[] = [
  detail({ status: 'expired' }, { typed: { action: 'expire' }, errors: { '': 'errors.checkout_closed' } }),
  list([checkout()], { customer_id: '7' }),
  list([checkout()], { payment_link_id: '7' }),
  list([checkout()], { subscription_id: '7' }),
]
