import type { Values } from '../../db/bind.ts'
import { onConnection } from '../../db/sql.ts'

/** A step of a plan: how the server reads one table. */
export interface Step {
  table: string | null
  /** 'ALL' scans the table, 'index' an index. */
  type: string | null
  key: string | null
  possible_keys: string | null
  /** The estimated number of rows. */
  rows: string | number | null
  Extra: string | null
}

/** Returns the plan of a statement in the form that MariaDB and MySQL share. */
export function explain(statement: string, values: Values = []): Promise<Step[]> {
  const text = statement.replace(/;$/, '') // Sequelize ends its statements with one
  return onConnection((sql) => sql.rows<Step>(`EXPLAIN FORMAT=TRADITIONAL ${text}`, values))
}
