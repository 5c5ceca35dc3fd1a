import { besideTransactions } from '../../../db/sql.ts'
import { receiptNumber } from '../../domain/projects/receipt-number.ts'
import type { Scope } from './project.ts'

/**
 * Takes the next receipt number of this project and mode, outside the payment's transaction. If that
 * rolls back, the number stays unused. The counter's row is locked only for this statement, so payments
 * do not wait for each other (docs/decisions/0034-receipt-numbers-have-gaps.md).
 */
export async function nextReceiptNumber({ project, isTest }: Scope): Promise<string> {
  const { insertId: count } = await besideTransactions((sql) =>
    sql.run(
      `INSERT INTO receipt_numbers (project_id, is_test, last) VALUES (?, ?, LAST_INSERT_ID(1))
       ON DUPLICATE KEY UPDATE last = LAST_INSERT_ID(last + 1)`,
      [project.id, isTest],
    ),
  )
  return receiptNumber(count)
}
