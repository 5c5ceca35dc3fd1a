import { equal } from '../../../db/listing.ts'
import { type ListQuery, type Page, pageOf } from '../../../db/page.ts'
import type { Sql } from '../../../db/sql.ts'
import { inStep } from '../../projects/in-step.ts'
import type { Scope } from '../../projects/project.ts'
import { findDeliveries } from './find.ts'
import type { DeliveryObject, DeliveryStatus } from './object.ts'

export interface DeliveryFilter extends ListQuery {
  endpoint_id?: number
  event_id?: number
  status?: DeliveryStatus
}

/** A page of deliveries, newest first. */
export async function listDeliveries(
  sql: Sql,
  scope: Scope,
  { endpoint_id, event_id, status, ...query }: DeliveryFilter,
): Promise<Page<DeliveryObject>> {
  const own = { project_id: scope.project.id, is_test: scope.isTest }
  const conditions = equal({ ...own, endpoint_id, event_id, status })
  return pageOf(
    sql,
    { table: 'webhook_deliveries', conditions, risesWithTime: inStep(scope) },
    query,
    (ids) => findDeliveries(sql, ids),
  )
}
