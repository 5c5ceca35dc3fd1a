import type { CheckoutObject } from '../../../common/checkouts/object.ts'
import { exactly, Shape } from '../shape.ts'
import {
  amount,
  choice,
  createdAt,
  flag,
  id,
  isTest,
  list,
  metadata,
  nullable,
  projectId,
  text,
  time,
  updatedAt,
  url,
} from '../values.ts'
import { checkoutItem } from './checkout-item.ts'
import { buyer } from './buyer.ts'
import { deliveryAddress } from './delivery-address.ts'

const customField = exactly({
  key: text('What you know the answer by.', { pattern: '^[a-z0-9_]{1,50}$' }),
  label: text('What the customer is asked.'),
  type: choice('The kind of answer.', ['text', 'numeric', 'dropdown']),
  optional: flag('Whether it may be left blank.'),
  dropdown: nullable(
    exactly(
      {
        options: list(
          'What can be chosen.',
          exactly({ label: text('As the customer sees it.'), value: text('As you get it.') }),
        ),
      },
      'The choices of a dropdown.',
    ),
  ),
  value: nullable(text('The answer; for a dropdown the value of the chosen option.')),
})

const discount = exactly({
  amount: amount('What it takes off.'),
  description: text('What the customer sees.'),
})

const coupon = exactly({
  code: text('The code, in capitals.'),
  coupon_name: text('The same.'),
  discount_amount: amount('What it takes off this checkout.'),
  redeemed_at: nullable(time('When the checkout was paid.')),
})

const code = exactly({
  code: text('The code, in capitals.'),
  amount: amount('What it takes off this checkout.'),
})

export const checkout = new Shape<CheckoutObject>({
  name: 'Checkout',
  description: 'A page on which a customer pays for items, and what has become of it.',
  properties: {
    id: id('The checkout.'),
    url: url('The payment page, for the customer.'),
    project_id: projectId,
    status: choice('Where it stands; `pending` while a reported transfer is checked.', [
      'open',
      'pending',
      'complete',
      'expired',
    ]),
    mode: choice('`subscription` where a recurring price is paid.', ['payment', 'subscription']),
    is_test: isTest,
    currency: text('The currency of every amount (ISO 4217).', { pattern: '^[A-Z]{3}$' }),
    amount_subtotal: amount('The sum of the items, before anything is taken off.'),
    amount_total: amount('What is to be paid now.'),
    credit_amount: amount('How much of it unused time of a plan pays for.'),
    client_reference_id: nullable(text('Your own order reference.', { maxLength: 48 })),
    customer_id: nullable(id('The customer.')),
    customer: nullable(buyer),
    customer_email: nullable(text("This checkout's address; a guest's is the one typed on the page.")),
    is_guest: flag('True when no customer is attached.'),
    subscription_id: nullable(id('The subscription that it renews, changes or has started.')),
    items: list('What is bought.', checkoutItem),
    discounts: list('Direct discounts.', discount),
    promotion_codes: list('The codes that the customer has entered.', code),
    coupon_codes: list('The same codes in another form, for clients written for it.', coupon),
    custom_fields: list('Your questions, with the answers.', customField),
    allow_promotion_codes: flag('Whether the page has a field for codes.'),
    email_collection: flag('Whether the page asks for an email address.'),
    phone_number_collection: flag('Whether the page asks for a phone number.'),
    delivery_address_collection: flag('Whether the page asks for a delivery address.'),
    phone_number: nullable(text('The phone number given on the page (E.164).')),
    delivery_address: nullable(deliveryAddress),
    locale: choice("The page's language; `auto` is the browser's.", ['auto', 'en', 'mn']),
    success_url: nullable(url('Where the customer goes after paying.')),
    cancel_url: nullable(url('Where the customer goes after giving up.')),
    payment_method: nullable(text('How it was paid; null for a total of 0.')),
    paid_at: nullable(time('When it was paid.')),
    receipt_number: nullable(text("The receipt's number.")),
    metadata,
    expires_at: time('From when on it can no longer be paid.'),
    created_at: createdAt,
    updated_at: updatedAt,
  },
  example: {
    id: 1001,
    url: 'https://pay.example.org/checkout/1001/n8V2xkQmT0y3wZ4aR5bC6d',
    project_id: 1,
    status: 'open',
    mode: 'payment',
    is_test: true,
    currency: 'MNT',
    amount_subtotal: 25_000,
    amount_total: 25_000,
    credit_amount: 0,
    client_reference_id: 'order-1001',
    customer_id: null,
    customer: null,
    customer_email: null,
    is_guest: true,
    subscription_id: null,
    items: [checkoutItem.example],
    discounts: [],
    promotion_codes: [],
    coupon_codes: [],
    custom_fields: [],
    allow_promotion_codes: false,
    email_collection: true,
    phone_number_collection: false,
    delivery_address_collection: false,
    phone_number: null,
    delivery_address: null,
    locale: 'auto',
    success_url: 'https://shop.example.org/thanks?checkout={CHECKOUT_ID}',
    cancel_url: 'https://shop.example.org/cart',
    payment_method: null,
    paid_at: null,
    receipt_number: null,
    metadata: {},
    expires_at: '2026-04-05T06:07:08.000000Z',
    created_at: '2026-02-05T06:07:08.000000Z',
    updated_at: '2026-02-05T06:07:08.000000Z',
  },
})

export const newCheckout = new Shape<{ id: number; url: string }>({
  name: 'NewCheckout',
  description: 'A checkout that has just been created.',
  properties: { id: id('The checkout.'), url: url('Send the customer to this page.') },
  example: { id: checkout.example.id, url: checkout.example.url },
})
