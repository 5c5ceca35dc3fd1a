import { type EncryptedColumns, encryptedColumns } from '../common/services/secrets/encrypted-columns.ts'
import { type Resealed, resealTable } from '../common/services/secrets/reseal.ts'
import { onConnection } from '../db/sql.ts'
import type { Command, Printed } from './command.ts'
import { columns } from './print.ts'
import type { Screen } from './screen.ts'

/** Interval of progress remarks in milliseconds. */
const REMARK_EVERY = 1_000
/** Limit of unreadable rows that are listed per table. */
const MOST_NAMED = 20

export const secretsRotate: Command = {
  name: 'secrets rotate',
  summary: 'Encrypt all secrets again with SECRET_KEY, so that SECRET_KEY_PREVIOUS can be removed',
  async run(_given, screen) {
    const tables: Rotated[] = []
    for (const one of encryptedColumns) tables.push(await rotate(one, screen))
    // A process that still runs with the previous key may have encrypted rows with it meanwhile.
    for (const table of tables) table.again = (await resealTable(table.of)).written
    return printed(tables)
  },
}

interface Rotated extends Resealed {
  of: EncryptedColumns
  /** Rows that had to be encrypted again at the end. */
  again: number
}

async function rotate(of: EncryptedColumns, screen: Screen): Promise<Rotated> {
  const { table } = of
  const total = await onConnection((sql) => sql.row<{ n: number }>(`SELECT COUNT(*) AS n FROM ${table}`))
  const began = performance.now()
  let remarkedAt = began
  const done = await resealTable(of, ({ seen, written }) => {
    if (performance.now() - remarkedAt < REMARK_EVERY) return
    remarkedAt = performance.now()
    const seconds = Math.round((remarkedAt - began) / 1000)
    screen.remark(`${table}: ${seen} of ${total?.n ?? 0} rows, ${written} encrypted again, ${seconds} s`)
  })
  return { ...done, of, again: 0 }
}

function printed(tables: readonly Rotated[]): Printed {
  const lost = tables.filter((table) => table.lost.length > 0)
  const again = tables.reduce((sum, table) => sum + table.again, 0)
  const rows = tables.map(({ of, seen, written, lost: { length } }) => [
    of.table,
    `${seen}`,
    `${written}`,
    `${length}`,
  ])
  const problems = [
    ...lost.flatMap(({ of, lost: keys }) => [
      `${rowsThat(keys.length, of.table, 'is', 'are')} encrypted with neither key: ${namesOf(of, keys)}.`,
      `  Set SECRET_KEY_PREVIOUS to the key that they were encrypted with, and run this again. If that key is permanently lost: ${of.lost}.`,
    ]),
    ...(again > 0
      ? [
          `${rowsThat(again, null, 'was', 'were')} encrypted with the previous key meanwhile: some process still runs with it as SECRET_KEY. Restart every process, then run this again.`,
        ]
      : []),
  ]
  const verdict = problems.length > 0 ? problems.join('\n') : DONE
  const text = `${columns([['TABLE', 'ROWS', 'ENCRYPTED AGAIN', 'NEITHER KEY'], ...rows])}\n\n${verdict}`
  const json = {
    ok: problems.length === 0,
    tables: tables.map(({ of, seen, written, lost: keys }) => ({
      table: of.table,
      rows: seen,
      written,
      lost: keys.slice(0, MOST_NAMED).map((key) => key.join(' ')),
      lost_total: keys.length,
    })),
    problems,
  }
  return { json, text, failed: problems.length > 0 }
}

const DONE =
  'All secrets are encrypted with SECRET_KEY: you can remove SECRET_KEY_PREVIOUS. Links in emails of the last 30 days were signed with it, and stop working without it.'

/** Returns `1 row of projects is` or `2 rows of projects are`. */
function rowsThat(count: number, table: string | null, one: string, many: string): string {
  const rows = count === 1 ? 'row' : 'rows'
  return [count, rows, ...(table ? ['of', table] : []), count === 1 ? one : many].join(' ')
}

function namesOf({ key }: EncryptedColumns, lost: Resealed['lost']): string {
  const names = lost.slice(0, MOST_NAMED).map((values) => values.join(' '))
  const more = lost.length > names.length ? ` and ${lost.length - names.length} more` : ''
  return `${key.join(' ')} ${names.join(', ')}${more}`
}
