import type { ErasureInput } from '../../../common/domain/erasures/object.ts'
import { email, fields } from '../../fields.ts'

/** The body of `POST /erasures`. */
export const erasureBody = fields<ErasureInput>({
  email: email().required().description('The email address of the guest.'),
}).example({ email: 'saraa@example.com' })
