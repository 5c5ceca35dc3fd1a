import { onConnection, type Value } from '../../../db/sql.ts'
import type { Tx } from '../../../db/transaction.ts'
import { decrypt, encrypt } from '../../kit/secrets.ts'
import { atomically } from '../../runtime/atomically.ts'
import { config } from '../../runtime/config.ts'
import type { EncryptedColumns } from './encrypted-columns.ts'

type Row = Readonly<Record<string, Value>>

/** Progress on one table. */
export interface Resealed {
  /** Rows checked. */
  seen: number
  /** Rows encrypted again with the current key. */
  written: number
  /** Primary keys of rows that no configured key decrypts. */
  lost: Value[][]
}

/** Rows read and locked at once: small, so that other transactions do not wait long. */
const BATCH = 50

/**
 * Encrypts a table's columns again with the current key. Skips rows that already use it, so an interrupted
 * run can be repeated. Each batch is a transaction that reads its rows again under lock, so that
 * concurrent writes are not lost.
 */
export async function resealTable(
  at: EncryptedColumns,
  onBatch: (progress: Resealed) => void = () => undefined,
): Promise<Resealed> {
  const progress: Resealed = { seen: 0, written: 0, lost: [] }
  for (let last: Value[] | null = null; ;) {
    const rows = await nextRows(at, last)
    if (rows.length === 0) return progress
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
      progress.written += done.written
      progress.lost.push(...done.lost)
    }
    progress.seen += rows.length
    last = keyOf(at, rows.at(-1)!)
    onBatch(progress)
  }
}

function nextRows({ table, key, columns }: EncryptedColumns, last: Value[] | null): Promise<Row[]> {
  const [where, values] = last ? after(key, last) : ['TRUE', []]
  const text = `SELECT ${[...key, ...columns].join(', ')} FROM ${table} WHERE ${where} ORDER BY ${key.join(', ')} LIMIT ${BATCH}`
  return onConnection((sql) => sql.rows<Row>(text, values))
}

/** Returns a condition for keys after `last`, in a form that uses the index: `a > ? OR a = ? AND (b > ? …)`. */
function after([column, ...others]: readonly string[], [value, ...rest]: Value[]): [string, Value[]] {
  if (others.length === 0) return [`${column} > ?`, [value!]]
  const [where, values] = after(others, rest)
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
    const outdated = sealedOf(at, row).filter(({ isCurrent, plain }) => !isCurrent && plain !== null)
    if (outdated.length === 0) continue
    await tx.sql.run(
      `UPDATE ${table} SET ${outdated.map(({ column }) => `${column} = ?`).join(', ')} WHERE ${one}`,
      [...outdated.map(({ plain }) => encrypt(config().secretKey, plain!)), ...keyOf(at, row)],
    )
    written += 1
  }
  return { written, lost: lost.map((row) => keyOf(at, row)) }
}

function isDue(at: EncryptedColumns, row: Row): boolean {
  return sealedOf(at, row).some(({ isCurrent }) => !isCurrent)
}

interface Sealed {
  column: string
  /** Whether the current key decrypts it. */
  isCurrent: boolean
  /** The decrypted value; null if no key decrypts it. */
  plain: Buffer | null
}

function sealedOf({ columns }: EncryptedColumns, row: Row): Sealed[] {
  const { secretKey, secretKeys } = config()
  return columns.flatMap((column) => {
    const sealed = row[column] as Buffer | null
    if (sealed === null) return []
    const current = tryDecrypt([secretKey], sealed)
    return [{ column, isCurrent: current !== null, plain: current ?? tryDecrypt(secretKeys, sealed) }]
  })
}

function tryDecrypt(keys: readonly Buffer[], sealed: Buffer): Buffer | null {
  try {
    return decrypt(keys, sealed)
  } catch {
    return null
  }
}
