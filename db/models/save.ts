import type { Attributes, CreationAttributes, Model, ModelStatic, WhereOptions } from 'sequelize'
import type { Tx } from '../transaction.ts'

/** A row that says when it last changed. */
type Changing = Model & { updatedAt: Date }

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
  const attributes: Readonly<Record<string, { field?: string }>> = (
    row.constructor as ModelStatic<Model>
  ).getAttributes()
  const kept = [...(former.get(row) ?? [])]
  former.delete(row)
  return Object.fromEntries(kept.map(([name, value]) => [attributes[name]?.field ?? name, value]))
}

/**
 * Writes changes of a locked row, and that it changed now. `touch: false` where nobody is to see that: a note
 * of ours in it.
 */
export async function save<Row extends Changing>(
  { now, transaction }: Tx,
  row: Row,
  changes: Partial<Attributes<Row>>,
  { touch = true } = {},
): Promise<void> {
  const written = { ...changes, ...(touch && { updatedAt: now }) }
  keepFormer(row, written)
  await row.update(written, { transaction })
}

/** Writes a new row. */
export function create<Row extends Model>(
  { transaction }: Tx,
  model: ModelStatic<Row>,
  values: CreationAttributes<Row>,
): Promise<Row> {
  return model.create(values, { transaction })
}

/** The row that is asked for, locked until the transaction ends, or null. The newest, where there may be several. */
export function lockRow<Row extends Model>(
  { transaction }: Tx,
  model: ModelStatic<Row>,
  where: WhereOptions<Attributes<Row>>,
): Promise<Row | null> {
  return model.findOne({ where, order: [['id', 'DESC']], transaction, lock: transaction.LOCK.UPDATE })
}
