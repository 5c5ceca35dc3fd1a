import { iso, later, SECOND } from '../common/kit/time.ts'
import { now } from '../common/runtime/clock.ts'
import type { DueTable } from '../common/services/due-rows/due-table.ts'
import { OVERDUE, overdueBy } from '../common/services/due-rows/overdue.ts'
import { dueTables } from '../common/services/due-rows/tables.ts'
import { countFailingEndpoints } from '../common/services/webhooks/endpoints/failing.ts'
import { onConnection, type Sql } from '../db/sql.ts'
import type { Command } from './command.ts'
import { columns } from './print.ts'

/** Rows shown per table: the oldest show the cause, and after an outage there are very many. */
const SHOWN = 50

export const queuesOverdue: Command = {
  name: 'queues overdue',
  summary: 'List rows more than 150 seconds late, with the number of tries and the last error',
  async run() {
    const at = overdueBy(now())
    const found = await onConnection((sql) =>
      Promise.all(dueTables.map((table) => overdueRows(sql, table, at))),
    )
    const overdue = found.flat().sort((one, other) => (one.due_at < other.due_at ? -1 : 1))
    const failing = await onConnection(countFailingEndpoints)
    const more = failing === 0 ? '' : `\n\n${failing} receivers of webhooks fail: bin/tolbor webhooks failing`
    if (overdue.length === 0) return { json: { overdue }, text: NONE + more }
    const rows = overdue.map(({ kind, id, project_id: project, due_at: since, tries, error }) =>
      [kind, id, project, since, tries, error ?? '-'].map(String),
    )
    const text = columns([['KIND', 'ID', 'PROJECT', 'SINCE', 'TRIES', 'LAST ERROR'], ...rows])
    const isCut = found.some(({ length }) => length === SHOWN)
    return { json: { overdue }, text: (isCut ? `${text}\n\n${CUT}` : text) + more }
  },
}

const NONE = `No row is more than ${OVERDUE / SECOND} seconds late. bin/tolbor queues status counts the rows that wait.`
const CUT = `Only the ${SHOWN} oldest rows of each table are shown; bin/tolbor queues status counts all of them.`

interface Row {
  kind: string
  /** Id of a timer's subject, otherwise of the row. */
  id: number
  project_id: number
  since: Date
  tries: number
  error: string | null
}

type Overdue = Omit<Row, 'since'> & { due_at: string }

/** Finds overdue rows by their first due time: failed tries have postponed `due_at`. */
async function overdueRows(
  sql: Sql,
  { name, waiting, columns: named, postponedBy, explained = 'FALSE' }: DueTable,
  by: Date,
): Promise<Overdue[]> {
  const rows = await sql.rows<Row>(
    `SELECT * FROM (SELECT ${named}, project_id FROM ${name} WHERE ${waiting} AND NOT ${explained} AND due_at <= ?) due
     WHERE since <= ? ORDER BY since LIMIT ${SHOWN}`,
    [later(now(), postponedBy), by],
  )
  return rows.map(({ since, ...row }) => ({ ...row, due_at: iso(since) }))
}
