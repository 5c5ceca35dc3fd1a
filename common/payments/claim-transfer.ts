import { Payment } from '../../db/models/payment.ts'
import { lockRow, save } from '../../db/models/save.ts'
import type { Tx } from '../../db/transaction.ts'
import { findOtherWaitingChange } from '../checkouts/waiting-change.ts'
import { recordEvent } from '../events/record.ts'
import type { Form, FormErrors } from '../kit/form.ts'
import { cut, readable } from '../kit/text.ts'
import { later } from '../kit/time.ts'
import type { Scope } from '../projects/project.ts'
import { setTimer } from '../timers/set.ts'
import { emailCustomer } from './email-customer.ts'
import { emailReported } from './email-merchant.ts'
import { getPayment } from './find.ts'
import { giveUpActive } from './give-up.ts'
import { lockActive } from './lock-active.ts'
import { claimable, getMethod } from './methods/all.ts'
import { lockPayable } from './payables/all.ts'
import type { Payable, PayableName } from './payables/payable.ts'
import { planDigest } from './plan-digest.ts'
import { LONGEST_PAYER_NAME } from './rules/payer-name.ts'
import { takeReference } from './take-reference.ts'

/**
 * The customer says that the transfer is made: what it pays for waits, locked, for the merchant, who
 * is told. Where there is nothing to report nothing happens; saying it twice is saying it once. A
 * transfer that was given up, because another payment was faster or time ran out, can be reported all
 * the same: the money may be on its way, and must not get lost. What is still to be paid waits for it
 * then, as if it had never been given up; where it has become another order since, the page says so.
 * While another change of the same subscription waits, that one's page says all there is to say.
 */
export async function claimTransfer(
  tx: Tx,
  scope: Scope,
  of: PayableName,
  form: Form = {},
): Promise<FormErrors> {
  const payable = await lockPayable(tx, scope, of)
  if (payable.isClosed()) await giveUpActive(tx, scope, payable, 'lapsed') // as its timer would: it says `expired` already
  const active = await lockActive(tx, payable)
  const payment = active ?? (await lockGivenUp(tx, payable))
  if (!payment || payment.status === 'pending') return {}
  const { attempt } = getMethod(payment.method)
  if (!attempt.claim) return {}
  const wanted = await payable.wantsMoney(tx, scope)
  if ((active || wanted) && of.type === 'checkout' && (await findOtherWaitingChange(tx.sql, of.id))) return {}
  if (!active && wanted && !(await payable.takeUp(tx, scope, payment)))
    return { '': { problem: 'transfer_over', about: { reference: payment.reference ?? '' } } }

  await save(tx, payment, {
    status: 'pending',
    claimedAt: tx.now,
    payerName: payerNameOf(form),
    ...{ failureCode: null, endedAt: null },
    expiresAt: later(tx.now, attempt.claim.window),
  })
  if (active || wanted) await payable.wait(tx, scope)
  if (!active) await takeReference(tx, payment.id)
  const due = attempt.next(payment, tx.now)
  if (due) await setTimer(tx, 'payment.follow_up', payment, due.at)
  await recordClaim(tx, scope, payment.id, payable)
  await planDigest(tx, scope, payment)
  return {}
}

/** The name on the account that the money comes from. It only helps to find it: none that was typed keeps a report back. */
function payerNameOf({ payer_name: typed = '' }: Form): string | null {
  const name = readable(typed)?.replace(/\s+/g, ' ')
  return name ? cut(name, LONGEST_PAYER_NAME) : null
}

/** The last transfer that was begun, given up and never reported. */
async function lockGivenUp(tx: Tx, payable: Payable): Promise<Payment | null> {
  const { type: payableType, id: payableId } = payable
  const givenUp = { payableType, payableId, status: 'canceled', claimedAt: null } as const
  return lockRow(tx, Payment, { ...givenUp, method: claimable })
}

async function recordClaim(tx: Tx, scope: Scope, paymentId: number, { row }: Payable): Promise<void> {
  const payment = await getPayment(tx.sql, scope, paymentId, tx.now)
  await recordEvent(tx, scope, 'payment.awaiting_verification', 'payment', payment)
  await emailReported(tx, scope, payment)
  await emailCustomer(tx, scope, 'transfer_received_note', payment, row, `payment-${paymentId}`)
}
