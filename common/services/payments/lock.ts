import { find } from '../../../db/save.ts'
import type { Tx } from '../../../db/transaction.ts'
import { whyNotConfirmable } from '../../domain/payments/confirmable.ts'
import { Refusal } from '../../kit/refusal.ts'
import { findMethod } from '../../methods/all.ts'
import type { Project, Scope } from '../projects/project.ts'
import type { LockedPayment } from './locked-payment.ts'
import { lockPayable } from './payables/all.ts'
import { Payment } from './payments-table.ts'

/**
 * Locks a payment of this project and mode, after its order, or throws 404. Every change of a payment uses this lock.
 */
export async function lockPayment(tx: Tx, scope: Scope, id: number): Promise<LockedPayment> {
  const found = await read(tx, scope.project, id)
  return found.isTest === scope.isTest ? lockFound(tx, scope, found) : notFound()
}

/** Locks a payment that awaits the merchant's decision; throws 409 `payment_not_pending` otherwise. */
export async function lockPendingPayment(tx: Tx, scope: Scope, id: number): Promise<LockedPayment> {
  const locked = await lockPayment(tx, scope, id)
  requirePending(locked.payment)
  return locked
}

/** Throws 409 `payment_not_pending` unless a locked payment awaits the merchant's decision. */
export function requirePending({ status }: Payment): void {
  if (status !== 'pending') throw new Refusal({ code: 'payment_not_pending', params: { status } })
}

/** Throws 409 `payment_not_pending`, with advice, unless the money of a locked payment may still arrive. */
export function requireConfirmable({ status, method, endedAt, updatedAt }: Payment, now: Date): void {
  const isManual = Boolean(findMethod(method)?.attempt.manual)
  const sentence = whyNotConfirmable({ status, isManual, endedAt: endedAt ?? updatedAt }, now)
  if (sentence !== null) throw new Refusal({ code: 'payment_not_pending', params: { status, sentence } })
}

/** Locks a payment for a timer, which knows only the project. Returns its scope too. */
export async function lockDuePayment(
  tx: Tx,
  project: Project,
  id: number,
): Promise<LockedPayment & { scope: Scope }> {
  const found = await read(tx, project, id)
  const scope = { project, isTest: found.isTest }
  return { scope, ...(await lockFound(tx, scope, found)) }
}

async function read({ sql }: Tx, { id: projectId }: Project, id: number): Promise<Payment> {
  return (await find(sql, Payment, { id, projectId })) ?? notFound()
}

async function lockFound(tx: Tx, scope: Scope, found: Payment): Promise<LockedPayment> {
  const payable = await lockPayable(tx, scope, { type: found.payableType, id: found.payableId })
  return { payable, payment: (await find(tx.sql, Payment, { id: found.id }, { lock: true })) ?? notFound() }
}

function notFound(): never {
  throw new Refusal({ code: 'not_found', params: { what: 'payment' } })
}
