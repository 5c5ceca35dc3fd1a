import { IndexHints, Op } from 'sequelize'
import type { ModelTx } from '../../../db/transaction.ts'
import { nextOverdueEmailAt } from '../../domain/subscriptions/reminder-limit.ts'
import { Refusal } from '../../kit/refusal.ts'
import { iso } from '../../kit/time.ts'
import { Email } from '../emails/emails-table.ts'
import type { Scope } from '../projects/project.ts'
import { getSubscription } from './find.ts'
import { lockSubscription } from './lock.ts'
import { writeSubscriptionEmail } from './write-email.ts'

/**
 * Emails the renewal link of an overdue subscription to its customer again. Throws 409 `subscription_not_past_due`,
 * `no_email_address` or `email_limit_reached`.
 */
export async function sendRenewalLink(tx: ModelTx, scope: Scope, id: number): Promise<void> {
  const { status, graceEndsAt } = await lockSubscription(tx, scope, id)
  if (status !== 'past_due') throw new Refusal({ code: 'subscription_not_past_due', params: { status } })
  const subscription = await getSubscription(tx.sql, scope, id)
  const { customer } = subscription
  if (customer.email === null)
    throw new Refusal({ code: 'no_email_address', params: { id: customer.id, of: 'subscription' } })
  const last = await findLastEmail(tx, scope, id)
  const next = nextOverdueEmailAt(
    last && { recipient: last.recipient, at: last.createdAt },
    customer.email,
    tx.now,
  )
  if (next) throw new Refusal({ code: 'email_limit_reached', params: { at: iso(next), of: 'subscription' } })
  await writeSubscriptionEmail(
    tx,
    scope,
    'subscription_past_due',
    subscription,
    `subscription-${id}-after-${last?.id ?? 0}`,
    graceEndsAt ? { access_ends_at: iso(graceEndsAt) } : {},
  )
}

/** Finds the newest email that says that a locked subscription is overdue. */
function findLastEmail({ transaction }: ModelTx, { project, isTest }: Scope, id: number) {
  const cause = { [Op.startsWith]: `subscription-${id}-` }
  return Email.findOne({
    where: { kind: 'subscription_past_due', cause, projectId: project.id, isTest },
    indexHints: [{ type: IndexHints.FORCE, values: ['emails_once'] }],
    order: [['id', 'DESC']],
    transaction,
  })
}
