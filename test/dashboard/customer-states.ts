import {
  customerDetail,
  customerForm,
  customerList,
  type Newest,
  type WholeCustomer,
} from '../../api/dashboard/customers/view.ts'
import { detailView } from '../../api/dashboard/kit/detail-view.ts'
import { readAsked } from '../../api/dashboard/kit/filters.ts'
import { formView } from '../../api/dashboard/kit/form-view.ts'
import { listView } from '../../api/dashboard/kit/list-view.ts'
import type { PageView } from '../../api/pages/kit/page-view.ts'
import { customer as customerShape, type CustomerObject } from '../../common/domain/customers/object.ts'
import { invoice } from '../../common/domain/invoices/object.ts'
import {
  subscription as subscriptionShape,
  SUBSCRIPTION_STATUSES,
} from '../../common/domain/subscriptions/object.ts'
import type { Locale } from '../../common/kit/languages.ts'
import { checkout, payment } from '../pages/view/fixtures.ts'
import { LONG } from '../portal/fixtures.ts'
import { inShop } from './in-shop.ts'

type State = (locale: Locale) => PageView

const plans = SUBSCRIPTION_STATUSES.map((status, at) => subscriptionShape.like({ id: 301 + at, status }))

function customer(changes: Partial<CustomerObject> = {}): CustomerObject {
  return customerShape.like({ name: 'Бат-Эрдэнийн Сарантуяа', subscriptions: [], ...changes })
}

const nameless = { name: null, email: null, phone: null, client_reference_id: null }
const some = [
  customer({ subscriptions: plans.slice(0, 2) }),
  customer({ id: 55, name: null }),
  customer({ ...nameless, id: 54, phone: '+97699112233' }),
  customer({ ...nameless, id: 53 }),
  customer({ id: 52, name: LONG, email: `${'x'.repeat(60)}@example.com` }),
]

const all = <Item>(items: readonly Item[]): Newest<Item> => ({ items, hasMore: false })

const nothing = { subscriptions: all([]), payments: all([]), checkouts: all([]), invoices: all([]) }

function whole(changes: Partial<WholeCustomer> = {}): WholeCustomer {
  return {
    customer: some[0]!,
    portalUrl: 'https://pay.example.org/portal/56/tk1z9s.abcdefghijklmnopqrstuvwxyzabcdefghijklmnopq',
    subscriptions: all(plans),
    payments: all([payment(), payment({ id: 91, status: 'paid' })]),
    checkouts: all([checkout()]),
    invoices: all([{ ...invoice.like({ description: LONG }), isOverdue: true }]),
    ...changes,
  }
}

function list(items: CustomerObject[], query: Record<string, string> = {}): State {
  const asked = readAsked(query, {})
  return (locale) =>
    listView(customerList, { ...inShop(locale), items, asked, hasMore: false, problem: null })
}

function detail(
  item: WholeCustomer,
  changes: Partial<Parameters<typeof detailView<WholeCustomer>>[1]> = {},
): State {
  return (locale) =>
    detailView(customerDetail, { ...inShop(locale), item, typed: {}, errors: {}, ...changes })
}

function form(changes: Partial<Parameters<typeof formView<CustomerObject>>[1]> = {}): State {
  return (locale) =>
    formView(customerForm, { ...inShop(locale), item: some[0]!, typed: {}, errors: {}, ...changes })
}

/** The pages of the customers. */
export const customerStates: Record<string, State> = {
  'dashboard-customers': list(some),
  'dashboard-customers-empty': list([]),
  'dashboard-customers-not-found': list([], { q: 'Тэмүүжин' }),
  'dashboard-customer': detail(whole()),
  'dashboard-customer-long': detail(
    whole({
      subscriptions: { items: plans, hasMore: true },
      payments: { items: [payment()], hasMore: true },
      checkouts: { items: [checkout()], hasMore: true },
      invoices: { items: [{ ...invoice.like({}), isOverdue: false }], hasMore: true },
    }),
  ),
  'dashboard-customer-new': detail(whole({ customer: some[2]!, ...nothing }), { role: 'viewer' }),
  'dashboard-customer-erase': detail(whole(), {
    typed: { action: 'erase' },
    errors: { agreed: 'errors.erase_agree' },
  }),
  'dashboard-customer-form': form({
    typed: { name: '', email: 'nobody' },
    errors: { email: 'errors.email_invalid' },
  }),
}

/** Pages that only differ by a sentence from those above. */
export const rareCustomerStates: State[] = [
  ...(['errors.erase_subscription', 'errors.erase_pending'] as const).map((problem) =>
    detail(whole(), { typed: { action: 'erase', agreed: '1' }, errors: { '': problem } }),
  ),
  form({ typed: { name: 'a' }, errors: { '': 'errors.customer_identity' } }),
  form({ typed: { name: 'a' }, errors: { client_reference_id: 'errors.customer_reference' } }),
  detail(
    whole({
      checkouts: all((['pending', 'complete', 'expired'] as const).map((status) => checkout({ status }))),
    }),
  ),
  detail(whole({ checkouts: all([{ ...checkout(), items: [] }]) })),
  detail(
    whole({
      subscriptions: all([subscriptionShape.like({ canceled_at: '2026-02-05T06:12:00.000000Z' })]),
      invoices: all(
        (['draft', 'paid', 'void'] as const).map((status) => ({
          ...invoice.like({ status }),
          isOverdue: false,
        })),
      ),
    }),
  ),
]
