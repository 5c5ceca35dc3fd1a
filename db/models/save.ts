import type { Attributes, CreationAttributes, Model, ModelStatic, WhereOptions } from 'sequelize'
import type { Tx } from '../transaction.ts'

/** A row that says when it last changed. */
type Changing = Model & { updatedAt: Date }

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
  await row.update({ ...changes, ...(touch && { updatedAt: now }) }, { transaction })
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
