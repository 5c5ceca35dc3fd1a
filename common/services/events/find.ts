import { rowOf } from '../../../db/model.ts'
import { find } from '../../../db/save.ts'
import type { Sql } from '../../../db/sql.ts'
import type { EventObject } from '../../domain/events/object.ts'
import { Refusal } from '../../kit/refusal.ts'
import type { Scope } from '../projects/project.ts'
import { RecordedEvent } from './events-table.ts'
import { serializeEvent } from './rows.ts'

/** Returns the event `id` of this project and mode. Throws a 404 if there is no such event. */
export async function getEvent(sql: Sql, scope: Scope, id: number): Promise<EventObject> {
  const event = await findEvent(sql, scope, id)
  if (!event) throw new Refusal({ code: 'not_found', params: { what: 'event' } })
  return event
}

/** Returns the event `id` of this project and mode; null if it does not exist. */
export async function findEvent(sql: Sql, scope: Scope, id: number): Promise<EventObject | null> {
  const event = await find(sql, RecordedEvent, { id, projectId: scope.project.id, isTest: scope.isTest })
  return event && serializeEvent(rowOf(event))
}
