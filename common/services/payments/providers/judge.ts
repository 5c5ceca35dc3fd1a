import type { Tx } from '../../../../db/transaction.ts'
import { compare, type Compared, foreignIn } from '../../../domain/payments/discrepancy.ts'
import type { PaymentStatus } from '../../../domain/payments/status.ts'
import { receivedOf } from '../../../domain/payments/sums.ts'
import type { Amount } from '../../../kit/money.ts'
import type { ProviderAnswer } from '../../../methods/provider.ts'
import { now } from '../../../runtime/clock.ts'
import type { Scope } from '../../projects/project.ts'
import type { Payment } from '../payments-table.ts'
import { recordDiscrepancy } from './record-discrepancy.ts'
import type { ProviderRow } from './row.ts'

/** What was found when a payment was compared with its provider's answer. */
export interface Judged extends Compared {
  ours: { status: PaymentStatus; currency: string; received: Amount; refunded: Amount }
  /** Whether the merchant is told of it for the first time. */
  isNew: boolean
}

/** Is another one once a payment, its refunds or what its provider is asked have changed: an answer may be older. */
export async function versionOf(tx: Tx, paymentId: number): Promise<string> {
  const payment = await tx.sql.row(
    `SELECT payment.status, payment.updated_at, amount_received, received_currency, amount_refunded, calls, step
     FROM payments payment JOIN provider_payments ON payment_id = payment.id WHERE payment.id = ?`,
    [paymentId],
  )
  const refunds = await tx.sql.rows(
    'SELECT id, status, calls FROM refunds WHERE payment_id = ? ORDER BY id',
    [paymentId],
  )
  return JSON.stringify([payment, refunds])
}

/** Compares a locked payment with its provider's answer, and tells the merchant what differs. */
export async function judge(
  tx: Tx,
  scope: Scope,
  { payment, row }: { payment: Payment; row: ProviderRow | undefined },
  theirs: ProviderAnswer,
): Promise<Judged> {
  const { id, status, amountRefunded: refunded } = payment
  const byProvider = await tx.sql.row<{ sum: string | number | null }>(
    "SELECT SUM(amount) AS sum FROM refunds WHERE payment_id = ? AND status = 'succeeded' AND calls > 0",
    [id],
  )
  const currency = payment.receivedCurrency ?? payment.currency
  const ours = { status, currency, received: receivedOf(payment), refunded }
  const isAsked = row !== undefined && row.step !== 'done'
  const compared = compare({ ...ours, isAsked, refundedByProvider: Number(byProvider?.sum ?? 0) }, theirs)
  const { kind } = compared
  let isNew = false
  for (const said of kind === 'currency_differs' ? foreignIn(theirs, currency) : [theirs])
    if (kind !== null && (await recordDiscrepancy(tx, scope, id, kind, said))) isNew = true
  await noteCompared(tx, id)
  return { ...compared, ours, isNew }
}

/** The same look does not ask about it again. */
export function noteCompared(tx: Tx, paymentId: number): Promise<unknown> {
  return tx.sql.write('UPDATE provider_payments SET reconciled_at = ? WHERE payment_id = ?', [
    now(),
    paymentId,
  ])
}
