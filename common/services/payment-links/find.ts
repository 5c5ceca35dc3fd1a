import type { Sql } from '../../../db/sql.ts'
import type { Tx } from '../../../db/transaction.ts'
import type { PaymentLinkObject } from '../../domain/payment-links/object.ts'
import { Refusal } from '../../kit/refusal.ts'
import type { Scope } from '../projects/project.ts'
import { PAYMENT_LINK_SELECT, type PaymentLinkRow, serializePaymentLink } from './rows.ts'

/** Finds the payment link `id` of this project and mode; returns null if not found. */
export async function findPaymentLink(
  sql: Sql,
  scope: Scope,
  id: number,
  now: Date,
): Promise<PaymentLinkObject | null> {
  const row = await findRow(sql, scope, id)
  return row ? serializePaymentLink(row, now) : null
}

/** Returns the payment link like `findPaymentLink`, or throws 404. */
export async function getPaymentLink(
  sql: Sql,
  scope: Scope,
  id: number,
  now: Date,
): Promise<PaymentLinkObject> {
  return serializePaymentLink(await getPaymentLinkRow(sql, scope, id), now)
}

/** Finds the payment link with this code in its address, of any project. */
export function findPaymentLinkByCode(sql: Sql, code: string): Promise<PaymentLinkRow | undefined> {
  return sql.row<PaymentLinkRow>(`${PAYMENT_LINK_SELECT} WHERE code = ?`, [code])
}

/** Returns the code of a payment link's address. */
export async function getPaymentLinkCode(sql: Sql, id: number): Promise<string> {
  const row = await sql.row<{ code: string }>('SELECT code FROM payment_links WHERE id = ?', [id])
  if (!row) throw new Refusal({ code: 'not_found', params: { what: 'payment link' } })
  return row.code
}

/** Returns the payment link's row, or throws 404. Use `lockPaymentLink` to lock it. */
export async function getPaymentLinkRow(
  sql: Sql,
  scope: Scope,
  id: number,
  lock: '' | 'FOR UPDATE' | 'LOCK IN SHARE MODE' = '',
): Promise<PaymentLinkRow> {
  const row = await findRow(sql, scope, id, lock)
  if (!row) throw new Refusal({ code: 'not_found', params: { what: 'payment link' } })
  return row
}

function findRow(sql: Sql, scope: Scope, id: number, lock = ''): Promise<PaymentLinkRow | undefined> {
  return sql.row<PaymentLinkRow>(
    `${PAYMENT_LINK_SELECT} WHERE id = ? AND project_id = ? AND is_test = ? ${lock}`,
    [id, scope.project.id, scope.isTest],
  )
}

/** Locks a payment link of this project and mode until the transaction ends, or throws 404. It is locked last. */
export function lockPaymentLink(tx: Tx, scope: Scope, id: number): Promise<PaymentLinkRow> {
  return getPaymentLinkRow(tx.sql, scope, id, 'FOR UPDATE')
}

/** Locks a payment link so that it cannot change until the transaction ends, and returns its row. It is locked last. */
export function shareLockPaymentLink(tx: Tx, scope: Scope, id: number): Promise<PaymentLinkRow> {
  return getPaymentLinkRow(tx.sql, scope, id, 'LOCK IN SHARE MODE')
}
