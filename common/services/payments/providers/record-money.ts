import { save } from '../../../../db/save.ts'
import type { ModelTx } from '../../../../db/transaction.ts'
import { foreignMoneyIn } from '../../../domain/payments/discrepancy.ts'
import { isSettled } from '../../../domain/payments/status.ts'
import { leftOf, receivedOf } from '../../../domain/payments/sums.ts'
import { bareAmount } from '../../../kit/format.ts'
import type { Amount } from '../../../kit/money.ts'
import type { ProviderAnswer, Sum } from '../../../methods/provider.ts'
import type { Scope } from '../../projects/project.ts'
import { writeRefund } from '../../refunds/write.ts'
import { enterDeposit } from '../enter-deposit.ts'
import { type Ending, endRefunded, failPayment, refuseSum, requireRefund, settlePayment } from '../finish.ts'
import type { LockedPayment } from '../locked-payment.ts'
import { recordRefunded } from '../refunded.ts'
import { recordDiscrepancy } from './record-discrepancy.ts'

/** Money that the provider has received. */
interface Money extends Sum {
  /** The part that was refunded at the provider since. */
  refunded: Amount
}

type Paid = Extract<ProviderAnswer, { state: 'paid' }>
type Over = Extract<ProviderAnswer, { state: 'over' }>
/** An answer that includes the received money. */
type AnswerWithMoney = Exclude<ProviderAnswer, { state: 'processing' }>

function moneyIn(answer: AnswerWithMoney, { payment }: LockedPayment): Money {
  if (answer.state === 'paid') return answer
  const { received = 0, refunded = 0 } = answer
  return { amount: received, currency: payment.currency, refunded }
}

/** The reason why a payment has no money although the provider received it. */
const REFUNDED_BEFORE = 'The provider refunded the money before it was recorded here.'

const PAID_AGAIN = 'It was paid again after its money had been refunded.'

const PAID_NOTHING: Ending = {
  status: 'failed',
  failureCode: 'declined',
  failureMessage: 'The provider reports it as paid, with an amount of 0.',
}

/**
 * Records the money of a locked payment that its provider reports as paid. If the rest after refunds reaches
 * the amount, it completes the order; if not, the merchant must refund it. If nothing is left, the order can
 * be paid again. A payment is recorded in one currency; money in another currency is reported as a
 * discrepancy.
 */
export async function recordMoney(
  tx: ModelTx,
  scope: Scope,
  locked: LockedPayment,
  answer: Paid,
): Promise<void> {
  const { payment } = locked
  if (isSettled(payment.status)) return recordMore(tx, scope, locked, answer)
  await recordPaid(tx, scope, locked, answer)
  for (const foreign of foreignMoneyIn(answer, payment.receivedCurrency ?? payment.currency))
    await recordDiscrepancy(tx, scope, payment.id, 'currency_differs', foreign)
}

async function recordPaid(tx: ModelTx, scope: Scope, locked: LockedPayment, answer: Paid): Promise<void> {
  const { payment } = locked
  const { amount, currency } = answer
  if (amount <= 0) {
    if (payment.status === 'started') await failPayment(tx, scope, locked, PAID_NOTHING)
    return
  }
  const refundId = await enterMoney(tx, locked, answer)
  const isOurs = currency === payment.currency
  if (leftOf(payment) <= 0) await endRefunded(tx, scope, locked, REFUNDED_BEFORE)
  else if (isOurs && leftOf(payment) >= payment.amount) await settlePayment(tx, scope, locked)
  else await refuseSum(tx, scope, locked, describeDifference(answer, payment))
  if (refundId !== null) await recordRefunded(tx, scope, locked, refundId)
}

/** Returns the reason for the merchant: the received money differs from the amount of the payment. */
function describeDifference({ otherMoney = [], ...money }: Paid, expected: Sum): string {
  const others = otherMoney.map((one) => ` ${format(one)} was paid as well.`)
  const { refunded: amount, currency } = money
  const refunded = amount > 0 ? ` and ${format({ amount, currency })} of it refunded` : ''
  return `The provider reports that ${format(money)} was paid${refunded}; the payment is for ${format(expected)}.${others.join('')}`
}

const format = ({ amount, currency }: Sum) => `${bareAmount(amount, currency)} ${currency}`

/**
 * Ends a locked payment that can no longer be paid in full. Received money must be refunded, unless it
 * already was.
 */
export async function recordEnd(
  tx: ModelTx,
  scope: Scope,
  locked: LockedPayment,
  ending: Ending,
  answer: Over,
): Promise<void> {
  const { payment } = locked
  if (isSettled(payment.status)) return recordMore(tx, scope, locked, answer)
  const before = receivedOf(payment)
  const refundId = await enterMoney(tx, locked, moneyIn(answer, locked))
  const hasMore = receivedOf(payment) > before
  if (hasMore && leftOf(payment) <= 0) await endRefunded(tx, scope, locked, REFUNDED_BEFORE)
  else if (payment.status === 'started') await failPayment(tx, scope, locked, ending)
  else if (hasMore) await requireRefund(tx, scope, locked)
  if (refundId !== null) await recordRefunded(tx, scope, locked, refundId)
}

/**
 * Records further money of a settled, locked payment. It must be refunded, since another payment may have
 * paid the order. It is reported as a discrepancy; after a full refund the payment becomes `refund_required`
 * instead.
 */
export async function recordMore(
  tx: ModelTx,
  scope: Scope,
  locked: LockedPayment,
  answer: AnswerWithMoney,
): Promise<void> {
  const { payment } = locked
  const money = moneyIn(answer, locked)
  const isOurs = money.currency === (payment.receivedCurrency ?? payment.currency)
  if (!isSettled(payment.status) || !isOurs || money.amount <= receivedOf(payment)) return
  const isAgain = payment.status === 'refunded'
  if (!isAgain) await recordDiscrepancy(tx, scope, payment.id, 'received_differs', answer)
  const refundId = await enterMoney(tx, locked, money)
  if (isAgain && leftOf(payment) > 0) await requireRefund(tx, scope, locked, PAID_AGAIN)
  else await save(tx, payment, { amountReceived: payment.amountReceived })
  if (refundId !== null) await recordRefunded(tx, scope, locked, refundId)
  else await locked.payable.followRefunds(tx, scope, payment)
}

/**
 * Inserts the deposit of new money, and the refund of its part that was refunded at the provider. Returns the
 * refund's id; null without one. The caller saves the payment's received sum and currency with its decision.
 */
async function enterMoney(
  tx: ModelTx,
  { payment }: LockedPayment,
  { amount, currency, refunded }: Money,
): Promise<number | null> {
  const more = amount - receivedOf(payment)
  if (more <= 0) return null
  payment.receivedCurrency = currency === payment.currency ? null : currency
  await enterDeposit(tx, payment, { amount: more, enteredBy: payment.method })
  const refundedNow = Math.min(refunded - payment.amountRefunded, more)
  if (refundedNow <= 0) return null
  const refund = { amount: refundedNow, status: 'succeeded', reason: 'other' } as const
  const { id } = await writeRefund(tx, payment, refund)
  await save(tx, payment, { amountRefunded: payment.amountRefunded + refundedNow })
  return id
}
