import {
  type CustomerChanges,
  type CustomerInput,
  customerProperties,
} from '../../../common/domain/customers/object.ts'
import type { CustomerFilter } from '../../../common/services/customers/list.ts'
import { email, fields } from '../../fields.ts'
import { agreed, changed, created } from '../../given.ts'
import { listQuery } from '../../page.ts'

/** The body of `POST /customers`. */
export const customerBody = fields<CustomerInput>(created(customerProperties))
  .or('email', 'phone', 'client_reference_id')
  .example({ name: 'Saraa', email: 'saraa@example.com', phone: '9911 2233', client_reference_id: 'user-7' })

/** The body of `PATCH /customers/:customer_id`. */
export const customerChanges = fields<CustomerChanges>({
  ...changed(customerProperties),
  ...agreed(customerProperties, 'Create another customer on the other clock.'),
}).example({ email: 'saraa@example.org' })

export const customerQuery = listQuery<CustomerFilter>({
  email: email().description('Only customers with this email address.'),
})
