import { armedUntil } from '../runtime/lease.ts'
import type { DueTable, Query } from './due-table.ts'
import { overdueBy } from './overdue.ts'

/** A table whose rows are armed one by one: what is due is armed until a lease from now at most, or not at all. */
export function armedTable(
  name: string,
  waiting: string,
): Pick<DueTable, 'name' | 'waiting' | 'armedBy' | 'due' | 'neglected'> {
  const select = (by: Date, now: Date, most: number): Query => {
    const some = (condition: string) =>
      `(SELECT due_at FROM ${name} WHERE ${waiting} AND ${condition} AND due_at <= ? LIMIT ${most})`
    const text = `${some('armed_until IS NULL')} UNION ALL ${some('armed_until <= ?')}`
    return [text, by, armedUntil(now, now), by]
  }
  return {
    ...{ name, waiting, armedBy: { table: name, waiting } },
    due: (now, most) => select(now, now, most),
    neglected: (now, most) => select(overdueBy(now), now, most),
  }
}
