import { type Infer, nullable, shape } from '../../kit/shape.ts'
import { choice, id, text, time } from '../../kit/values.ts'
import { price } from '../prices/object.ts'
import { product } from '../products/object.ts'
import { subscription } from '../subscriptions/object.ts'

const properties = {
  product_id: id('The product that may be used.', product.example.id),
  product_client_reference_id: nullable(text('Your own id of the product.'), {
    example: product.example.client_reference_id,
  }),
  product_name: text('The name of the product.', product.example.name),
  price_id: id('The price that is paid.', price.example.id),
  lookup_key: nullable(text('The lookup key of the price.'), { example: price.example.lookup_key }),
  subscription_id: id('The subscription that gives access.', subscription.example.id),
  status: choice('The status of the subscription.', ['trialing', 'active', 'past_due'], 'active'),
  until: time(
    'The time at which access ends unless something is paid: the end of the trial, of the paid period or of the grace days, or later while a pending payment waits. Never in the past.',
    subscription.example.current_period_end,
  ),
}

/** One product that a customer may use now. */
export interface EntitlementObject extends Infer<typeof properties> {}

export const entitlement = shape<EntitlementObject>(
  'Entitlement',
  'A product that a customer may use now.',
  properties,
)
