import type { CheckoutItemObject } from '../../../common/checkouts/object.ts'
import { exactly, Shape } from '../shape.ts'
import { amount, flag, id, nullable, text, wholeNumber } from '../values.ts'
import { price, product } from './product.ts'

const inlineProduct = exactly({
  id: { type: 'null' },
  name: text('What the customer sees.'),
  client_reference_id: nullable(text('Your own reference of it.')),
})

const inlinePrice = exactly({
  id: { type: 'null' },
  unit_amount: amount('What one costs.'),
  product: inlineProduct,
})

export const checkoutItem = new Shape<CheckoutItemObject>({
  name: 'CheckoutItem',
  description: 'One line of a checkout.',
  properties: {
    id: id('The item.'),
    price_id: nullable(id('The registered price; null for `price_data`.')),
    name: text('What it was called when it was put on the checkout.'),
    quantity: wholeNumber('How many; for a recurring price, how many periods.', 1, 999_999),
    unit_amount: amount('What one costs.'),
    amount_unit: amount('The same.'),
    amount_subtotal: amount('The quantity times the unit amount.'),
    amount_total: amount('The same, less what codes take off this product.'),
    adjustable_quantity: nullable(
      exactly(
        {
          enabled: flag('Always true.'),
          min: wholeNumber('The least the customer can choose.', 1, 999_999),
          max: wholeNumber('The most the customer can choose.', 1, 999_999),
        },
        'Between what the customer can choose; null where the quantity is fixed.',
      ),
    ),
    price: { anyOf: [price, inlinePrice], description: 'The price, with its product.' },
    product: { anyOf: [product, inlineProduct], description: 'The same product.' },
  },
  example: {
    id: 78,
    price_id: null,
    name: 'Tea',
    quantity: 1,
    unit_amount: 25_000,
    amount_unit: 25_000,
    amount_subtotal: 25_000,
    amount_total: 25_000,
    adjustable_quantity: null,
    price: {
      id: null,
      unit_amount: 25_000,
      product: { id: null, name: 'Tea', client_reference_id: null },
    },
    product: { id: null, name: 'Tea', client_reference_id: null },
  },
})
