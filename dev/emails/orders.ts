import {
  checkout,
  checkoutItem,
  type CheckoutItemObject,
  type CheckoutObject,
} from '../../common/domain/checkouts/object.ts'
import { invoice, type OpenedInvoice } from '../../common/domain/invoices/object.ts'
import { payment, type PaymentObject } from '../../common/domain/payments/object.ts'
import type { Locale } from '../../common/kit/format.ts'
import { config } from '../../common/runtime/config.ts'
import { typedIn } from './shop.ts'

/** The ids of what does not exist: the links in a shown email lead to nobody's order. */
const NOBODY = 900_000_001
const AT = '2026-08-12T11:04:00.000000Z'

export function itemOf(name: string, unitAmount: number, quantity = 1): CheckoutItemObject {
  const product = {
    ...{ id: null, project_id: NOBODY, name, description: null, image_url: null },
    client_reference_id: null,
  }
  return checkoutItem.like({
    ...{ id: 1, name, quantity, unit_amount: unitAmount, amount_unit: unitAmount },
    ...{ amount_subtotal: unitAmount * quantity, amount_total: unitAmount * quantity },
    price: { id: null, unit_amount: unitAmount, product },
    product,
  })
}

/** The checkout of the reference with `changes`; its sums follow from its lines. */
export function checkoutLike(changes: Partial<CheckoutObject>): CheckoutObject {
  const { items, discounts, promotion_codes: codes, credit_amount: credit } = checkout.like(changes)
  const subtotal = items.reduce((total, { amount_subtotal: amount }) => total + amount, 0)
  const deducted = [...discounts, ...codes].reduce((total, { amount }) => total + amount, credit)
  return checkout.like({ amount_subtotal: subtotal, amount_total: subtotal - deducted, ...changes })
}

/** A paid order of tea; `changes` make another one of it. */
export function checkoutIn(locale: Locale, changes: Partial<CheckoutObject> = {}): CheckoutObject {
  return checkoutLike({
    ...{ id: NOBODY, url: `${config().baseUrl}/checkout/${NOBODY}/shown-only`, is_test: false },
    ...{ status: 'complete', payment_method: 'bank_transfer', paid_at: AT, receipt_number: 'R-001009' },
    ...{ items: [itemOf(typedIn(locale).tea, 25_000, 2)], customer_email: 'saraa@mail.example' },
    ...{ client_reference_id: null, success_url: null, cancel_url: null },
    ...{ expires_at: '2026-10-12T11:04:00.000000Z', created_at: AT, updated_at: AT },
    ...changes,
  })
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
    ...invoice.example,
    ...{ id: NOBODY, url: `${config().baseUrl}/i/${NOBODY}/shown-only`, is_test: false, number: 'A-0042' },
    ...{ amount: 180_000, description: typedIn(locale).work, due_date: '2026-08-20T15:59:59.000000Z' },
    ...{ customer_id: null, customer_email: 'saraa@mail.example' },
    ...{ status: 'paid', payment_method: 'bank_transfer', paid_at: AT, receipt_number: 'R-001010' },
    ...{ created_at: AT, updated_at: AT },
    ...changes,
  }
}

/** A transfer that was reported, of `amount`. */
export function transferIn(
  locale: Locale,
  amount: number,
  changes: Partial<PaymentObject> = {},
): PaymentObject {
  return payment.like({
    ...{ id: NOBODY, amount, reference: '482913', is_test: false },
    ...{ bank_name: typedIn(locale).bank, account_number: '5012345678' },
    ...{ account_holder: typedIn(locale).legalName },
    payable: { type: 'checkout', id: NOBODY, number: null, url: '', status: 'pending' },
    ...{ customer_email: 'saraa@mail.example', phone_number: '+97699112233' },
    ...{ claimed_at: AT, expires_at: '2026-08-15T11:04:00.000000Z', created_at: AT, updated_at: AT },
    ...changes,
  })
}
