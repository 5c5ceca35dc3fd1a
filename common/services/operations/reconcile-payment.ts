import type { Atomically, ModelTx } from '../../../db/transaction.ts'
import { type ProviderAnswer, ProviderError, type ProviderPayment } from '../../methods/provider.ts'
import { lockDuePayment } from '../payments/lock.ts'
import { callGateway } from '../payments/providers/call-gateway.ts'
import { readProviderPayment } from '../payments/providers/claim.ts'
import {
  type ComparedPayment,
  comparePayment,
  markCompared,
  versionOf,
} from '../payments/providers/compare-payment.ts'
import { recordFailedRefunds } from '../payments/providers/record-failed-refunds.ts'
import { lockProviderRow } from '../payments/providers/row.ts'
import type { Project } from '../projects/project.ts'
import { askProvider } from './ask-provider.ts'

/** The state of a payment here and at its provider. */
export interface Reconciled extends Omit<ComparedPayment, 'needsCall'> {
  paymentId: number
  theirs: ProviderAnswer
  /** Whether the payment was advanced by the normal processing. */
  wentOn: boolean
}

/**
 * Compares a payment with its provider and reports a difference to the merchant. Nothing is corrected silently: late
 * money goes through the normal processing, which asks the provider again. Returns null if there is nothing to ask,
 * or if the payment changed here since the call: the answer may be older, and the next comparison asks again. Throws
 * a `ProviderError` if there was no answer.
 */
export async function reconcilePayment(
  project: Project,
  paymentId: number,
  atomically: Atomically,
): Promise<Reconciled | null> {
  const found = await atomically((tx) => read(tx, project, paymentId))
  if (!found) return null
  const { method, payment } = found
  const asked = { project, method, isTest: payment.isTest }
  const theirs = await callGateway(asked, (gateway, call) => gateway.ask(payment, call)).catch(
    async (error: unknown) => {
      if (error instanceof ProviderError && error.fault === 'refused')
        await atomically((tx) => markCompared(tx, project, paymentId))
      throw error
    },
  )
  const compared = await atomically((tx) => compareUnchanged(tx, project, paymentId, found.version, theirs))
  if (!compared) return null
  const { needsCall, ...result } = compared
  const wentOn = needsCall && (await askProvider(project, paymentId, atomically, 'reconcile'))
  return { paymentId, theirs, ...result, wentOn }
}

interface ReadPayment {
  method: string
  payment: ProviderPayment
  version: string
}

async function read(tx: ModelTx, project: Project, paymentId: number): Promise<ReadPayment | null> {
  const row = await lockProviderRow(tx, paymentId)
  if (row?.project_id !== project.id || row.provider_id === null) return null
  const payment = await readProviderPayment(tx, row, project)
  return { method: row.method, payment, version: await versionOf(tx, project, paymentId) }
}

async function compareUnchanged(
  tx: ModelTx,
  project: Project,
  paymentId: number,
  version: string,
  theirs: ProviderAnswer,
): Promise<ComparedPayment | null> {
  const { scope, ...locked } = await lockDuePayment(tx, project, paymentId)
  const row = await lockProviderRow(tx, paymentId)
  if ((await versionOf(tx, project, paymentId)) !== version) return null
  await recordFailedRefunds(tx, scope, locked, theirs)
  return comparePayment(tx, scope, { payment: locked.payment, row }, theirs)
}
