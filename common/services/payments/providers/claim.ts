import type { Tx } from '../../../../db/transaction.ts'
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
import { versionOf } from './judge.ts'
import { changeProviderRow, lockProviderRow, planCallAt, type ProviderRow } from './row.ts'

/** A call that nobody else makes meanwhile. */
export interface ClaimedCall {
  project: Project
  step: ProviderRow['step']
  /** Its number among the payment's calls. */
  call: number
  method: string
  payment: ProviderPayment
  /** Of one that is done how it stood then: what its provider says otherwise is told, unless it has changed since. */
  version: string | null
}

/** Why somebody asks: what is due, a look at the page, the customer who wants to pay otherwise, or a difference found. */
export type Cause = 'due' | 'look' | 'give_up' | 'reconcile'

/** No call takes longer. */
export const CALL_WITHIN = 10 * SECOND
/** Whoever makes a call and is killed is followed by another after so long. */
export const CALL_LEASE = Math.min(2 * CALL_WITHIN, lease)
/** Milliseconds between two calls about one payment, by what causes the second. */
const NOT_WITHIN: Record<Cause, number> = {
  due: SECOND,
  look: 3 * SECOND,
  give_up: 0,
  reconcile: SECOND,
}

/**
 * Takes the next call about a payment for whoever asks; null where there is none, or not now. What is due is so by its
 * row: each claim leaves a job for the end of its lease, which outlives what the answer plans.
 */
export async function claimCall(
  tx: Tx,
  project: Project,
  paymentId: number,
  cause: Cause,
): Promise<ClaimedCall | null> {
  const row = await lockProviderRow(tx, paymentId)
  if (row?.project_id !== project.id) return null
  const time = now()
  if (cause === 'due' && !(await lockDue(tx, 'payment.ask', paymentId, time))) return null
  const isOwed = cause === 'due' || cause === 'reconcile' // then, if not now, later
  if (row.busy_until && row.busy_until > time) {
    if (isOwed) await planCallAt(tx, row, row.busy_until) // the provider wants a pause, or whoever asks it may be killed
    return null
  }
  const again = later(row.asked_at ?? new Date(0), NOT_WITHIN[cause])
  if (again > time && row.step !== 'start') {
    if (isOwed) await planCallAt(tx, row, again)
    return null
  }
  const found = await find(tx, paymentId)
  if (!findGateway(row.method)) {
    if (isOwed) await park(tx, row)
    return null
  }
  if (!found || (!isOwed && row.step === 'done')) return null
  if (row.step === 'start' && found.status !== 'started') {
    // It was given up before anybody could see it: there is nothing to pay.
    await changeProviderRow(tx, row, { step: 'done' })
    await clearTimer(tx, 'payment.ask', paymentId)
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
    payment: asTold(row, calls, found, project),
    version: step === 'done' ? await versionOf(tx, paymentId) : null,
  }
}

/** A release that has its gateway again takes it further; until then it is looked at, and said, once a day. */
async function park(tx: Tx, row: ProviderRow): Promise<void> {
  log().warn(
    { payment_id: row.payment_id, method: row.method },
    'there is no gateway for a payment that is due',
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
  bought: string | null
  has_refunds: number
}

/** What is bought is named by its first item, or by what the merchant wrote on the invoice. */
function find(tx: Tx, paymentId: number): Promise<Found | undefined> {
  return tx.sql.row<Found>(
    `SELECT EXISTS (SELECT 1 FROM refunds WHERE payment_id = payment.id AND calls > 0) AS has_refunds, payment.status, payment.amount, payment.currency, payment.customer_email, payment.details,
       payment.payable_type, payment.payable_id, COALESCE(checkout.token, invoice.token) AS token,
       COALESCE(checkout.page_locale, invoice.page_locale) AS page_locale,
       COALESCE(invoice.description, invoice.number,
         (SELECT name FROM checkout_items WHERE checkout_id = checkout.id ORDER BY id LIMIT 1)) AS bought
     FROM payments payment
     LEFT JOIN checkouts checkout ON payment.payable_type = 'checkout' AND checkout.id = payment.payable_id
     LEFT JOIN invoices invoice ON payment.payable_type = 'invoice' AND invoice.id = payment.payable_id
     WHERE payment.id = ?`,
    [paymentId],
  )
}

/** A payment as its provider is told of it, whatever is to be asked. */
export async function readAsTold(tx: Tx, row: ProviderRow, project: Project): Promise<ProviderPayment> {
  return asTold(row, row.calls, (await find(tx, row.payment_id))!, project)
}

function asTold(row: ProviderRow, calls: number, found: Found, project: Project): ProviderPayment {
  const { payment_id: id, provider_id: providerId, deadline: expiresAt } = row
  const { payable_type: type, payable_id: payableId, token, bought } = found
  return {
    ...{ id, providerId, expiresAt, calls, attempt: row.attempt, isTest: Boolean(row.is_test) },
    hasRefunds: Boolean(found.has_refunds),
    ...{ amount: found.amount, currency: found.currency, customerEmail: found.customer_email },
    description: bought === null ? project.name : `${project.name}: ${bought}`,
    locale: found.page_locale ?? project.locale,
    returnUrl: type === 'invoice' ? invoiceUrl(payableId, token) : checkoutUrl(payableId, token),
    hintUrl: hintUrl(row.method, { projectId: project.id, isTest: Boolean(row.is_test) }, id),
    details: found.details === null ? null : (JSON.parse(found.details) as Record<string, unknown>),
  }
}
