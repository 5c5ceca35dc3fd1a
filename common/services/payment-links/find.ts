import type { FindOptions } from 'sequelize'
import { rowOf } from '../../../db/model.ts'
import type { ModelTx } from '../../../db/transaction.ts'
import type { PaymentLinkObject } from '../../domain/payment-links/object.ts'
import { Refusal } from '../../kit/refusal.ts'
import type { Scope } from '../projects/project.ts'
import { PaymentLink } from './payment-links-table.ts'
import { serializePaymentLink } from './rows.ts'

/** Finds the payment link `id` of this project and mode; returns null if not found. */
export async function findPaymentLink(
  scope: Scope,
  id: number,
  now: Date,
): Promise<PaymentLinkObject | null> {
  const link = await findRow(scope, id)
  return link && serializePaymentLink(rowOf(link), now)
}

/** Returns the payment link like `findPaymentLink`, or throws 404. */
export async function getPaymentLink(scope: Scope, id: number, now: Date): Promise<PaymentLinkObject> {
  return serializePaymentLink(rowOf(await getPaymentLinkRow(scope, id)), now)
}

/** Finds the payment link with this code in its address, of any project. */
export function findPaymentLinkByCode(code: string): Promise<PaymentLink | null> {
  return PaymentLink.findOne({ where: { code } })
}

/** Returns the payment link's row, or throws 404. If `options` locks it, it must be the last lock. */
export async function getPaymentLinkRow(
  scope: Scope,
  id: number,
  options: FindOptions = {},
): Promise<PaymentLink> {
  const link = await findRow(scope, id, options)
  if (!link) throw new Refusal({ code: 'not_found', params: { what: 'payment link' } })
  return link
}

/** Locks a payment link of this project and mode until the transaction ends, or throws 404. It is locked last. */
export function lockPaymentLink({ transaction }: ModelTx, scope: Scope, id: number): Promise<PaymentLink> {
  return getPaymentLinkRow(scope, id, { lock: true, transaction })
}

function findRow(
  { project, isTest }: Scope,
  id: number,
  options: FindOptions = {},
): Promise<PaymentLink | null> {
  return PaymentLink.findOne({ where: { id, projectId: project.id, isTest }, ...options })
}
