import { type Infer, list, shape } from '../../kit/shape.ts'
import { checkout } from '../checkouts/object.ts'
import { customer } from '../customers/object.ts'
import { invoice } from '../invoices/object.ts'
import { payment } from '../payments/object.ts'

const properties = {
  customers: list('By email, phone, your own reference and name.', customer),
  checkouts: list('By your order reference, receipt number and email.', checkout),
  invoices: list('By number, your own reference, receipt number and email.', invoice),
  payments: list("By the transfer's reference, email and phone.", payment, []),
}

/** Results of a search, at most twenty of each kind. */
export interface SearchResult extends Infer<typeof properties> {}

export const searchResult = shape<SearchResult>(
  'SearchResult',
  'Objects that begin with the searched text, at most twenty of each kind.',
  properties,
)
