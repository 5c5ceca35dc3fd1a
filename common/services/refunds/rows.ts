import { type RefundObject, refundProperties } from '../../domain/refunds/object.ts'
import { type FieldRow, serializerOf } from '../../kit/field.ts'

export interface RefundRow extends FieldRow<typeof refundProperties> {}

export const REFUND_SELECT = 'SELECT * FROM refunds'

const refundOf = serializerOf(refundProperties)

export function serializeRefund(row: RefundRow): RefundObject {
  return refundOf(row, {})
}
