import { type NewCheckout, newCheckoutForm } from '../../api/dashboard/checkouts/form-view.ts'
import { formView } from '../../api/dashboard/kit/form-view.ts'
import type { PageView } from '../../api/pages/kit/page-view.ts'
import { customer } from '../../common/domain/customers/object.ts'
import { price as priceShape, type PriceObject } from '../../common/domain/prices/object.ts'
import type { FormErrors } from '../../common/kit/form.ts'
import type { Locale } from '../../common/kit/languages.ts'
import { LONG } from '../portal/fixtures.ts'
import { choices, searched } from './choices.ts'
import { inShop } from './in-shop.ts'

type State = (locale: Locale) => PageView

function price(id: number, name: string, changes: Partial<PriceObject> = {}): PriceObject {
  const usual = priceShape.like({ id, type: 'one_time', recurring_interval: null, ...changes })
  return { ...usual, product: { ...usual.product, name } }
}

export const somePrices = [
  price(36, LONG, { unit_amount: 999_999_999_999 }),
  price(35, 'Алтан багц', { type: 'recurring', recurring_interval: 'year', recurring_interval_count: 1 }),
  price(34, 'Атлас: Монголын нууц товчоо', { name: 'Хатуу хавтастай' }),
]

function form(
  offer: Partial<NewCheckout>,
  typed: Record<string, string> = {},
  errors: Record<string, string> = {},
): State {
  return (locale) =>
    formView(newCheckoutForm, {
      ...{ ...inShop(locale), typed, errors, formKey: 'k3y' },
      ...{ errorParams: { 'item[1][amount]': { example: '₮25,000' } } },
      item: { ...choices(somePrices), customer: null, priceId: null, ...offer },
    })
}

const found = searched('item[0][price]', 'атл', somePrices.slice(2))
const notFound = searched('item[1][price]', LONG, [] as PriceObject[])

/** The form of a new checkout. */
export const checkoutFormStates: Record<string, State> = {
  'dashboard-checkout-form': form({}),
  'dashboard-checkout-form-typed': form({ newest: [] }),
  'dashboard-checkout-form-wrong': form(
    { isCut: true, chosen: somePrices.slice(2) },
    {
      ...{ 'item[0][price]': '34', 'item[0][quantity]': '2' },
      ...{ 'item[1][price]': '', 'item[1][name]': 'Хүргэлт', 'item[1][amount]': 'найман мянга' },
      ...{ 'item[1][quantity]': '0', contact: 'saraa@', discount: '5 000', last_day: '2026-01-01' },
    },
    {
      ...{ 'item[1][amount]': 'errors.sum_unreadable', 'item[1][quantity]': 'errors.item_quantity' },
      ...{ contact: 'errors.contact_invalid', last_day: 'errors.last_day_range' },
    },
  ),
  'dashboard-checkout-form-found': form(found.offer, { ...found.typed, 'item[0][quantity]': '2' }),
  'dashboard-checkout-form-not-found': form(notFound.offer, {
    ...{ ...notFound.typed, 'item[0][name]': 'Хүргэлт', 'item[0][amount]': '8 000' },
    ...{ 'item[0][quantity]': '1', 'item[1][quantity]': '1' },
  }),
  'dashboard-checkout-form-known': form({
    customer: customer.like({ name: 'Бат-Эрдэнийн Сарантуяа' }),
    ...{ priceId: 35, chosen: somePrices.slice(1, 2) },
  }),
}

const PROBLEMS: FormErrors[] = [
  { 'item[0][name]': 'item_required' },
  { 'item[0][name]': 'item_name' },
  { 'item[0][name]': 'text_unfit' },
  { 'item[0][price]': 'price_archived' },
  { 'item[0][quantity]': 'periods_too_many' },
  { 'item[0][quantity]': 'order_too_large' },
  { '': 'plan_alone' },
  { contact: 'plan_customer' },
  { contact: 'customer_subscribed' },
  { '': 'shop_no_method' },
  { '': 'shop_plan_limit' },
  { discount: 'discount_too_large' },
  { '': 'form_refused' },
]

/** Pages that only differ by a sentence from those above. */
export const rareCheckoutFormStates: State[] = [
  ...PROBLEMS.map((problems) =>
    form(
      {},
      { 'item[0][quantity]': '1' },
      Object.fromEntries(
        Object.entries(problems).map(([name, problem]) => [name, `errors.${problem as string}`]),
      ),
    ),
  ),
  form(found.offer, { ...found.typed, action: 'save' }),
]
