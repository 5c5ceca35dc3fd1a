import { onConnection, type Value } from '../../db/sql.ts'
import type { Tx } from '../../db/transaction.ts'
import { decrypt, encrypt } from '../kit/secrets.ts'
import { atomically } from '../runtime/atomically.ts'
import { config } from '../runtime/config.ts'
import type { EncryptedColumns } from './encrypted-columns.ts'

type Row = Readonly<Record<string, Value>>

/** How far a table is. */
export interface Resealed {
  /** Rows that were looked at. */
  seen: number
  /** Those of them that were written anew under the present key. */
  written: number
  /** The keys of those that no key in use opens. */
  lost: Value[][]
}

/** So many rows are read at once, and locked at once at most: nobody waits long for one of them. */
const BATCH = 50

/**
 * Writes what a table keeps encrypted anew under the present key. What is under it already is left alone, so that
 * this may end anywhere and be run again. Each batch is a transaction, which reads its rows again once they are
 * locked: what others write meanwhile is never lost.
 */
export async function resealTable(
  at: EncryptedColumns,
  onBatch: (sofar: Resealed) => void = () => undefined,
): Promise<Resealed> {
  const sofar: Resealed = { seen: 0, written: 0, lost: [] }
  for (let last: Value[] | null = null; ;) {
    const rows = await nextRows(at, last)
    if (rows.length === 0) return sofar
    const due = rows.filter((row) => isDue(at, row))
    if (due.length > 0) {
      const done = await atomically(
        (tx) =>
          resealRows(
            tx,
            at,
            due.map((row) => keyOf(at, row)),
          ),
        {
          retryOnLockTimeout: true,
        },
      )
      sofar.written += done.written
      sofar.lost.push(...done.lost)
    }
    sofar.seen += rows.length
    last = keyOf(at, rows.at(-1)!)
    onBatch(sofar)
  }
}

function nextRows({ table, key, columns }: EncryptedColumns, last: Value[] | null): Promise<Row[]> {
  const [where, values] = last ? behind(key, last) : ['TRUE', []]
  const text = `SELECT ${[...key, ...columns].join(', ')} FROM ${table} WHERE ${where} ORDER BY ${key.join(', ')} LIMIT ${BATCH}`
  return onConnection((sql) => sql.rows<Row>(text, values))
}

/** Keys behind `last`, written out so that the index is used: `a > ? OR a = ? AND (b > ? …)`. */
function behind([column, ...others]: readonly string[], [value, ...rest]: Value[]): [string, Value[]] {
  if (others.length === 0) return [`${column} > ?`, [value!]]
  const [where, values] = behind(others, rest)
  return [`(${column} > ? OR (${column} = ? AND ${where}))`, [value!, value!, ...values]]
}

function keyOf({ key }: EncryptedColumns, row: Row): Value[] {
  return key.map((column) => row[column]!)
}

async function resealRows(
  tx: Tx,
  at: EncryptedColumns,
  keys: readonly Value[][],
): Promise<Omit<Resealed, 'seen'>> {
  const { table, key, columns } = at
  const one = `(${key.map((column) => `${column} = ?`).join(' AND ')})`
  const rows = await tx.sql.rows<Row>(
    `SELECT ${[...key, ...columns].join(', ')} FROM ${table} WHERE ${keys.map(() => one).join(' OR ')} FOR UPDATE`,
    keys.flat(),
  )
  const lost = rows.filter((row) => sealedOf(at, row).some(({ plain }) => plain === null))
  let written = 0
  for (const row of rows) {
    const anew = sealedOf(at, row).filter(({ isPresent, plain }) => !isPresent && plain !== null)
    if (anew.length === 0) continue
    await tx.sql.run(
      `UPDATE ${table} SET ${anew.map(({ column }) => `${column} = ?`).join(', ')} WHERE ${one}`,
      [...anew.map(({ plain }) => encrypt(config().secretKey, plain!)), ...keyOf(at, row)],
    )
    written += 1
  }
  return { written, lost: lost.map((row) => keyOf(at, row)) }
}

function isDue(at: EncryptedColumns, row: Row): boolean {
  return sealedOf(at, row).some(({ isPresent }) => !isPresent)
}

interface Sealed {
  column: string
  /** Whether the present key opens it. */
  isPresent: boolean
  /** What is in it; null where no key opens it. */
  plain: Buffer | null
}

function sealedOf({ columns }: EncryptedColumns, row: Row): Sealed[] {
  const { secretKey, secretKeys } = config()
  return columns.flatMap((column) => {
    const sealed = row[column] as Buffer | null
    if (sealed === null) return []
    const present = openedBy([secretKey], sealed)
    return [{ column, isPresent: present !== null, plain: present ?? openedBy(secretKeys, sealed) }]
  })
}

function openedBy(keys: readonly Buffer[], sealed: Buffer): Buffer | null {
  try {
    return decrypt(keys, sealed)
  } catch {
    return null
  }
}
