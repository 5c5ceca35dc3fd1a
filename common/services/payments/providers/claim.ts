import type { ModelTx, Tx } from '../../../../db/transaction.ts'
import type { PayableType } from '../../../domain/payments/object.ts'
import type { PaymentStatus } from '../../../domain/payments/status.ts'
import type { Locale } from '../../../kit/format.ts'
import { DAY, later, SECOND } from '../../../kit/time.ts'
import type { ProviderPayment } from '../../../methods/provider.ts'
import { now } from '../../../runtime/clock.ts'
import { lease } from '../../../runtime/lease.ts'
import { log } from '../../../runtime/log.ts'
import { hintUrl } from '../../links/hint.ts'
import { checkoutUrl, invoiceUrl } from '../../links/pages.ts'
import type { Project } from '../../projects/project.ts'
import { lockDue } from '../../timers/lock.ts'
import { clearTimer } from '../../timers/set.ts'
import { findGateway } from '../gateways.ts'
import { versionOf } from './compare-payment.ts'
import { changeProviderRow, lockProviderRow, planCallAt, type ProviderRow } from './row.ts'

/** A call that only this process makes. */
export interface ClaimedCall {
  project: Project
  step: ProviderRow['step']
  /** The number of this call among the payment's calls. */
  call: number
  method: string
  payment: ProviderPayment
  /** The payment's version, if it is done: a difference is reported only if the version is still the same. */
  version: string | null
}

/**
 * The reason for a call: a due row, a page view, a customer who chose another method, or a difference that
 * was found.
 */
export type Cause = 'due' | 'page_view' | 'give_up' | 'reconcile'

/** The longest time of a call. */
export const CALL_WITHIN = 10 * SECOND
/** After this time another process may make the call, since the first one may have been killed. */
export const CALL_LEASE = Math.min(2 * CALL_WITHIN, lease)
/** The shortest time between two calls about one payment, by the cause of the second, in milliseconds. */
const PAUSES: Record<Cause, number> = {
  due: SECOND,
  page_view: 3 * SECOND,
  give_up: 0,
  reconcile: SECOND,
}

/**
 * Claims the next call about a payment; returns null if there is no call, or not now. Each claim leaves a due
 * row for the end of its lease, in case this process is killed.
 */
export async function claimCall(
  tx: ModelTx,
  project: Project,
  paymentId: number,
  cause: Cause,
): Promise<ClaimedCall | null> {
  const row = await lockProviderRow(tx, paymentId)
  if (row?.project_id !== project.id) return null
  const time = now()
  if (cause === 'due' && !(await lockDue(tx, 'payment.ask', { id: paymentId, projectId: project.id }, time)))
    return null
  const isNeeded = cause === 'due' || cause === 'reconcile' // if not now, then later
  if (row.busy_until && row.busy_until > time) {
    // The provider asked for a pause, or another process is calling and may be killed.
    if (isNeeded) await planCallAt(tx, row, row.busy_until)
    return null
  }
  const earliest = later(row.asked_at ?? new Date(0), PAUSES[cause])
  if (earliest > time && row.step !== 'start') {
    if (isNeeded) await planCallAt(tx, row, earliest)
    return null
  }
  const found = await find(tx, paymentId)
  if (!findGateway(row.method)) {
    if (isNeeded) await park(tx, row)
    return null
  }
  if (!found || (!isNeeded && row.step === 'done')) return null
  if (row.step === 'start' && found.status !== 'started') {
    // It was given up before it was opened: no customer can pay it.
    await changeProviderRow(tx, row, { step: 'done' })
    await clearTimer(tx, 'payment.ask', { id: paymentId, projectId: project.id })
    return null
  }
  const isOver = (row.step === 'ask' || row.step === 'wait') && row.deadline <= time
  const step = isOver || (cause === 'give_up' && row.step === 'ask') ? 'give_up' : row.step
  const busyUntil = later(time, CALL_LEASE)
  const { calls } = row
  await changeProviderRow(tx, row, { step, calls: calls + 1, asked_at: time, busy_until: busyUntil })
  await planCallAt(tx, row, busyUntil)
  return {
    ...{ project, step, call: row.calls, method: row.method },
    payment: toProviderPayment(row, calls, found, project),
    version: step === 'done' ? await versionOf(tx, project, paymentId) : null,
  }
}

/**
 * Postpones a payment whose gateway this release does not have, and logs it once a day. Another release may
 * have it.
 */
async function park(tx: Tx, row: ProviderRow): Promise<void> {
  log().warn(
    { payment_id: row.payment_id, method: row.method },
    'this release has no gateway for a due payment: it is postponed by a day',
  )
  await planCallAt(tx, row, later(now(), DAY))
}

interface Found {
  status: PaymentStatus
  amount: number
  currency: string
  customer_email: string | null
  details: string | null
  payable_type: PayableType
  payable_id: number
  token: string
  page_locale: Locale | null
  title: string | null
  has_refunds: number
}

/** Reads a payment with the title of its order: the first item, or the invoice's description or number. */
function find(tx: Tx, paymentId: number): Promise<Found | undefined> {
  return tx.sql.row<Found>(
    `SELECT EXISTS (SELECT 1 FROM refunds WHERE payment_id = payment.id AND calls > 0) AS has_refunds,
       payment.status, payment.amount, payment.currency, payment.customer_email, payment.details,
       payment.payable_type, payment.payable_id, COALESCE(checkout.token, invoice.token) AS token,
       COALESCE(checkout.page_locale, invoice.page_locale) AS page_locale,
       COALESCE(invoice.description, invoice.number,
         (SELECT name FROM checkout_items WHERE checkout_id = checkout.id ORDER BY id LIMIT 1)) AS title
     FROM payments payment
     LEFT JOIN checkouts checkout ON payment.payable_type = 'checkout' AND checkout.id = payment.payable_id
     LEFT JOIN invoices invoice ON payment.payable_type = 'invoice' AND invoice.id = payment.payable_id
     WHERE payment.id = ?`,
    [paymentId],
  )
}

/** Returns a payment's data for any call to its provider. */
export async function readProviderPayment(
  tx: Tx,
  row: ProviderRow,
  project: Project,
): Promise<ProviderPayment> {
  return toProviderPayment(row, row.calls, (await find(tx, row.payment_id))!, project)
}

function toProviderPayment(row: ProviderRow, calls: number, found: Found, project: Project): ProviderPayment {
  const { payment_id: id, provider_id: providerId, deadline: expiresAt } = row
  const { payable_type: type, payable_id: payableId, token, title } = found
  return {
    ...{ id, providerId, expiresAt, calls, attempt: row.attempt, isTest: Boolean(row.is_test) },
    hasRefunds: Boolean(found.has_refunds),
    ...{ amount: found.amount, currency: found.currency, customerEmail: found.customer_email },
    description: title === null ? project.name : `${project.name}: ${title}`,
    locale: found.page_locale ?? project.locale,
    returnUrl: type === 'invoice' ? invoiceUrl(payableId, token) : checkoutUrl(payableId, token),
    hintUrl: hintUrl(row.method, { projectId: project.id, isTest: Boolean(row.is_test) }, id),
    details: found.details === null ? null : (JSON.parse(found.details) as Record<string, unknown>),
  }
}
