import type { Tx } from '../../../db/transaction.ts'
import { writeEmail } from '../emails/write.ts'
import type { Scope } from '../projects/project.ts'
import { getSubscription } from './find.ts'
import { momentOf } from './write-email.ts'

/** Emails the merchant, if enabled, that a locked subscription was canceled, or the customer's reason. */
export async function emailCancellation(
  tx: Tx,
  scope: Scope,
  id: number,
  what: 'canceled' | 'explained' = 'canceled',
): Promise<void> {
  const { project } = scope
  if (!project.notifications.cancellation || project.email === null) return
  await writeEmail(tx, scope, {
    kind: 'cancellation',
    cause: what === 'explained' ? `${momentOf(id)}-why` : momentOf(id),
    recipient: project.email,
    locale: project.locale,
    payload: {
      subscription: await getSubscription(tx.sql, scope, id),
      ...(what === 'explained' && { explained: true }),
    },
  })
}
