import type { Project } from '../projects/project.ts'
import type { Tx } from '../../db/transaction.ts'
import { lockRow } from './lock-subscription.ts'
import { settle } from './settle.ts'

/** What is due for a subscription by its timer. */
export async function stepSubscription(tx: Tx, project: Project, subscriptionId: number): Promise<void> {
  const subscription = await lockRow(tx, project.id, subscriptionId)
  await settle(tx, { project, isTest: subscription.isTest }, subscription)
}
