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
import { textsIn } from './shop.ts'

/** An id that no row has: the links of a sample email lead to no order. */
const UNKNOWN_ID = 900_000_001
const AT = '2026-08-12T11:04:00.000000Z'

export function itemOf(name: string, unitAmount: number, quantity = 1): CheckoutItemObject {
  const product = {
    ...{ id: null, project_id: UNKNOWN_ID, name, description: null, image_url: null },
    client_reference_id: null,
  }
  return checkoutItem.like({
    ...{ id: 1, name, quantity, unit_amount: unitAmount, amount_unit: unitAmount },
    ...{ amount_subtotal: unitAmount * quantity, amount_total: unitAmount * quantity },
    price: { id: null, unit_amount: unitAmount, product },
    product,
  })
}

/** Returns the API's example checkout with `changes`. Its totals are calculated from its items. */
export function checkoutLike(changes: Partial<CheckoutObject>): CheckoutObject {
  const { items, discounts, promotion_codes: codes, credit_amount: credit } = checkout.like(changes)
  const subtotal = items.reduce((total, { amount_subtotal: amount }) => total + amount, 0)
  const deducted = [...discounts, ...codes].reduce((total, { amount }) => total + amount, credit)
  return checkout.like({ amount_subtotal: subtotal, amount_total: subtotal - deducted, ...changes })
}

/** Returns a paid order of tea with `changes`. */
export function checkoutIn(locale: Locale, changes: Partial<CheckoutObject> = {}): CheckoutObject {
  return checkoutLike({
    ...{ id: UNKNOWN_ID, url: `${config().baseUrl}/checkout/${UNKNOWN_ID}/shown-only`, is_test: false },
    ...{ status: 'complete', payment_method: 'bank_transfer', paid_at: AT, receipt_number: 'R-001009' },
    ...{ items: [itemOf(textsIn(locale).tea, 25_000, 2)], customer_email: 'saraa@mail.example' },
    ...{ client_reference_id: null, success_url: null, cancel_url: null },
    ...{ expires_at: '2026-10-12T11:04:00.000000Z', created_at: AT, updated_at: AT },
    ...changes,
  })
}

/** Returns an order that uses every feature of a checkout. */
export function fullOrder(locale: Locale): CheckoutObject {
  const texts = textsIn(locale)
  return checkoutIn(locale, {
    items: [itemOf(texts.boots, 58_000), itemOf(texts.tea, 12_500, 3)],
    discounts: [{ amount: 5_000, description: texts.discount }],
    credit_amount: 4_200,
    promotion_codes: [{ code: 'NADAAM-2026', amount: 8_000 }],
    client_reference_id: 'ORDER-1009',
    phone_number: '+97699112233',
    delivery_address: {
      ...{ name: texts.payer, line1: texts.street, district: texts.district, city: texts.city },
      ...{ country: 'MN', note: texts.note },
    },
    custom_fields: [
      { key: 'a', label: texts.question, type: 'text', optional: true, dropdown: null, value: texts.answer },
      {
        ...{ key: 'b', label: texts.choice, type: 'dropdown', optional: true, value: 'pouch' },
        dropdown: { options: [{ label: texts.chosen, value: 'pouch' }] },
      },
    ],
  })
}

export function invoiceIn(locale: Locale, changes: Partial<OpenedInvoice> = {}): OpenedInvoice {
  return {
    ...invoice.example,
    ...{
      id: UNKNOWN_ID,
      url: `${config().baseUrl}/i/${UNKNOWN_ID}/shown-only`,
      is_test: false,
      number: 'A-0042',
    },
    ...{ amount: 180_000, description: textsIn(locale).work, due_date: '2026-08-20T15:59:59.000000Z' },
    ...{ customer_id: null, customer_email: 'saraa@mail.example' },
    ...{ status: 'paid', payment_method: 'bank_transfer', paid_at: AT, receipt_number: 'R-001010' },
    ...{ created_at: AT, updated_at: AT },
    ...changes,
  }
}

/** Returns a reported transfer of `amount`. */
export function transferIn(
  locale: Locale,
  amount: number,
  changes: Partial<PaymentObject> = {},
): PaymentObject {
  return payment.like({
    ...{ id: UNKNOWN_ID, amount, reference: '482913', is_test: false },
    ...{ bank_name: textsIn(locale).bank, account_number: '5012345678' },
    ...{ account_holder: textsIn(locale).legalName },
    payable: { type: 'checkout', id: UNKNOWN_ID, number: null, url: '', status: 'pending' },
    ...{ customer_email: 'saraa@mail.example', phone_number: '+97699112233' },
    ...{ claimed_at: AT, expires_at: '2026-08-15T11:04:00.000000Z', created_at: AT, updated_at: AT },
    ...changes,
  })
}
