import { type Infer, nullable, object } from '../../kit/shape.ts'
import { id, text } from '../../kit/values.ts'

const properties = {
  id: id('The customer.', 56),
  name: nullable(text("The customer's name.", 'Saraa')),
  email: nullable(text("The customer's email address.", 'saraa@example.com')),
  phone: nullable(text('In the form +97699112233 (E.164).', '+97699112233')),
  client_reference_id: nullable(text('Your own id of this customer.', 'user-7')),
}

/** A customer as checkouts and subscriptions contain it. */
export interface BuyerObject extends Infer<typeof properties> {}

export const buyer = object<BuyerObject>(properties, 'The customer.')
