import { save } from '../../../../db/save.ts'
import type { Tx } from '../../../../db/transaction.ts'
import { foreignIn } from '../../../domain/payments/discrepancy.ts'
import { isSettled } from '../../../domain/payments/status.ts'
import { leftOf, receivedOf } from '../../../domain/payments/sums.ts'
import { bareAmount } from '../../../kit/format.ts'
import type { Amount } from '../../../kit/money.ts'
import type { ProviderAnswer, Sum } from '../../../methods/provider.ts'
import type { Scope } from '../../projects/project.ts'
import { writeRefund } from '../../refunds/write.ts'
import { enterDeposit } from '../enter-deposit.ts'
import { endGivenBack, type Ending, failPayment, refuseSum, requireRefund, settlePayment } from '../finish.ts'
import type { LockedPayment } from '../locked-payment.ts'
import { tellRefunded } from '../refunded.ts'
import { recordDiscrepancy } from './record-discrepancy.ts'

/** What has come at a provider, as it says. */
interface Money extends Sum {
  /** What of it was given back there since. */
  refunded: Amount
}

type Paid = Extract<ProviderAnswer, { state: 'paid' }>
type Over = Extract<ProviderAnswer, { state: 'over' }>
/** An answer that says what has come. */
type Said = Exclude<ProviderAnswer, { state: 'processing' }>

function moneyIn(answer: Said, { payment }: LockedPayment): Money {
  if (answer.state === 'paid') return answer
  const { received = 0, refunded = 0 } = answer
  return { amount: received, currency: payment.currency, refunded }
}

/** Why money that was given back before we knew of it is none of a payment. */
const GIVEN_BACK = 'It was given back at the provider before it was taken here.'

const CAME_AGAIN = 'It was paid again after its money had been given back.'

const PAID_NOTHING: Ending = {
  status: 'failed',
  failureCode: 'declined',
  failureMessage: 'The provider says that it is paid, and that nothing was.',
}

/**
 * A provider says that a locked payment is paid. What is left of the money completes what it pays for if it is what was
 * asked for, or more of it; anything else is for the merchant to look at. Where nothing is left, nothing was paid: it
 * can be paid anew. The books of a payment are in one currency: of what came in another the merchant is told.
 */
export async function takeMoney(tx: Tx, scope: Scope, locked: LockedPayment, answer: Paid): Promise<void> {
  const { payment } = locked
  if (isSettled(payment.status)) return takeMore(tx, scope, locked, answer)
  await decide(tx, scope, locked, answer)
  for (const foreign of foreignIn(answer, payment.receivedCurrency ?? payment.currency))
    await recordDiscrepancy(tx, scope, payment.id, 'currency_differs', foreign)
}

async function decide(tx: Tx, scope: Scope, locked: LockedPayment, answer: Paid): Promise<void> {
  const { payment } = locked
  const { amount, currency } = answer
  if (amount <= 0) {
    if (payment.status === 'started') await failPayment(tx, scope, locked, PAID_NOTHING)
    return
  }
  const refundId = await enterMoney(tx, locked, answer)
  const isOurs = currency === payment.currency
  if (leftOf(payment) <= 0) await endGivenBack(tx, scope, locked, GIVEN_BACK)
  else if (isOurs && leftOf(payment) >= payment.amount) await settlePayment(tx, scope, locked)
  else await refuseSum(tx, scope, locked, sayPaid(answer, payment))
  if (refundId !== null) await tellRefunded(tx, scope, locked, refundId)
}

function sayPaid({ beside = [], ...money }: Paid, asked: Sum): string {
  const others = beside.map((one) => ` ${say(one)} was paid as well.`)
  const { refunded: amount, currency } = money
  const gone = amount > 0 ? ` and ${say({ amount, currency })} of it given back` : ''
  return `The provider says that ${say(money)} was paid${gone}; ${say(asked)} was asked for.${others.join('')}`
}

const say = ({ amount, currency }: Sum) => `${bareAmount(amount, currency)} ${currency}`

/** A locked payment can never be paid in full any more. What has come of it is to be given back, unless it was already. */
export async function takeEnd(
  tx: Tx,
  scope: Scope,
  locked: LockedPayment,
  ending: Ending,
  answer: Over,
): Promise<void> {
  const { payment } = locked
  if (isSettled(payment.status)) return takeMore(tx, scope, locked, answer)
  const before = receivedOf(payment)
  const refundId = await enterMoney(tx, locked, moneyIn(answer, locked))
  const hasMore = receivedOf(payment) > before
  if (hasMore && leftOf(payment) <= 0) await endGivenBack(tx, scope, locked, GIVEN_BACK)
  else if (payment.status === 'started') await failPayment(tx, scope, locked, ending)
  else if (hasMore) await requireRefund(tx, scope, locked)
  if (refundId !== null) await tellRefunded(tx, scope, locked, refundId)
}

/**
 * What comes beyond what was taken of a locked payment is to be given back: what it was to pay is paid, or may be paid by
 * another by then. The merchant is told of the difference, unless all had gone back before: then that it came again.
 */
export async function takeMore(tx: Tx, scope: Scope, locked: LockedPayment, answer: Said): Promise<void> {
  const { payment } = locked
  const money = moneyIn(answer, locked)
  const isOurs = money.currency === (payment.receivedCurrency ?? payment.currency)
  if (!isSettled(payment.status) || !isOurs || money.amount <= receivedOf(payment)) return
  const isAgain = payment.status === 'refunded'
  if (!isAgain) await recordDiscrepancy(tx, scope, payment.id, 'received_differs', answer)
  const refundId = await enterMoney(tx, locked, money)
  if (isAgain && leftOf(payment) > 0) await requireRefund(tx, scope, locked, CAME_AGAIN)
  else await save(tx, payment, { amountReceived: payment.amountReceived })
  if (refundId !== null) await tellRefunded(tx, scope, locked, refundId)
  else await locked.payable.followRefunds(tx, scope, payment)
}

/**
 * Enters what has come, and what of it has gone again: the id of that refund, or null. The payment's sum and currency of
 * what has come are written with what is decided about it then.
 */
async function enterMoney(
  tx: Tx,
  { payment }: LockedPayment,
  { amount, currency, refunded }: Money,
): Promise<number | null> {
  const more = amount - receivedOf(payment)
  if (more <= 0) return null
  payment.receivedCurrency = currency === payment.currency ? null : currency
  await enterDeposit(tx, payment, { amount: more, enteredBy: payment.method })
  const gone = Math.min(refunded - payment.amountRefunded, more)
  if (gone <= 0) return null
  const refund = { amount: gone, status: 'succeeded', reason: 'other' } as const
  const id = await writeRefund(tx, payment, refund)
  await save(tx, payment, { amountRefunded: payment.amountRefunded + gone })
  return id
}
