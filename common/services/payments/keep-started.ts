import { save } from '../../../db/save.ts'
import type { Tx } from '../../../db/transaction.ts'
import { valuesOf } from '../../methods/settings.ts'
import type { Scope } from '../projects/project.ts'
import { setTimer } from '../timers/set.ts'
import { emailDetails } from './email-details.ts'
import { findGateway } from './gateways.ts'
import { lockActive } from './locked-payment.ts'
import type { Payable } from './payables/payable.ts'
import type { Payment } from './payments-table.ts'
import { lockProviderRow } from './providers/row.ts'
import type { ChosenMethod } from './start.ts'

/**
 * Reuses the started payment if Pay is pressed again for the same sum and account: the customer may have entered
 * its reference at their bank. Its expiry restarts. A provider's payment is reused too, with its expiry
 * unchanged. Returns whether there was such a payment.
 */
export async function keepStarted(
  tx: Tx,
  scope: Scope,
  payable: Payable,
  { method, form, customerEmail, phoneNumber }: ChosenMethod,
): Promise<boolean> {
  const payment = await lockActive(tx, payable)
  if (payment?.status !== 'started' || payment.method !== method.name || payment.amount !== payable.amount())
    return false
  if (findGateway(method.name)) return keepAtProvider(tx, payment, { customerEmail, phoneNumber })
  const values = valuesOf(scope.project.paymentSettings, method, scope.isTest)
  const { account, expiresAt = null } = method.attempt.begin({ values, form, now: tx.now })
  const isOver = payment.expiresAt !== null && payment.expiresAt <= tx.now
  if (!method.attempt.manual || isOver || payment.reference === null) return false
  if (
    Object.entries(account ?? {}).some(
      ([name, value]) => payment[name as keyof NonNullable<typeof account>] !== value,
    )
  )
    return false
  const corrected = payment.customerEmail !== customerEmail
  await save(tx, payment, { expiresAt, customerEmail, phoneNumber })
  const due = method.attempt.next(payment, tx.now)
  if (due) await setTimer(tx, 'payment.follow_up', payment, due.at)
  if (corrected) await emailDetails(tx, scope, { payment, payable }, { corrected })
  return true
}

async function keepAtProvider(
  tx: Tx,
  payment: Payment,
  contact: Pick<ChosenMethod, 'customerEmail' | 'phoneNumber'>,
): Promise<boolean> {
  const step = (await lockProviderRow(tx, payment.id))?.step
  if (step === undefined || step === 'give_up' || step === 'done') return false
  await save(tx, payment, contact)
  return true
}
