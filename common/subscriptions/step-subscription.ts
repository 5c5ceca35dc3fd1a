import type { Tx } from '../../db/transaction.ts'
import type { Project } from '../projects/project.ts'
import { applyDueSteps } from './apply-due-steps.ts'
import { lockDueSubscription } from './lock.ts'

/** Runs a subscription's timer: locks it and applies its due steps. */
export async function stepSubscription(tx: Tx, project: Project, subscriptionId: number): Promise<void> {
  const { scope, subscription } = await lockDueSubscription(tx, project, subscriptionId)
  await applyDueSteps(tx, scope, subscription)
}
