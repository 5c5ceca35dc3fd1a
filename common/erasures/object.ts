import { type Infer, shape } from '../kit/shape.ts'
import { wholeNumber } from '../kit/values.ts'

const properties = {
  checkouts: wholeNumber('Orders of a guest with this address.', 3, { minimum: 0 }),
  invoices: wholeNumber('Invoices of no customer with this address.', 0, { minimum: 0 }),
  payments: wholeNumber('Payments for which the address was given.', 3, { minimum: 0 }),
  customers: wholeNumber(
    'Registered customers who have this address: they are not erased by this, but by deleting each.',
    0,
    { minimum: 0 },
  ),
}

/** What `POST /erasures` found. */
export interface ErasureObject extends Infer<typeof properties> {}

export const erasure = shape<ErasureObject>(
  'Erasure',
  'From how much the address, and what else was told of the person, is erased.',
  properties,
)
