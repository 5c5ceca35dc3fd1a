import type { CustomerFilter } from '../../../common/customers/find-customer.ts'
import type { CustomerChanges, CustomerInput } from '../../../common/customers/input.ts'
import { email, fields, metadata, text } from '../../fields.ts'
import { PAGE_FIELD } from '../../page.ts'

const name = text(255)
const reference = text(191)
/** Read as a phone number once the project's country is known. */
const phone = text(64)

/** The body of `POST /customers`. */
export const customerBody = fields<CustomerInput>({
  name,
  email: email(),
  phone,
  client_reference_id: reference,
  metadata: metadata(),
}).or('email', 'phone', 'client_reference_id')

/** The body of `PATCH /customers/:customer_id`. */
export const customerChanges = fields<CustomerChanges>({
  name: name.allow(null),
  email: email().allow(null),
  phone: phone.allow(null),
  client_reference_id: reference.allow(null),
  metadata: metadata().allow(null),
})

export const customerQuery = fields<CustomerFilter>({ ...PAGE_FIELD, email: email() })
