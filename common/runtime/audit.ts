import type { Tx } from '../../db/transaction.ts'
import type { ChangedRow } from '../../db/transaction-sql.ts'
import { AUDITED_TABLES } from '../domain/audit-log/audited.ts'
import type { Cause } from '../domain/audit-log/cause.ts'
import { now } from './clock.ts'
import { trace } from './log.ts'

/** States who causes the further changes of this request. Each edge calls it before it writes. */
export function setCause(cause: Cause): void {
  const store = trace.getStore()
  if (store) store.cause = cause
}

/** Runs a command, whose changes have this cause. */
export function withCause<Result>(cause: Cause, work: () => Result): Result {
  return trace.run({ ...trace.getStore(), cause }, work)
}

/** Returns the cause of the changes that are made here. Without an edge that states one, it is a background job. */
export function currentCause(): Cause {
  const { cause, job = 'internal' } = trace.getStore() ?? {}
  return cause ?? { actor: 'system', operation: job }
}

const COLUMNS =
  'project_id, is_test, actor, actor_id, operation, object, object_id, `change`, changes, ip_address, request_id, created_at'

/** More characters of an operation are not stored. */
const LONGEST_OPERATION = 64

/**
 * Writes an entry for each object that the transaction has changed since the last call. It is sent with the next statement,
 * such as COMMIT. The project and mode come from the writer, else from the changed rows: reading them takes twice as long.
 */
export async function writeAuditLog({ sql }: Tx): Promise<void> {
  const changed = sql.takeChanged().filter(({ table }) => table in AUDITED_TABLES)
  if (changed.length === 0) return
  const { actor, actorId = null, operation, address = null } = currentCause()
  const cause = [actor, actorId, operation.slice(0, LONGEST_OPERATION)]
  const common = [address, trace.getStore()?.request_id ?? null, now()]
  const rows = changed.flatMap(({ table, id, kind, owner, fields }) =>
    owner
      ? [
          [
            owner.projectId,
            owner.isTest,
            ...cause,
            AUDITED_TABLES[table]!.object,
            id,
            kind,
            asText(fields),
            ...common,
          ],
        ]
      : [],
  )
  if (rows.length > 0)
    await sql.write(`INSERT INTO audit_log (${COLUMNS}) VALUES ?`, [rows], { combine: 'rows' })
  const parts = inGroups(changed.filter(({ owner }) => !owner)).map(({ table, kind, fields, ids }) => {
    const { object, project, isTest, id } = AUDITED_TABLES[table]!
    return {
      text: `SELECT ${project}, ${isTest}, ?, ?, ?, ?, ${id}, ?, ?, ?, ?, ? FROM ${table} WHERE id IN (?)`,
      values: [...cause, object, kind, asText(fields), ...common, ids],
    }
  })
  if (parts.length > 0)
    await sql.write(
      `INSERT INTO audit_log (${COLUMNS}) ${parts.map(({ text }) => text).join(' UNION ALL ')}`,
      parts.flatMap(({ values }) => values),
      { combine: 'select' },
    )
}

function asText(fields: ChangedRow['fields']): string | null {
  return fields ? JSON.stringify(fields) : null
}

type Group = Omit<ChangedRow, 'id'> & { ids: number[] }

/** Groups the rows that were changed in the same way. */
function inGroups(changed: readonly ChangedRow[]): Group[] {
  const groups = new Map<string, Group>()
  for (const { id, ...row } of changed) {
    const key = `${row.table} ${row.kind} ${asText(row.fields)}`
    const group = groups.get(key)
    if (group) group.ids.push(id)
    else groups.set(key, { ...row, ids: [id] })
  }
  return [...groups.values()]
}

/** Notes that a row is deleted, and writes its entry before the row is gone. */
export async function auditDeletion(tx: Tx, table: string, id: number): Promise<void> {
  tx.sql.noteChange(table, id, 'deleted')
  await writeAuditLog(tx)
}
