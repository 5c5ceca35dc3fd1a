import type { Atomically, Tx } from '../../db/transaction.ts'
import { lockDuePayment } from '../payments/lock.ts'
import { type ProviderAnswer, ProviderError, type ProviderPayment } from '../payments/methods/provider.ts'
import { callGateway } from '../payments/providers/call-gateway.ts'
import { readAsTold } from '../payments/providers/claim.ts'
import { judge, type Judged, noteCompared, versionOf } from '../payments/providers/judge.ts'
import { lockProviderRow } from '../payments/providers/row.ts'
import type { Project } from '../projects/project.ts'
import { askProvider } from './ask-provider.ts'

/** How a payment stands here, and what its provider says. */
export interface Reconciled extends Omit<Judged, 'goesOn'> {
  paymentId: number
  theirs: ProviderAnswer
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
  const { scope, payment } = await lockDuePayment(tx, project, paymentId)
  const row = await lockProviderRow(tx, paymentId)
  if ((await versionOf(tx, paymentId)) !== version) return null
  return judge(tx, scope, { payment, row }, theirs)
}
