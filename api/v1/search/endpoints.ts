import { lengthOf } from '../../../common/kit/text.ts'
import { now } from '../../../common/runtime/clock.ts'
import { search } from '../../../common/search/find.ts'
import { searchResult } from '../../../common/search/object.ts'
import { inSnapshot } from '../../../db/sql.ts'
import { type Endpoint, reads } from '../../endpoint.ts'
import { fields, invalid, text } from '../../fields.ts'
import { one } from '../../openapi/reply.ts'

const LEAST = 3

const query = fields<{ q: string }>({
  q: text(255)
    .custom((value: string, helpers) =>
      lengthOf(value.trim()) < LEAST ? invalid(helpers, `must be at least ${LEAST} characters long`) : value,
    )
    .meta({ minLength: LEAST })
    .required()
    .description('The beginning of an email address, a phone number, a reference, a number or a name.'),
})

export const searchEndpoints: Endpoint[] = [
  reads(
    {
      method: 'get',
      path: '/search',
      name: 'searchObjects',
      summary: 'Search customers, checkouts, invoices and payments',
      description:
        'By what people know them by: email, phone, your references, the reference of a transfer, the numbers of receipts and invoices, and names. References are compared letter by letter, all else without regard to case. At most twenty of each kind are found.',
      answers: { 200: one(searchResult) },
      refuses: [],
      query,
    },
    async (request) => {
      const { q } = request.query()
      return { data: await inSnapshot((sql) => search(sql, request.scope, q.trim(), now())) }
    },
  ),
]
