import { Op } from 'sequelize'
import type { ModelTx } from '../../../../db/transaction.ts'
import { compare, type Comparison, foreignMoneyIn } from '../../../domain/payments/discrepancy.ts'
import type { PaymentStatus } from '../../../domain/payments/status.ts'
import { receivedOf } from '../../../domain/payments/sums.ts'
import type { Amount } from '../../../kit/money.ts'
import type { ProviderAnswer } from '../../../methods/provider.ts'
import { now } from '../../../runtime/clock.ts'
import type { Project, Scope } from '../../projects/project.ts'
import { Refund } from '../../refunds/refunds-table.ts'
import { Payment } from '../payments-table.ts'
import { ProviderPayment } from './provider-payments-table.ts'
import { recordDiscrepancy } from './record-discrepancy.ts'
import type { ProviderRow } from './row.ts'

/** The result of comparing a payment with its provider's answer. */
export interface ComparedPayment extends Comparison {
  ours: { status: PaymentStatus; currency: string; received: Amount; refunded: Amount }
  /** Whether the difference was reported to the merchant now, for the first time. */
  isNew: boolean
}

/**
 * Returns a text that changes with the payment, its refunds and its calls. It shows whether an answer may be
 * outdated.
 */
export async function versionOf(
  { transaction }: ModelTx,
  { id: projectId }: Project,
  paymentId: number,
): Promise<string> {
  const payment = await Payment.findOne({
    attributes: ['status', 'updatedAt', 'amountReceived', 'receivedCurrency', 'amountRefunded'],
    where: { projectId, id: paymentId },
    transaction,
  })
  const where = { projectId, paymentId }
  const calls = await ProviderPayment.findOne({ attributes: ['calls', 'step'], where, transaction })
  const refunds = await Refund.findAll({
    attributes: ['id', 'status', 'calls'],
    where,
    order: ['id'],
    transaction,
  })
  return JSON.stringify([payment, calls, refunds])
}

/** Compares a locked payment with its provider's answer, and reports a difference to the merchant. */
export async function comparePayment(
  tx: ModelTx,
  scope: Scope,
  { payment, row }: { payment: Payment; row: ProviderRow | undefined },
  theirs: ProviderAnswer,
): Promise<ComparedPayment> {
  const { id, projectId, status, amountRefunded: refunded } = payment
  const refunds = { projectId, paymentId: id, status: 'succeeded', calls: { [Op.gt]: 0 } } as const
  const refundedByProvider =
    (await Refund.sum('amount', { where: refunds, transaction: tx.transaction })) || 0
  const currency = payment.receivedCurrency ?? payment.currency
  const ours = { status, currency, received: receivedOf(payment), refunded }
  const isAsked = row !== undefined && row.step !== 'done'
  const compared = compare({ ...ours, isAsked, refundedByProvider }, theirs)
  const { kind } = compared
  let isNew = false
  for (const answer of kind === 'currency_differs' ? foreignMoneyIn(theirs, currency) : [theirs])
    if (kind !== null && (await recordDiscrepancy(tx, scope, id, kind, answer))) isNew = true
  await markCompared(tx, scope.project, id)
  return { ...compared, ours, isNew }
}

/** Marks a payment as compared, so that the same daily comparison skips it. */
export async function markCompared(
  { transaction }: ModelTx,
  { id: projectId }: Project,
  paymentId: number,
): Promise<void> {
  await ProviderPayment.update({ reconciledAt: now() }, { where: { projectId, paymentId }, transaction })
}
