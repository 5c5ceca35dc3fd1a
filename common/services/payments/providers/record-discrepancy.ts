import type { Tx } from '../../../../db/transaction.ts'
import type { DiscrepancyKind } from '../../../domain/payments/discrepancy.ts'
import type { Discrepancy } from '../../../domain/payments/object.ts'
import { iso } from '../../../kit/time.ts'
import type { ProviderAnswer } from '../../../methods/provider.ts'
import { now } from '../../../runtime/clock.ts'
import { writeEmail } from '../../emails/write.ts'
import { recordEvent } from '../../events/record.ts'
import type { Scope } from '../../projects/project.ts'
import { getPayment } from '../find.ts'
import { paidPayload } from '../payables/payload.ts'

/** Reports a difference between a locked payment and its provider's records once. Returns whether it is new. */
export async function recordDiscrepancy(
  tx: Tx,
  scope: Scope,
  paymentId: number,
  kind: DiscrepancyKind,
  answer: ProviderAnswer,
): Promise<boolean> {
  const theirs = theirRecord(answer)
  // IGNORE: the unique index decides whether it is new. The payment is locked, so no other row is inserted meanwhile.
  const { affectedRows, insertId } = await tx.sql.run(
    'INSERT IGNORE INTO payment_discrepancies (payment_id, kind, said, found_at) VALUES (?)',
    [[paymentId, kind, Object.values(theirs).join(' '), now()]],
  )
  if (affectedRows === 0) return false
  const discrepancy: Discrepancy = { kind, ...theirs, found_at: iso(now()) }
  const payment = { ...(await getPayment(tx.sql, scope, paymentId, tx.now)), discrepancy }
  await recordEvent(tx, scope, 'payment.discrepancy', payment)
  const { project } = scope
  if (project.email === null) return true
  await writeEmail(tx, scope, {
    kind: 'payment_discrepancy',
    cause: `discrepancy-${insertId}`,
    recipient: project.email,
    locale: project.locale,
    payload: { ...(await paidPayload(tx, scope, payment.payable)), payment, discrepancy },
  })
  return true
}

function theirRecord(answer: ProviderAnswer): Omit<Discrepancy, 'kind' | 'found_at'> {
  const isPaid = answer.state === 'paid'
  return {
    provider_status: answer.state,
    provider_amount: isPaid ? answer.amount : 'received' in answer ? (answer.received ?? 0) : 0,
    provider_currency: isPaid ? answer.currency : null,
    provider_refunded: 'refunded' in answer ? (answer.refunded ?? 0) : 0,
  }
}
