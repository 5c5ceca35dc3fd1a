import type { CustomerChanges, CustomerInput } from '../../../common/domain/customers/input.ts'
import type { CustomerFilter } from '../../../common/services/customers/list.ts'
import { email, fields, fixed, id, metadata, text } from '../../fields.ts'
import { listQuery } from '../../page.ts'

const name = text(255).description('The name.')
const reference = text(191).description('Your own id of this customer, unique in the project.')
const mail = email().description('The email address.')
/** Plain text here: parsed as a phone number later, when the project's country is known. */
const phone = text(64).description("A phone number. Without a country code, the project's country applies.")

/** The body of `POST /customers`. */
export const customerBody = fields<CustomerInput>({
  name,
  email: mail,
  phone,
  client_reference_id: reference,
  metadata: metadata(),
  test_clock_id: id().description(
    'In test mode: the test clock for this customer and all their objects. It cannot be changed later.',
  ),
})
  .or('email', 'phone', 'client_reference_id')
  .example({ name: 'Saraa', email: 'saraa@example.com', phone: '9911 2233', client_reference_id: 'user-7' })

/** The body of `PATCH /customers/:customer_id`. */
export const customerChanges = fields<CustomerChanges>({
  name: name.allow(null),
  email: mail.allow(null),
  phone: phone.allow(null),
  client_reference_id: reference.allow(null),
  metadata: metadata().allow(null),
  test_clock_id: fixed('Create another customer on the other clock.'),
}).example({ email: 'saraa@example.org' })

export const customerQuery = listQuery<CustomerFilter>({
  email: email().description('Only customers with this email address.'),
})
