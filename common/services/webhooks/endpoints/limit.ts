import type { ModelTx } from '../../../../db/transaction.ts'
import { Refusal } from '../../../kit/refusal.ts'
import { lockProject } from '../../projects/lock.ts'
import type { Scope } from '../../projects/project.ts'
import { WebhookEndpoint } from './webhook-endpoints-table.ts'

/** Limit per project and mode: every event is matched, stored and sent for each endpoint. */
export const MOST_ENDPOINTS = 200
/** Limit including endpoints deleted within the last day, which every scan still reads. */
export const MOST_IN_A_DAY = 1_000

/** Throws if a limit is reached. Locks the project's row, so that two requests cannot exceed it together. */
export async function refuseTooMany(tx: ModelTx, { project, isTest }: Scope): Promise<void> {
  await lockProject(tx, project.id)
  const { transaction } = tx
  const where = { projectId: project.id, isTest }
  if ((await WebhookEndpoint.count({ where: { ...where, deletedAt: null }, transaction })) >= MOST_ENDPOINTS)
    throw refusal(
      `This project has ${MOST_ENDPOINTS} webhook endpoints in this mode, which is the limit. Delete one that is no longer used.`,
    )
  if ((await WebhookEndpoint.count({ where, transaction })) >= MOST_IN_A_DAY)
    throw refusal(
      'Too many webhook endpoints were created and deleted within a day. Change the url of an existing one, or try again tomorrow.',
    )
}

function refusal(sentence: string): Refusal {
  return new Refusal({ code: 'validation_failed', path: 'url', params: { sentence } })
}
