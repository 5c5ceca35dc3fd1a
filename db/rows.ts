import type { CreationAttributes, Model, ModelStatic } from 'sequelize'
import { columnsOf, valuesOf } from './model.ts'
import type { Afterwards, RowOwner, Sql, Value } from './sql.ts'

type Row = Readonly<Record<string, Value>>

interface InsertOptions {
  /** Assignments for the row that a unique index finds in the place of the new one, such as `last = last + 1`. */
  onDuplicate?: string
}

/**
 * Inserts one row and waits for it. Returns its id; for a model, the row with its id. Column names come from our code,
 * never from a request.
 */
export function insert(sql: Sql, table: string, row: Row, options?: InsertOptions): Promise<number>
export function insert<Inserted extends Model>(
  sql: Sql,
  model: ModelStatic<Inserted>,
  values: CreationAttributes<Inserted>,
): Promise<Inserted>
export async function insert(
  sql: Sql,
  target: string | ModelStatic<Model>,
  values: Row,
  { onDuplicate }: InsertOptions = {},
): Promise<unknown> {
  if (typeof target === 'string') return insertOne(sql, target, values, onDuplicate)
  const row = target.build(values)
  const given = [...columnsOf(target).keys()].filter((name) => row.getDataValue(name) != null)
  const id = await insertOne(sql, target.tableName, valuesOf(row, given))
  return row.set({ id }, { raw: true })
}

async function insertOne(sql: Sql, table: string, row: Row, onDuplicate?: string): Promise<number> {
  const { insertId } = await sql.run(insertion(table, row, onDuplicate), [[Object.values(row)]])
  if (onDuplicate === undefined) sql.noteChange(table, insertId, 'created', ownerOf(row))
  return insertId
}

function ownerOf({ project_id: projectId, is_test: isTest }: Row): RowOwner | undefined {
  return typeof projectId === 'number' && typeof isTest === 'boolean' ? { projectId, isTest } : undefined
}

/** Inserts rows with the same columns, at least one, in one statement, without waiting for it. */
export function writeRows(
  sql: Sql,
  table: string,
  rows: readonly Row[],
  { onDuplicate, ...afterwards }: InsertOptions & Afterwards = {},
): Promise<void> {
  const values = rows.map((row) => Object.values(row))
  return sql.write(insertion(table, rows[0] ?? {}, onDuplicate), [values], { combine: 'rows', ...afterwards })
}

function insertion(table: string, row: Row, onDuplicate?: string): string {
  const text = `INSERT INTO ${table} (${Object.keys(row).join(', ')}) VALUES ?`
  return onDuplicate === undefined ? text : `${text} ON DUPLICATE KEY UPDATE ${onDuplicate}`
}

/**
 * Changes columns of one row, without waiting for it. Undefined leaves a column as it is, null clears it. A change that moves
 * `updated_at` is one for the audit log: other columns are our own notes. `owner`: if the caller knows it.
 */
export async function update(
  sql: Sql,
  table: string,
  id: number,
  changes: Record<string, Value | undefined>,
  { failed, owner }: Pick<Afterwards, 'failed'> & { owner?: RowOwner | undefined } = {},
): Promise<void> {
  const given = Object.entries(changes).flatMap(([column, value]) =>
    value === undefined ? [] : [{ column, value }],
  )
  if (given.length === 0) return
  if (changes.updated_at !== undefined)
    sql.noteChange(table, id, changes.deleted_at ? 'deleted' : 'updated', owner)
  const assignments = given.map(({ column }) => `${column} = ?`).join(', ')
  const values = given.map(({ value }) => value)
  const ofProject = owner ? 'project_id = ? AND ' : ''
  const place = owner ? [owner.projectId, id] : [id]
  await sql.write(`UPDATE ${table} SET ${assignments} WHERE ${ofProject}id IN (?)`, [...values, ...place], {
    ...(failed && { failed }),
    combine: 'subject',
  })
}
