import type { Atomically, Tx } from '../../../db/transaction.ts'
import { type ProviderAnswer, ProviderError, type ProviderPayment } from '../../methods/provider.ts'
import { lockDuePayment } from '../payments/lock.ts'
import { callGateway } from '../payments/providers/call-gateway.ts'
import { readAsTold } from '../payments/providers/claim.ts'
import { judge, type Judged, noteCompared, versionOf } from '../payments/providers/judge.ts'
import { lockProviderRow } from '../payments/providers/row.ts'
import { takeFailedRefunds } from '../payments/providers/take-failed-refunds.ts'
import type { Project } from '../projects/project.ts'
import { askProvider } from './ask-provider.ts'

/** The state of a payment here and at its provider. */
export interface Reconciled extends Omit<Judged, 'goesOn'> {
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
  const judgement = await atomically((tx) => judgeUnchanged(tx, project, paymentId, told.version, theirs))
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

async function judgeUnchanged(
  tx: Tx,
  project: Project,
  paymentId: number,
  version: string,
  theirs: ProviderAnswer,
): Promise<Judged | null> {
  const { scope, ...locked } = await lockDuePayment(tx, project, paymentId)
  const row = await lockProviderRow(tx, paymentId)
  if ((await versionOf(tx, paymentId)) !== version) return null
  await takeFailedRefunds(tx, scope, locked, theirs)
  return judge(tx, scope, { payment: locked.payment, row }, theirs)
}
