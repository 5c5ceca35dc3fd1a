import { Op } from 'sequelize'
import type { ModelTx } from '../../../db/transaction.ts'
import { wakeUpFor } from '../../domain/jobs/catalog.ts'
import { Refusal } from '../../kit/refusal.ts'
import { Email } from './emails-table.ts'

const LIST_EMAILS = "'bin/tolbor emails failed' lists them."

const LISTED = ['id', 'projectId', 'kind', 'recipient', 'tries', 'error', 'updatedAt'] as const

/** An email that was given up. `updatedAt` is the time of the last try. */
export type FailedEmail = Pick<Email, (typeof LISTED)[number]>

/** Emails read at a time. */
const STEP = 10_000

/**
 * Finds up to `most` emails that were given up since a time, newest first. Walks the table from its end, because an
 * index for this rare question would slow down every payment. Skips emails of erased customers.
 */
export async function findFailedEmails(since: Date, most: number): Promise<FailedEmail[]> {
  const found: FailedEmail[] = []
  const newest = await Email.findOne({ attributes: ['id'], order: [['id', 'DESC']] })
  for (let to = newest?.id ?? 0; to > 0 && found.length < most; to -= STEP) {
    const span = { id: { [Op.gt]: to - STEP, [Op.lte]: to }, updatedAt: { [Op.gte]: since } }
    const where = { ...span, status: 'failed', recipient: { [Op.ne]: '' } } as const
    found.push(...(await Email.findAll({ attributes: [...LISTED], where, order: [['id', 'DESC']] })))
    if (!(await Email.findOne({ attributes: ['id'], where: span }))) break
  }
  return found.slice(0, most)
}

/** Makes an email that was given up due again, with all its tries. Throws 404, or 422 if it was not given up. */
export async function resendEmail(tx: ModelTx, id: number): Promise<void> {
  const email = await Email.findOne({ where: { id }, lock: true, transaction: tx.transaction })
  if (!email || email.recipient === '')
    throw new Refusal({ code: 'not_found', params: { what: 'email', advice: LIST_EMAILS } })
  if (email.status !== 'failed') {
    const sentence = `Email ${id} is ${email.status}, so it cannot be sent again: only a failed one can. ${LIST_EMAILS}`
    throw new Refusal({ code: 'validation_failed', path: 'email', params: { sentence } })
  }
  await email.update(
    { status: 'pending', tries: 0, dueAt: tx.now, dueSince: null, error: null, updatedAt: tx.now },
    { transaction: tx.transaction },
  )
  tx.wakeUps.push(wakeUpFor('emails', email.projectId, id, tx.now))
}
