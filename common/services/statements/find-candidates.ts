import type { Row } from '../../../db/define-table.ts'
import type { Sql } from '../../../db/sql.ts'
import type { CheckoutStatus } from '../../domain/checkouts/object.ts'
import { type CheckoutClosedBy, statusAt } from '../../domain/checkouts/status.ts'
import type { InvoiceStatus } from '../../domain/invoices/object.ts'
import { whyNotConfirmable } from '../../domain/payments/confirmable.ts'
import { isSettled } from '../../domain/payments/status.ts'
import { missingOf, receivedOf } from '../../domain/payments/sums.ts'
import type { Candidate, RecordedLine } from '../../domain/statements/match.ts'
import type { Amount } from '../../kit/money.ts'
import { findMethod } from '../../methods/all.ts'
import type { paymentsTable } from '../payments/payments-table.ts'
import type { Scope } from '../projects/project.ts'
import type { statementLinesTable } from './statement-lines-table.ts'

/** References or hashes in one statement. */
const BATCH = 1_000

const PAYMENT_COLUMNS = [
  'id',
  'reference',
  'method',
  'status',
  'amount',
  'amount_received',
  'amount_refunded',
  'currency',
  'created_at',
  'updated_at',
  'ended_at',
  'payable_type',
] as const

interface CandidateRow extends Pick<Row<typeof paymentsTable>, (typeof PAYMENT_COLUMNS)[number]> {
  /** The time of its test clock; null without a test clock. */
  clock_time: Date | null
  checkout_status: CheckoutStatus
  checkout_expires_at: Date
  checkout_active_payment_id: number | null
  checkout_closed_by: CheckoutClosedBy | null
  invoice_status: InvoiceStatus
  /** Another transfer that has paid the same order. */
  other_id: number | null
}

const SELECT = `SELECT ${PAYMENT_COLUMNS.map((name) => `payment.${name}`).join(', ')},
    clock.frozen_time AS clock_time, checkout.status AS checkout_status, checkout.expires_at AS checkout_expires_at,
    checkout.active_payment_id AS checkout_active_payment_id, checkout.closed_by AS checkout_closed_by,
    invoice.status AS invoice_status,
    (SELECT MAX(other.id) FROM payments other WHERE other.payable_type = payment.payable_type
      AND other.payable_id = payment.payable_id AND other.id <> payment.id AND other.status = 'paid'
      AND other.reference IS NOT NULL) AS other_id
  FROM payments payment
  LEFT JOIN test_clocks clock ON clock.id = payment.test_clock_id
  LEFT JOIN checkouts checkout ON payment.payable_type = 'checkout' AND checkout.id = payment.payable_id
  LEFT JOIN invoices invoice ON payment.payable_type = 'invoice' AND invoice.id = payment.payable_id`

/** Finds the payments that have one of these references, in this project and mode. A few statements for any number. */
export async function findCandidates(
  sql: Sql,
  { project, isTest }: Scope,
  references: readonly string[],
  now: Date,
): Promise<Candidate[]> {
  const candidates: Candidate[] = []
  for (const batch of batches(references)) {
    const rows = await sql.rows<CandidateRow>(
      `${SELECT} WHERE payment.project_id = ? AND payment.is_test = ? AND payment.reference IN (?)`,
      [project.id, isTest, batch],
    )
    const ids = [...new Set(rows.flatMap(({ id, other_id: otherId }) => [id, otherId ?? id]))]
    const entered = await findEntered(sql, project.id, ids)
    const recorded = await findRecorded(sql, project.id, ids)
    for (const row of rows) {
      const { id, other_id: otherId } = row
      const elsewhere =
        otherId !== null ? withoutExplained(entered.get(otherId) ?? [], recorded.get(otherId) ?? []) : []
      candidates.push({
        ...candidateOf(row, entered.get(id) ?? [], recorded.get(id) ?? [], now),
        elsewhere,
      })
    }
  }
  return candidates
}

/** Finds the payments of the lines that were imported before, by their hashes in hexadecimal. */
export async function findImported(
  sql: Sql,
  { project, isTest }: Scope,
  hashes: readonly Buffer[],
): Promise<Map<string, number>> {
  const imported = new Map<string, number>()
  for (const batch of batches(hashes)) {
    const rows = await sql.rows<{ line_hash: Buffer; payment_id: number }>(
      'SELECT line_hash, payment_id FROM statement_lines WHERE project_id = ? AND is_test = ? AND line_hash IN (?)',
      [project.id, isTest, batch],
    )
    for (const row of rows) imported.set(row.line_hash.toString('hex'), row.payment_id)
  }
  return imported
}

