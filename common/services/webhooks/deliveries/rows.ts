import type { Row } from '../../../../db/define-table.ts'
import {
  attemptProperties,
  type DeliveryObject,
  deliveryProperties,
} from '../../../domain/webhooks/deliveries/object.ts'
import { serializerOf } from '../../../kit/field.ts'
import { isoOrNull } from '../../../kit/time.ts'
import type { webhookAttemptsTable } from './webhook-attempts-table.ts'
import type { webhookDeliveriesTable } from './webhook-deliveries-table.ts'

export interface DeliveryRow extends Row<typeof webhookDeliveriesTable> {}

export interface AttemptRow extends Row<typeof webhookAttemptsTable> {}

const attemptOf = serializerOf(attemptProperties)
const deliveryOf = serializerOf(deliveryProperties)

export function serializeDelivery(row: DeliveryRow, attempts: readonly AttemptRow[]): DeliveryObject {
  return deliveryOf(row, {
    next_attempt_at: isoOrNull(row.due_at),
    attempts: attempts.map((attempt) => attemptOf(attempt, {})),
  })
}
