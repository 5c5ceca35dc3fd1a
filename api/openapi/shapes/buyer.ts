import { exactly } from '../shape.ts'
import { id, nullable, text } from '../values.ts'

/** A customer as checkouts and subscriptions carry them. */
export const buyer = exactly(
  {
    id: id('The customer.'),
    name: nullable(text('Their name.')),
    email: nullable(text('Where their letters go.')),
    phone: nullable(text('In the form +97699112233 (E.164).')),
    client_reference_id: nullable(text('Your own id of this customer.')),
  },
  'Whose it is.',
)
