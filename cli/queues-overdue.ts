import { overdueBy } from '../common/due-rows/overdue.ts'
import { dueTables } from '../common/due-rows/tables.ts'
import { iso } from '../common/kit/time.ts'
import { now } from '../common/runtime/clock.ts'
import { onConnection, type Sql } from '../db/sql.ts'
import type { Command } from './command.ts'
import { columns } from './print.ts'

/** Of each table: what is wrong shows in the oldest rows, and after an outage there are very many. */
const SHOWN = 50

export const queuesOverdue: Command = {
  name: 'queues overdue',
  summary: 'List what nobody has done in time, with how often it was tried and why it failed',
  async run() {
    const at = overdueBy(now())
    const found = await onConnection((sql) =>
      Promise.all(dueTables.map((table) => overdueRows(sql, table, at))),
    )
    const overdue = found.flat().sort((one, other) => (one.due_at < other.due_at ? -1 : 1))
    if (overdue.length === 0) return { json: { overdue }, text: 'Nothing is overdue.' }
    const rows = overdue.map(({ kind, id, project_id: project, due_at: since, tries, error }) =>
      [kind, id, project, since, tries, error ?? '-'].map(String),
    )
    const text = columns([['KIND', 'ID', 'PROJECT', 'SINCE', 'TRIES', 'LAST ERROR'], ...rows])
    const isCut = found.some(({ length }) => length === SHOWN)
    return { json: { overdue }, text: isCut ? `${text}\n\n${CUT}` : text }
  },
}

const CUT = `Of each table only the ${SHOWN} oldest are shown; bin/tolbor queues status counts them all.`

interface Row {
  kind: string
  /** Of the subject of a timer, otherwise of the row. */
  id: number
  project_id: number
  due_at: Date
  tries: number
  error: string | null
}

type Overdue = Omit<Row, 'due_at'> & { due_at: string }

async function overdueRows(
  sql: Sql,
  { name, waiting, columns: named }: (typeof dueTables)[number],
  by: Date,
): Promise<Overdue[]> {
  const rows = await sql.rows<Row>(
    `SELECT ${named}, project_id, due_at FROM ${name} WHERE ${waiting} AND due_at <= ?
     ORDER BY due_at LIMIT ${SHOWN}`,
    [by],
  )
  return rows.map((row) => ({ ...row, due_at: iso(row.due_at) }))
}
