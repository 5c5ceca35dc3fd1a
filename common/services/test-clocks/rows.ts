import { type ClockObject, clockProperties } from '../../domain/test-clocks/object.ts'
import { type FieldRow, serializerOf } from '../../kit/field.ts'

export interface ClockRow extends FieldRow<typeof clockProperties> {}

const clockOf = serializerOf(clockProperties)

export function serializeClock(row: ClockRow): ClockObject {
  return clockOf(row, {})
}
