import type { Attributes, CreationAttributes, Model, ModelStatic } from 'sequelize'
import { insertRow, updateRow } from './rows.ts'
import type { Sql, Value } from './sql.ts'
import type { Tx } from './transaction.ts'

/** A row that says when it last changed. */
type Changing = Model & { id: number; updatedAt: Date }

/** What was in the fields of a row before they were changed, since it was locked or somebody last took them. */
const former = new WeakMap<Model, Map<string, unknown>>()

/** The first value that a field had is the former one, however often it changes. */
function keepFormer(row: Model, changes: object): void {
  const kept = former.get(row) ?? new Map<string, unknown>()
  for (const name of Object.keys(changes)) if (!kept.has(name)) kept.set(name, row.getDataValue(name))
  former.set(row, kept)
}

/** Takes what was in the fields of a locked row that have been changed: by column, as hand-written SQL reads it. */
export function takeFormer(row: Model): Record<string, unknown> {
  const kept = [...(former.get(row) ?? [])]
  former.delete(row)
  const columns = columnsOf(modelOf(row))
  return Object.fromEntries(kept.map(([name, value]) => [columns.get(name) ?? name, value]))
}

/**
 * Writes changes of a locked row, and that it changed now. `touch: false` where nobody is to see that: a note
 * of ours in it.
 */
export async function save<Row extends Changing>(
  { now, sql }: Tx,
  row: Row,
  changes: Partial<Attributes<Row>>,
  { touch = true } = {},
): Promise<void> {
  const written = { ...changes, ...(touch && { updatedAt: now }) }
  keepFormer(row, written)
  row.set(written)
  await updateRow(sql, tableOf(row), row.id, valuesOf(row, Object.keys(written)))
}

/** Writes a new row, which has its id then. */
export async function create<Row extends Model>(
  { sql }: Tx,
  model: ModelStatic<Row>,
  values: CreationAttributes<Row>,
): Promise<Row> {
  const row = model.build(values)
  const given = [...columnsOf(model).keys()].filter((name) => row.getDataValue(name) != null)
  const id = await insertRow(sql, tableOf(row), valuesOf(row, given))
  return row.set({ id }, { raw: true })
}

/** A row's values by attribute, or lists of those that each may be. */
type Where<Row extends Model> = Partial<Record<keyof Attributes<Row>, Value | readonly Value[]>>

/** The row that is asked for, or null. The newest, where there may be several. */
export async function findRow<Row extends Model>(
  sql: Sql,
  model: ModelStatic<Row>,
  where: Where<Row>,
  lock: '' | 'FOR UPDATE' = '',
): Promise<Row | null> {
  const conditions = conditionsOf(model, where)
  const found = await sql.row<object>(
    `${selectOf(model)} WHERE ${conditions.map(({ text }) => text).join(' AND ')} ORDER BY id DESC LIMIT 1 ${lock}`,
    conditions.map(({ value }) => value),
  )
  return found ? asModel(model, found) : null
}

/** As `findRow`, and the row is locked until the transaction ends. */
export function lockRow<Row extends Model>(
  { sql }: Tx,
  model: ModelStatic<Row>,
  where: Where<Row>,
): Promise<Row | null> {
  return findRow(sql, model, where, 'FOR UPDATE')
}

/** As `lockRow`, of a row that is known by its id: for several companions in one statement. */
export async function lockById<Row extends Model>(
  { sql }: Tx,
  model: ModelStatic<Row>,
  id: number,
  where: Where<Row> = {},
): Promise<Row | null> {
  const conditions = conditionsOf(model, where)
  const found = await sql.rowOf<object>(
    id,
    `${selectOf(model)} WHERE ${conditions.map(({ text }) => `${text} AND `).join('')}id IN (?) FOR UPDATE`,
    conditions.map(({ value }) => value),
  )
  return found ? asModel(model, found) : null
}

function conditionsOf<Row extends Model>(model: ModelStatic<Row>, where: Where<Row>) {
  const columns = columnsOf(model)
  return Object.entries<Value | readonly Value[] | undefined>(where).map(([name, value]) => ({
    text: `${columns.get(name)} ${value === null ? 'IS ?' : 'IN (?)'}`,
    value: value ?? null,
  }))
}

const selects = new WeakMap<ModelStatic<Model>, string>()

function selectOf(model: ModelStatic<Model>): string {
  const known = selects.get(model)
  if (known !== undefined) return known
  const list = [...columnsOf(model)].map(([name, column]) => `${column} AS ${name}`).join(', ')
  const text = `SELECT ${list} FROM ${model.tableName}`
  selects.set(model, text)
  return text
}

function asModel<Row extends Model>(model: ModelStatic<Row>, found: object): Row {
  return model.build(found as CreationAttributes<Row>, { raw: true, isNewRecord: false })
}

const known = new WeakMap<ModelStatic<Model>, ReadonlyMap<string, string>>()

/** The column of each attribute of a model. */
function columnsOf(model: ModelStatic<Model>): ReadonlyMap<string, string> {
  const columns =
    known.get(model) ??
    new Map(Object.entries(model.getAttributes()).map(([name, { field }]) => [name, field ?? name]))
  known.set(model, columns)
  return columns
}

function modelOf(row: Model): ModelStatic<Model> {
  return row.constructor as ModelStatic<Model>
}

function tableOf(row: Model): string {
  return modelOf(row).tableName
}

/** What is to be written of a row, by column. */
function valuesOf(row: Model, names: readonly string[]): Record<string, Value> {
  const columns = columnsOf(modelOf(row))
  return Object.fromEntries(names.map((name) => [columns.get(name) ?? name, row.getDataValue(name) as Value]))
}
