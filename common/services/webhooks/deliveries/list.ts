import type { ListQuery, Page } from '../../../../db/page.ts'
import type { Sql } from '../../../../db/sql.ts'
import type { DeliveryObject, DeliveryStatus } from '../../../domain/webhooks/deliveries/object.ts'
import { ofColumns } from '../../lists/filter.ts'
import { type ListIndex, listPage } from '../../lists/list-page.ts'
import type { Scope } from '../../projects/project.ts'
import { findDeliveries } from './find.ts'

export interface DeliveryFilter extends ListQuery {
  endpoint_id?: number
  event_id?: number
  status?: DeliveryStatus
}

const INDEXES: readonly ListIndex[] = [
  { name: 'webhook_deliveries_list', of: [] },
  { name: 'webhook_deliveries_event', of: ['event_id'], isUnique: true }, // one for each endpoint
  { name: 'webhook_deliveries_endpoint_status', of: ['endpoint_id', 'status'] },
  { name: 'webhook_deliveries_endpoint', of: ['endpoint_id'] },
  { name: 'webhook_deliveries_status', of: ['status'] },
]

/** Lists deliveries, newest first. */
export function listDeliveries(
  sql: Sql,
  scope: Scope,
  { endpoint_id, event_id, status, ...query }: DeliveryFilter,
): Promise<Page<DeliveryObject>> {
  const filters = ofColumns({ endpoint_id, event_id, status })
  const list = { table: 'webhook_deliveries', scope, filters, indexes: INDEXES }
  return listPage(sql, { ...list, byTime: 'webhook_deliveries_created' }, query, (ids) =>
    findDeliveries(sql, ids),
  )
}
