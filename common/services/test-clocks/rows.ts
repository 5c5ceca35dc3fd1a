import type { Row } from '../../../db/define-table.ts'
import { type ClockObject, clockProperties } from '../../domain/test-clocks/object.ts'
import { serializerOf } from '../../kit/field.ts'
import type { testClocksTable } from './test-clocks-table.ts'

export interface ClockRow extends Row<typeof testClocksTable> {}

const clockOf = serializerOf(clockProperties)

export function serializeClock(row: ClockRow): ClockObject {
  return clockOf(row, {})
}
