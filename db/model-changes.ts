import type { Model, Options, Transaction } from 'sequelize'
import { ownerOf, tableOf } from './model.ts'
import type { ChangeKind, RowOwner } from './row-change.ts'

/** Collects the changes of a transaction. */
interface Changes {
  noteChange(table: string, id: number, kind: ChangeKind, owner?: RowOwner): void
}

/** The raw SQL of each open transaction, which collects its changes. */
const open = new WeakMap<Transaction, Changes>()

/** Notes for the audit log, with `sql`, the rows that models create, update and delete in a transaction. */
export function noteModelChanges(transaction: Transaction, sql: Changes): void {
  open.set(transaction, sql)
}

function note(row: Model, kind: ChangeKind, transaction: Transaction | null | undefined): void {
  const { id } = row.dataValues as { id?: number }
  if (transaction && id !== undefined) open.get(transaction)?.noteChange(tableOf(row), id, kind, ownerOf(row))
}

/**
 * Sequelize's hooks for `row.update`, `Model.create` and `row.destroy`. Like in `update`, only a change that moves `updatedAt`
 * is one for the audit log. Methods that change many rows, such as `Model.update` and `bulkCreate`, have no hook here.
 */
export const changeHooks: NonNullable<Options['hooks']> = {
  afterCreate: (row, { transaction }) => {
    note(row, 'created', transaction)
  },
  beforeUpdate: (row, { transaction }) => {
    if (row.changed('updatedAt' as never))
      note(row, row.getDataValue('deletedAt') ? 'deleted' : 'updated', transaction)
  },
  beforeDestroy: (row, { transaction }) => {
    note(row, 'deleted', transaction)
  },
}