async function findEntered(
  sql: Sql,
  projectId: number,
  paymentIds: readonly number[],
): Promise<Map<number, Amount[]>> {
  const amounts = new Map<number, Amount[]>()
  if (paymentIds.length === 0) return amounts
  const rows = await sql.rows<{ payment_id: number; amount: Amount }>(
    'SELECT payment_id, amount FROM deposits WHERE project_id = ? AND payment_id IN (?)',
    [projectId, paymentIds],
  )
  for (const { payment_id: id, amount } of rows) amounts.set(id, [...(amounts.get(id) ?? []), amount])
  return amounts
}

async function findRecorded(
  sql: Sql,
  projectId: number,
  paymentIds: readonly number[],
): Promise<Map<number, RecordedLine[]>> {
  const recorded = new Map<number, RecordedLine[]>()
  if (paymentIds.length === 0) return recorded
  const rows = await sql.rows<Row<typeof statementLinesTable>>(
    `SELECT payment_id, line_hash, amount, day, text_hash, sender_hash, layout_hash, created_at
     FROM statement_lines WHERE project_id = ? AND payment_id IN (?) ORDER BY id`,
    [projectId, paymentIds],
  )
  for (const { payment_id: id, ...row } of rows) {
    const line: RecordedLine = {
      hash: row.line_hash,
      amount: row.amount,
      day: row.day,
      transfer: { textHash: row.text_hash, senderHash: row.sender_hash, layoutHash: row.layout_hash },
      recordedAt: row.created_at,
    }
    recorded.set(id, [...(recorded.get(id) ?? []), line])
  }
  return recorded
}

function candidateOf(
  row: CandidateRow,
  entered: readonly Amount[],
  recorded: readonly RecordedLine[],
  realNow: Date,
): Omit<Candidate, 'elsewhere'> {
  const sums = {
    status: row.status,
    amount: row.amount,
    amountReceived: row.amount_received,
    amountRefunded: row.amount_refunded,
  }
  return {
    id: row.id,
    reference: row.reference ?? '',
    currency: row.currency,
    createdAt: row.created_at,
    hasRealTime: row.clock_time === null,
    isSettled: isSettled(row.status),
    missing: missingOf(sums),
    order: orderOf(row, row.clock_time ?? realNow),
    unexplained: unexplained(receivedOf(sums), entered, recorded),
    recorded: [...recorded],
    recordedCount: recorded.length,
  }
}

function orderOf(row: CandidateRow, now: Date): Candidate['order'] {
  const { status, method, ended_at: endedAt, updated_at: updatedAt } = row
  const isManual = Boolean(findMethod(method)?.attempt.manual)
  const isOver = whyNotConfirmable({ status, isManual, endedAt: endedAt ?? updatedAt }, now) !== null
  if (row.payable_type === 'invoice') {
    if (row.invoice_status === 'paid') return 'paid'
    return row.invoice_status === 'open' && !isOver ? 'open' : 'ended'
  }
  const checkout = {
    status: row.checkout_status,
    expiresAt: row.checkout_expires_at,
    closedBy: row.checkout_closed_by,
    activePaymentId: row.checkout_active_payment_id,
  }
  const checkoutStatus = statusAt(checkout, now)
  if (checkoutStatus === 'complete') return 'paid'
  return checkoutStatus === 'expired' || isOver ? 'ended' : 'open'
}

/** Returns the received amounts that no imported line explains. An older release received money without entering it. */
function unexplained(
  received: Amount,
  entered: readonly Amount[],
  recorded: readonly RecordedLine[],
): Amount[] {
  const total = entered.reduce((sum, amount) => sum + amount, 0)
  return withoutExplained(received > total ? [...entered, received - total] : entered, recorded)
}

function withoutExplained(amounts: readonly Amount[], recorded: readonly RecordedLine[]): Amount[] {
  const left = [...amounts]
  for (const { amount } of recorded) {
    const index = left.indexOf(amount)
    if (index >= 0) left.splice(index, 1)
  }
  return left
}

/** Splits items into groups that fit into one statement. */
export function batches<Item>(items: readonly Item[]): Item[][] {
  const count = Math.ceil(items.length / BATCH)
  return Array.from({ length: count }, (_, index) => items.slice(index * BATCH, (index + 1) * BATCH))
}
