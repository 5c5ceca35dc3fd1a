import { find } from '../../../db/save.ts'
import type { Tx } from '../../../db/transaction.ts'
import type { Form, FormErrors } from '../../kit/form.ts'
import { cut, readable } from '../../kit/text.ts'
import { getMethod, reportedMethods } from '../../methods/all.ts'
import { findOtherWaitingChange } from '../checkouts/waiting-change.ts'
import type { Scope } from '../projects/project.ts'
import { awaitDecision } from './await-decision.ts'
import { giveUpActive } from './give-up.ts'
import { lockActive } from './locked-payment.ts'
import { lockPayable } from './payables/all.ts'
import type { Payable, PayableName } from './payables/payable.ts'
import { Payment } from './payments-table.ts'
import { reserveReference } from './references.ts'

/** In characters. A longer name is truncated. */
export const LONGEST_PAYER_NAME = 100

/**
 * Records that the customer has sent the money of a manual payment. The order waits for the merchant, who is
 * notified. Repeating it, or reporting nothing, has no effect. A canceled payment can also be reported, since
 * its money may be on its way: if the order is still unpaid, it waits for that payment again; if the order
 * has changed since, it returns an error. Does nothing while another change of the same subscription waits:
 * its page is shown.
 */
export async function reportPayment(
  tx: Tx,
  scope: Scope,
  of: PayableName,
  form: Form = {},
): Promise<FormErrors> {
  const payable = await lockPayable(tx, scope, of)
  // Does the work of the timer, which has not run yet: the checkout is already shown as `expired`.
  if (payable.isClosed()) await giveUpActive(tx, scope, payable, 'lapsed')
  const active = await lockActive(tx, payable)
  const payment = active ?? (await lockGivenUp(tx, payable))
  if (!payment || payment.status === 'pending') return {}
  if (!getMethod(payment.method).attempt.manual?.report) return {}
  const isPayable = await payable.isPayable(tx, scope)
  if ((active || isPayable) && of.type === 'checkout' && (await findOtherWaitingChange(tx.sql, of.id)))
    return {}
  if (!active && isPayable && !(await payable.resume(tx, scope, payment)))
    return { '': { problem: 'report_over', about: { reference: payment.reference ?? '' } } }

  if (!active) await reserveReference(tx, payment.id)
  const holdsOrder = active !== null || isPayable
  await awaitDecision(tx, scope, { payment, payable }, { payerName: payerNameOf(form), holdsOrder })
  return {}
}

/** Returns the account holder's name. It only helps the merchant, so an invalid name does not block the report. */
function payerNameOf({ payer_name: typed = '' }: Form): string | null {
  const name = readable(typed)?.replace(/\s+/g, ' ')
  return name ? cut(name, LONGEST_PAYER_NAME) : null
}

/** Locks the last payment that was canceled without being reported, although it could be. */
async function lockGivenUp(tx: Tx, payable: Payable): Promise<Payment | null> {
  const { type: payableType, id: payableId } = payable
  const givenUp = { payableType, payableId, status: 'canceled', claimedAt: null } as const
  return find(tx.sql, Payment, { ...givenUp, method: reportedMethods }, { lock: true })
}
