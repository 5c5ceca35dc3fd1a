import { type Condition, type Page, pageOf } from '../../../db/page.ts'
import type { Sql } from '../../../db/sql.ts'
import type { Scope } from '../../projects/project.ts'
import { findDeliveries } from './find.ts'
import type { DeliveryObject, DeliveryStatus } from './object.ts'

export interface DeliveryFilter {
  endpoint_id?: number
  event_id?: number
  status?: DeliveryStatus
}

/** A page of deliveries, newest first. */
export async function listDeliveries(
  sql: Sql,
  scope: Scope,
  { endpoint_id, event_id, status }: DeliveryFilter,
  page: number,
): Promise<Page<DeliveryObject>> {
  const conditions: Condition[] = [
    ['project_id = ?', scope.project.id],
    ['is_test = ?', scope.isTest],
    ...(endpoint_id === undefined ? [] : [['endpoint_id = ?', endpoint_id] as const]),
    ...(event_id === undefined ? [] : [['event_id = ?', event_id] as const]),
    ...(status === undefined ? [] : [['status = ?', status] as const]),
  ]
  return pageOf(sql, { table: 'webhook_deliveries', conditions }, page, (ids) => findDeliveries(sql, ids))
}
