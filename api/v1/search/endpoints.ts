import { searchResult } from '../../../common/domain/search/object.ts'
import { lengthOf } from '../../../common/kit/text.ts'
import { now } from '../../../common/runtime/clock.ts'
import { search } from '../../../common/services/search/find.ts'
import { weightOf } from '../../../db/find-by-prefix.ts'
import { onReplica } from '../../../db/replica.ts'
import { atOneMoment } from '../../../db/sql.ts'
import { type Endpoint, reads } from '../../endpoint.ts'
import { fields, invalid, text } from '../../fields.ts'
import { one } from '../../openapi/reply.ts'

const LEAST = 3
const TOO_LIGHT = `must have at least ${LEAST} letters, digits or symbols: accents alone and invisible characters do not count. Type more characters`

const query = fields<{ q: string }>({
  q: text(255)
    .custom((value: string, helpers) => {
      if (lengthOf(value.trim()) < LEAST) return invalid(helpers, `must be at least ${LEAST} characters long`)
      return weightOf(value.trim()) < LEAST ? invalid(helpers, TOO_LIGHT) : value
    })
    .meta({
      minLength: LEAST,
      missing: `is required: at least ${LEAST} characters of a name, an e-mail address, a phone number or a reference`,
    })
    .required()
    .description(
      'The beginning of an email address, a phone number, a reference, a number, a name or its second word.',
    ),
})

export const searchEndpoints: Endpoint[] = [
  reads(
    {
      method: 'get',
      path: '/search',
      name: 'searchObjects',
      summary: 'Search customers, checkouts, invoices and payments',
      description:
        'Searches emails, phone numbers, your references, transfer references, receipt and invoice numbers, and names. Payments are also found by their whole amount, such as `25000`. A name is also found by the beginning of its second word: `lkhag` finds Saraa Lkhagva. References are case-sensitive; everything else is not. If no field begins with the text, each of its words must match some field: `saruul 25000`. Returns at most twenty objects of each kind.',
      answers: { 200: one(searchResult) },
      refuses: [],
      query,
    },
    async (request) => {
      const { q } = request.query()
      return {
        data: await onReplica((sql) => atOneMoment(sql, () => search(sql, request.scope, q.trim(), now()))),
      }
    },
  ),
]
