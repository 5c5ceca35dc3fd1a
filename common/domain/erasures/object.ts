import { type Infer, list, shape } from '../../kit/shape.ts'
import { id, wholeNumber } from '../../kit/values.ts'

const properties = {
  checkouts: wholeNumber('Orders of a guest with this address.', 3, { minimum: 0 }),
  invoices: wholeNumber('Invoices without a customer, with this address.', 0, { minimum: 0 }),
  payments: wholeNumber('Payments with this address.', 3, { minimum: 0 }),
  customers: wholeNumber(
    'Registered customers with this address. This request does not erase them: delete each customer instead.',
    0,
    { minimum: 0 },
  ),
  customers_not_erased: list(
    'The ids of these customers, 100 at most. Erase each one: `DELETE /customers/{customer_id}`.',
    id('A customer with this address.', 56),
    [],
  ),
}

/** The result of `POST /erasures`. */
export interface ErasureObject extends Infer<typeof properties> {}

export const erasure = shape<ErasureObject>(
  'Erasure',
  'The number of objects that contained the address. It is erased from all of them except customers.',
  properties,
)

/** A valid body of `POST /erasures`. */
export interface ErasureInput {
  email: string
}
