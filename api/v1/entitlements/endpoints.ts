import { entitlement } from '../../../common/domain/entitlements/object.ts'
import { now } from '../../../common/runtime/clock.ts'
import { type EntitlementQuery, listEntitlements } from '../../../common/services/entitlements/list.ts'
import { onConnection } from '../../../db/sql.ts'
import { type Endpoint, reads } from '../../endpoint.ts'
import { fields, queryId, text } from '../../fields.ts'
import { allOf } from '../../openapi/reply.ts'

const query = fields<EntitlementQuery>({
  customer_id: queryId().description('The customer.'),
  client_reference_id: text(191).description('Your own id of the customer, instead of `customer_id`.'),
}).xor('client_reference_id', 'customer_id')

export const entitlementEndpoints: Endpoint[] = [
  reads(
    {
      method: 'get',
      path: '/entitlements',
      name: 'listEntitlements',
      summary: 'List what a customer may use',
      description:
        'Returns everything that a trial, a paid period or a grace period gives access to now. The list is empty for an unknown customer.',
      answers: { 200: allOf(entitlement) },
      refuses: [],
      query,
    },
    async (request) => {
      const named = request.query()
      return { data: await onConnection((sql) => listEntitlements(sql, request.scope, named, now())) }
    },
  ),
]
