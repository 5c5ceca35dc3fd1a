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

/** The customer's choice and contact data from the page. */
export interface ChosenMethod {
  method: PaymentMethod
  form: Form
  customerEmail: string | null
  phoneNumber: string | null
}

/** Starts a payment of a locked order that can be paid and has no other active payment. */
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
  const locked = { payment, payable }
  if (beginning.status === 'paid') return succeedPayment(tx, scope, locked)
  if (beginning.status === 'failed') {
    const failureMessage = beginning.failureMessage ?? null
    return failPayment(tx, scope, locked, { status: 'failed', failureCode: 'declined', failureMessage })
  }
  if (manual?.report === null) return beginPending(tx, scope, locked)
  const due = method.attempt.next(payment, tx.now)
  if (due) await setTimer(tx, 'payment.follow_up', payment, due.at)
  if (manual) await emailDetails(tx, scope, locked)
  if (findGateway(method.name)) await openAtProvider(tx, payment)
}

/**
 * Makes a payment pending whose customer has nothing to report. Cancels it if another change of the same subscription
 * waits, since only one may wait.
 */
async function beginPending(tx: Tx, scope: Scope, locked: LockedPayment): Promise<void> {
  const { type, id } = locked.payable
  if (type === 'checkout' && (await findOtherWaitingChange(tx.sql, id)))
    return failPayment(tx, scope, locked, CANCELED.replaced)
  await awaitDecision(tx, scope, locked, { payerName: null, holdsOrder: true })
}

/** Returns a new reference of six digits. It does not begin with 0, which some banks' forms remove. */
function newReference(): string {
  return String(randomInt(100_000, 1_000_000))
}

/** Enough tries to find a free reference even if nine in ten are taken. */
const MAX_TRIES = 50

/** Inserts a payment, with another reference if the unique index says that the reference is taken. */
async function insertPayment(tx: Tx, row: CreationAttributes<Payment>): Promise<Payment> {
  let values = row
  for (let tries = 1; ; tries += 1) {
    try {
      return await insert(tx.sql, Payment, values)
    } catch (error) {
      if (!isDuplicate(error, 'payments_reference') || tries === MAX_TRIES) throw error
      const reference = newReference()
      values = { ...row, reference, openReference: reference }
    }
  }
}
