import { type EncryptedColumns, encryptedColumns } from '../common/secrets/encrypted-columns.ts'
import { type Resealed, resealTable } from '../common/secrets/reseal.ts'
import { onConnection } from '../db/sql.ts'
import type { Command, Printed } from './command.ts'
import { columns } from './print.ts'
import type { Screen } from './screen.ts'

/** How often is told how far it is, in milliseconds. */
const TELL_EVERY = 1_000
/** So many rows that no key opens are named of each table. */
const MOST_NAMED = 20

export const secretsRotate: Command = {
  name: 'secrets rotate',
  summary: 'Encrypt everything anew under SECRET_KEY, so that SECRET_KEY_PREVIOUS can go',
  async run(_given, screen) {
    const tables: Rotated[] = []
    for (const one of encryptedColumns) tables.push(await rotate(one, screen))
    // Whoever still runs with the previous key as SECRET_KEY has written under it meanwhile.
    for (const table of tables) table.again = (await resealTable(table.of)).written
    return printed(tables)
  },
}

interface Rotated extends Resealed {
  of: EncryptedColumns
  /** How many had to be written once more when all were done. */
  again: number
}

async function rotate(of: EncryptedColumns, screen: Screen): Promise<Rotated> {
  const { table } = of
  const total = await onConnection((sql) => sql.row<{ n: number }>(`SELECT COUNT(*) AS n FROM ${table}`))
  const began = performance.now()
  let told = began
  const done = await resealTable(of, ({ seen, written }) => {
    if (performance.now() - told < TELL_EVERY) return
    told = performance.now()
    const seconds = Math.round((told - began) / 1000)
    screen.remark(`${table}: ${seen} of ${total?.n ?? 0} rows, ${written} written anew, ${seconds} s`)
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
      `${rowsThat(keys.length, of.table, 'is', 'are')} under neither key: ${namesOf(of, keys)}.`,
      `  Set SECRET_KEY_PREVIOUS to the key that they were written under, and run this again. If that is lost for good: ${of.lost}.`,
    ]),
    ...(again > 0
      ? [
          `${rowsThat(again, null, 'was', 'were')} written under the previous key meanwhile: some process still runs with it as SECRET_KEY. Start every process anew, then run this again.`,
        ]
      : []),
  ]
  const verdict = problems.length > 0 ? problems.join('\n') : DONE
  const text = `${columns([['TABLE', 'ROWS', 'WRITTEN ANEW', 'UNDER NEITHER KEY'], ...rows])}\n\n${verdict}`
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
  'Everything is under SECRET_KEY: SECRET_KEY_PREVIOUS can go. Links in emails of the last 30 days were signed with it, and end with it.'

/** `1 row of projects is`, `2 rows of projects are`. */
function rowsThat(count: number, table: string | null, one: string, many: string): string {
  const rows = count === 1 ? 'row' : 'rows'
  return [count, rows, ...(table ? ['of', table] : []), count === 1 ? one : many].join(' ')
}

function namesOf({ key }: EncryptedColumns, lost: Resealed['lost']): string {
  const names = lost.slice(0, MOST_NAMED).map((values) => values.join(' '))
  const more = lost.length > names.length ? ` and ${lost.length - names.length} more` : ''
  return `${key.join(' ')} ${names.join(', ')}${more}`
}
