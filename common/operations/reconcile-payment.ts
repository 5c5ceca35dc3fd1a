import type { Atomically, Tx } from '../../db/transaction.ts'
import type { Amount } from '../kit/money.ts'
import { lockDuePayment } from '../payments/lock.ts'
import { type ProviderAnswer, ProviderError, type ProviderPayment } from '../payments/methods/provider.ts'
import { callGateway } from '../payments/providers/call-gateway.ts'
import { readAsTold } from '../payments/providers/claim.ts'
import { recordDiscrepancy } from '../payments/providers/record-discrepancy.ts'
import { lockProviderRow } from '../payments/providers/row.ts'
import { compare, type Compared, type DiscrepancyKind, foreignIn } from '../payments/rules/discrepancy.ts'
import type { PaymentStatus } from '../payments/rules/status.ts'
import { receivedOf } from '../payments/rules/sums.ts'
import type { Project } from '../projects/project.ts'
import { now } from '../runtime/clock.ts'
import { askProvider } from './ask-provider.ts'

/** How a payment stands here, and what its provider says. */
export interface Reconciled {
  paymentId: number
  ours: { status: PaymentStatus; currency: string; received: Amount; refunded: Amount }
  theirs: ProviderAnswer
  kind: DiscrepancyKind | null
  /** Whether the merchant is told of it for the first time. */
  isNew: boolean
  /** Whether it was taken further by the ordinary way. */
  wentOn: boolean
}

/**
 * Asks a provider once more how a payment stands, and tells the merchant what differs. Nothing is mended in silence:
 * money that came after all is taken by the ordinary way, which asks again itself. Null where there is nothing to ask,
 * and where something has changed here since the provider was asked: its answer may be older, and a later look asks again.
 * Throws a `ProviderError` where no answer came.
 */
export async function reconcilePayment(
  project: Project,
  paymentId: number,
  atomically: Atomically,
): Promise<Reconciled | null> {
  const told = await atomically((tx) => read(tx, project, paymentId))
  if (!told) return null
  const { method, payment } = told
  const asked = { project, method, isTest: payment.isTest }
  const theirs = await callGateway(asked, (gateway, call) => gateway.ask(payment, call)).catch(
    async (error: unknown) => {
      if (error instanceof ProviderError && error.fault === 'refused')
        await atomically((tx) => noteCompared(tx, paymentId))
      throw error
    },
  )
  const judgement = await atomically((tx) => judge(tx, project, paymentId, told.version, theirs))
  if (!judgement) return null
  const { goesOn, ...judged } = judgement
  const wentOn = goesOn && (await askProvider(project, paymentId, atomically, 'reconcile'))
  return { paymentId, theirs, ...judged, wentOn }
}

interface Told {
  method: string
  payment: ProviderPayment
  version: string
}

async function read(tx: Tx, project: Project, paymentId: number): Promise<Told | null> {
  const row = await lockProviderRow(tx, paymentId)
  if (row?.project_id !== project.id || row.provider_id === null) return null
  const [payment, version] = [await readAsTold(tx, row, project), await versionOf(tx, paymentId)]
  return { method: row.method, payment, version }
}

/** Is another one once the payment, its refunds or what its provider is asked have changed. */
async function versionOf(tx: Tx, paymentId: number): Promise<string> {
  const payment = await tx.sql.row(
    `SELECT payment.status, payment.updated_at, amount_received, received_currency, amount_refunded, calls, step
     FROM payments payment JOIN provider_payments ON payment_id = payment.id WHERE payment.id = ?`,
    [paymentId],
  )
  const refunds = await tx.sql.rows(
    'SELECT id, status, calls FROM refunds WHERE payment_id = ? ORDER BY id',
    [paymentId],
  )
  return JSON.stringify([payment, refunds])
}

async function judge(
  tx: Tx,
  project: Project,
  paymentId: number,
  version: string,
  theirs: ProviderAnswer,
): Promise<(Compared & Pick<Reconciled, 'ours' | 'isNew'>) | null> {
  const { scope, payment } = await lockDuePayment(tx, project, paymentId)
  const row = await lockProviderRow(tx, paymentId)
  if ((await versionOf(tx, paymentId)) !== version) return null
  const byProvider = await tx.sql.row<{ sum: string | number | null }>(
    "SELECT SUM(amount) AS sum FROM refunds WHERE payment_id = ? AND status = 'succeeded' AND calls > 0",
    [paymentId],
  )
  const { status, amountRefunded: refunded } = payment
  const currency = payment.receivedCurrency ?? payment.currency
  const ours = { status, currency, received: receivedOf(payment), refunded }
  const isAsked = row !== undefined && row.step !== 'done'
  const compared = compare({ ...ours, isAsked, refundedByProvider: Number(byProvider?.sum ?? 0) }, theirs)
  const { kind } = compared
  let isNew = false
  for (const said of kind === 'currency_differs' ? foreignIn(theirs, currency) : [theirs])
    if (kind !== null && (await recordDiscrepancy(tx, scope, paymentId, kind, said))) isNew = true
  await noteCompared(tx, paymentId)
  return { ...compared, ours, isNew }
}

/** The same look does not ask about it again. */
function noteCompared(tx: Tx, paymentId: number): Promise<unknown> {
  return tx.sql.write('UPDATE provider_payments SET reconciled_at = ? WHERE payment_id = ?', [
    now(),
    paymentId,
  ])
}
