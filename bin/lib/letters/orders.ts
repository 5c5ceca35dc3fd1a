import type { CheckoutItemObject, CheckoutObject } from '../../../common/checkouts/object.ts'
import type { OpenedInvoice } from '../../../common/invoices/object.ts'
import type { Locale } from '../../../common/kit/format.ts'
import type { PaymentObject } from '../../../common/payments/object.ts'
import { config } from '../../../common/runtime/config.ts'
import { typedIn } from './shop.ts'

/** The ids of what does not exist: the links in a shown letter lead to nobody's order. */
const NOBODY = 900_000_001
const AT = '2026-08-12T11:04:00.000000Z'

export function itemOf(name: string, unitAmount: number, quantity = 1): CheckoutItemObject {
  const product = { id: null, name, client_reference_id: null }
  return {
    ...{ id: 1, price_id: null, name, quantity, unit_amount: unitAmount, amount_unit: unitAmount },
    ...{ amount_subtotal: unitAmount * quantity, amount_total: unitAmount * quantity },
    adjustable_quantity: null,
    price: { id: null, unit_amount: unitAmount, product },
    product,
  }
}

/** A paid order of tea; `changes` make another one of it. Its sums follow from its lines. */
export function checkoutIn(locale: Locale, changes: Partial<CheckoutObject> = {}): CheckoutObject {
  const items = changes.items ?? [itemOf(typedIn(locale).tea, 25_000, 2)]
  const subtotal = items.reduce((total, { amount_subtotal: amount }) => total + amount, 0)
  const off = [...(changes.discounts ?? []), ...(changes.promotion_codes ?? [])]
  const deducted = off.reduce((total, { amount }) => total + amount, changes.credit_amount ?? 0)
  return {
    ...{ id: NOBODY, url: `${config().baseUrl}/checkout/${NOBODY}/shown-only`, project_id: 1 },
    ...{ status: 'complete', mode: 'payment', is_test: false, currency: 'MNT' },
    ...{ amount_subtotal: subtotal, amount_total: subtotal - deducted, credit_amount: 0 },
    ...{ client_reference_id: null, customer_id: null, customer: null, is_guest: true },
    ...{ customer_email: 'saraa@mail.example', subscription_id: null, items, discounts: [] },
    ...{ promotion_codes: [], coupon_codes: [], custom_fields: [], allow_promotion_codes: false },
    ...{ email_collection: true, phone_number_collection: false, delivery_address_collection: false },
    ...{ phone_number: null, delivery_address: null, locale: 'auto', success_url: null, cancel_url: null },
    ...{ payment_method: 'bank_transfer', paid_at: AT, receipt_number: 'R-00001009', metadata: {} },
    ...{ expires_at: '2026-10-12T11:04:00.000000Z', created_at: AT, updated_at: AT },
    ...changes,
  }
}

/** An order with everything that one can have. */
export function wholeOrder(locale: Locale): CheckoutObject {
  const words = typedIn(locale)
  return checkoutIn(locale, {
    items: [itemOf(words.boots, 58_000), itemOf(words.tea, 12_500, 3)],
    discounts: [{ amount: 5_000, description: words.discount }],
    credit_amount: 4_200,
    promotion_codes: [{ code: 'NADAAM-2026', amount: 8_000 }],
    client_reference_id: 'ORDER-1009',
    phone_number: '+97699112233',
    delivery_address: {
      ...{ line1: words.street, district: words.district, city: words.city },
      ...{ country: 'MN', note: words.note },
    },
    custom_fields: [
      { key: 'a', label: words.question, type: 'text', optional: true, dropdown: null, value: words.answer },
      {
        ...{ key: 'b', label: words.choice, type: 'dropdown', optional: true, value: 'pouch' },
        dropdown: { options: [{ label: words.chosen, value: 'pouch' }] },
      },
    ],
  })
}

export function invoiceIn(locale: Locale, changes: Partial<OpenedInvoice> = {}): OpenedInvoice {
  return {
    ...{ id: NOBODY, project_id: 1, status: 'paid', number: 'A-0042', amount: 180_000, currency: 'MNT' },
    ...{ description: typedIn(locale).work, client_reference_id: null, customer_id: null },
    ...{ customer_email: 'saraa@mail.example', due_date: '2026-08-20T15:59:59.000000Z' },
    ...{ url: `${config().baseUrl}/i/${NOBODY}/shown-only`, success_url: null, cancel_url: null },
    ...{ locale: 'auto', payment_method: 'bank_transfer', paid_at: AT, receipt_number: 'R-A-0042' },
    ...{ metadata: {}, is_test: false, created_at: AT, updated_at: AT },
    ...changes,
  }
}

/** A transfer that was reported, of `amount`. */
export function transferIn(
  locale: Locale,
  amount: number,
  changes: Partial<PaymentObject> = {},
): PaymentObject {
  return {
    ...{ id: NOBODY, project_id: 1, method: 'bank_transfer', driver: 'bank_transfer', status: 'pending' },
    ...{ amount, currency: 'MNT', reference: '482913', bank_name: typedIn(locale).bank },
    ...{ account_number: '5012345678', account_holder: typedIn(locale).legalName, claimed_at: AT },
    ...{ expires_at: '2026-08-15T11:04:00.000000Z', failure_message: null, verified_by: null },
    payable: { type: 'checkout', id: NOBODY, number: null, url: '', status: 'pending' },
    ...{ customer_email: 'saraa@mail.example', phone_number: '+97699112233', is_test: false },
    ...{ created_at: AT, updated_at: AT },
    ...changes,
  }
}
