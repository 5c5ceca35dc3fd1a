import { setImmediate } from 'node:timers/promises'
import { besideTransactions } from '../../../db/sql.ts'
import { receiptNumber } from '../../domain/projects/receipt-number.ts'
import { trace } from '../../runtime/log.ts'
import type { Scope } from './project.ts'

/** Numbers that one request or job asks for at the same moment. */
interface Block {
  scope: Scope
  askedBy: unknown
  count: number
  last: Promise<number>
}

let collecting: Block | undefined

/**
 * Takes the next receipt number of this project and mode, outside the payment's transaction. If that
 * rolls back, the number stays unused. The counter's row is locked only for this statement, so payments
 * do not wait for each other (docs/decisions/0034-receipt-numbers-have-gaps.md). Payments that share a transaction take
 * their numbers by one statement.
 */
export async function nextReceiptNumber(scope: Scope): Promise<string> {
  const askedBy = trace.getStore()
  const isShared =
    collecting?.scope.project.id === scope.project.id &&
    collecting.scope.isTest === scope.isTest &&
    collecting.askedBy === askedBy
  const block = isShared ? collecting! : newBlock(scope, askedBy)
  const place = (block.count += 1)
  const last = await block.last
  return receiptNumber(last - block.count + place)
}

function newBlock(scope: Scope, askedBy: unknown): Block {
  const block: Block = { scope, askedBy, count: 0, last: takeLater() }
  collecting = block
  return block

  async function takeLater(): Promise<number> {
    await setImmediate() // all that share a transaction ask first
    if (collecting === block) collecting = undefined
    return takeNumbers(scope, block.count)
  }
}

/** Takes as many numbers. Returns the last of them. */
async function takeNumbers({ project, isTest }: Scope, count: number): Promise<number> {
  const { insertId: last } = await besideTransactions((sql) =>
    sql.run(
      `INSERT INTO receipt_numbers (project_id, is_test, last) VALUES (?, ?, LAST_INSERT_ID(?))
       ON DUPLICATE KEY UPDATE last = LAST_INSERT_ID(last + ?)`,
      [project.id, isTest, count, count],
    ),
  )
  return last
}
