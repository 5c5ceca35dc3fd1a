import { randomInt } from 'node:crypto'
import type { CreationAttributes } from 'sequelize'
import { isDuplicate } from '../../../db/errors.ts'
import { insert } from '../../../db/rows.ts'
import type { Tx } from '../../../db/transaction.ts'
import type { Form } from '../../kit/form.ts'
import type { PaymentMethod } from '../../methods/method.ts'
import { valuesOf } from '../../methods/settings.ts'
import { findOtherWaitingChange } from '../checkouts/waiting-change.ts'
import type { Scope } from '../projects/project.ts'
import { setTimer } from '../timers/set.ts'
import { awaitDecision } from './await-decision.ts'
import { emailDetails } from './email-details.ts'
import { CANCELED, failPayment, succeedPayment } from './finish.ts'
import { findGateway } from './gateways.ts'
import type { LockedPayment } from './locked-payment.ts'
import type { Payable } from './payables/payable.ts'
import { Payment } from './payments-table.ts'
import { openAtProvider } from './providers/open.ts'

/** What the customer chose and told on the page. */
export interface ChosenMethod {
  method: PaymentMethod
  form: Form
  customerEmail: string | null
  phoneNumber: string | null
}

/** Begins an attempt to pay what is held and can be paid, and for which no other is under way. */
export async function startPayment(
  tx: Tx,
  scope: Scope,
  payable: Payable,
  { method, form, customerEmail, phoneNumber }: ChosenMethod,
): Promise<void> {
  const { row } = payable
  const values = valuesOf(scope.project.paymentSettings, method, scope.isTest)
  const { account, ...beginning } = method.attempt.begin({ values, form, now: tx.now })
  const { manual } = method.attempt
  const reference = manual ? newReference() : null
  const payment = await insertPayment(tx, {
    projectId: row.projectId,
    isTest: row.isTest,
    payableType: payable.type,
    payableId: payable.id,
    method: method.name,
    amount: payable.amount(),
    currency: row.currency,
    customerId: row.customerId,
    clientReferenceId: row.clientReferenceId,
    customerEmail,
    phoneNumber,
    testClockId: row.testClockId,
    ...account,
    ...beginning,
    status: 'started',
    reference,
    openReference: reference,
    createdAt: tx.now,
    updatedAt: tx.now,
  })
  await payable.begin(tx, payment.id)
  const held = { payment, payable }
  if (beginning.status === 'paid') return succeedPayment(tx, scope, held)
  if (beginning.status === 'failed') {
    const failureMessage = beginning.failureMessage ?? null
    return failPayment(tx, scope, held, { status: 'failed', failureCode: 'declined', failureMessage })
  }
  if (manual?.report === null) return beginPending(tx, scope, held)
  const due = method.attempt.next(payment, tx.now)
  if (due) await setTimer(tx, 'payment.follow_up', payment, due.at)
  if (manual) await emailDetails(tx, scope, held)
  if (findGateway(method.name)) await openAtProvider(tx, payment)
}

/**
 * Lets a payment wait for the merchant that the customer has nothing to report about. Cancels it if another change of the
 * same subscription waits: one waits at a time.
 */
async function beginPending(tx: Tx, scope: Scope, held: LockedPayment): Promise<void> {
  const { type, id } = held.payable
  if (type === 'checkout' && (await findOtherWaitingChange(tx.sql, id)))
    return failPayment(tx, scope, held, CANCELED.replaced)
  await awaitDecision(tx, scope, held, { payerName: null, holdsOrder: true })
}

/** Six digits, none of which a bank's form would cut off in front. */
function newReference(): string {
  return String(randomInt(100_000, 1_000_000))
}

/** With so many tries a reference is found even where nine in ten are taken. */
const MOST_TRIES = 50

/** The unique index says which references are taken; a refused one costs a try, and nothing else. */
async function insertPayment(tx: Tx, row: CreationAttributes<Payment>): Promise<Payment> {
  let given = row
  for (let tries = 1; ; tries += 1) {
    try {
      return await insert(tx.sql, Payment, given)
    } catch (error) {
      if (!isDuplicate(error, 'payments_reference') || tries === MOST_TRIES) throw error
      const reference = newReference()
      given = { ...row, reference, openReference: reference }
    }
  }
}
