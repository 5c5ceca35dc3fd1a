import type { Attributes, CreationAttributes, Model, ModelStatic } from 'sequelize'
import { columnsOf, ownerOf, tableOf, valuesOf } from './model.ts'
import { update } from './rows.ts'
import type { Sql, Value } from './sql.ts'
import type { Tx } from './transaction.ts'

/** A row with the time of its last change. */
type Changing = Model & { id: number; updatedAt: Date }

/** The values of changed fields before the change, since the row was locked or `takeFormer` was called. */
const former = new WeakMap<Model, Map<string, unknown>>()

/** Keeps the first value of each field, no matter how often it changes. */
function keepFormer(row: Model, changes: object): void {
  const kept = former.get(row) ?? new Map<string, unknown>()
  for (const name of Object.keys(changes)) if (!kept.has(name)) kept.set(name, row.getDataValue(name))
  former.set(row, kept)
}

/** Returns the former values of the changed fields of a locked row, by column, and forgets them. */
export function takeFormer(row: Model): Record<string, unknown> {
  const kept = [...(former.get(row) ?? [])]
  former.delete(row)
  const columns = columnsOf(row.constructor as ModelStatic<Model>)
  return Object.fromEntries(kept.map(([name, value]) => [columns.get(name) ?? name, value]))
}

/**
 * Writes changes of a locked row, and the time of the change. `touch: false` keeps the old time, for internal fields.
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
  await update(sql, tableOf(row), row.id, valuesOf(row, Object.keys(written)), { owner: ownerOf(row) })
}

/** Values by attribute, or for each the list of its possible values. */
type Where<Row extends Model> = Partial<Record<keyof Attributes<Row>, Value | readonly Value[]>>

/**
 * Returns the row that meets `where`, the newest if there are several, or null. `lock`: no other transaction can change
 * it until this one ends. Rows that a batch finds by `id` are read in one statement.
 */
export async function find<Row extends Model>(
  sql: Sql,
  model: ModelStatic<Row>,
  { id, ...where }: Where<Row> & { id?: number },
  { lock = false } = {},
): Promise<Row | null> {
  const columns = columnsOf(model)
  const conditions = Object.entries<Value | readonly Value[] | undefined>(where).map(([name, value]) => ({
    text: `${columns.get(name)} ${value === null ? 'IS ?' : 'IN (?)'}`,
    value: value ?? null,
  }))
  const texts = [...conditions.map(({ text }) => text), ...(id === undefined ? [] : ['id IN (?)'])]
  const values = [...conditions.map(({ value }) => value), ...(id === undefined ? [] : [id])]
  const found = await sql.row<object>(
    `${selectOf(model)} WHERE ${texts.join(' AND ')}${id === undefined ? ' ORDER BY id DESC LIMIT 1' : ''}${lock ? ' FOR UPDATE' : ''}`,
    values,
    id === undefined ? {} : { combine: 'subject' },
  )
  return found ? asModel(model, found) : null
}

const selects = new WeakMap<ModelStatic<Model>, string>()

/** Returns the SELECT of a model's columns, named like its attributes, for raw SQL to complete. Flags are 0 or 1. */
export function selectOf(model: ModelStatic<Model>): string {
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
