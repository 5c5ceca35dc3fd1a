import type { ModelTx } from '../../../db/transaction.ts'
import type { TrialInput } from '../../domain/subscriptions/input.ts'
import type { TrialLinkObject } from '../../domain/subscriptions/trial-link.ts'
import type { Submission } from '../../kit/submission.ts'
import { iso } from '../../kit/time.ts'
import { lockNamedCustomer } from '../customers/lock.ts'
import { trialLinkExpiry, trialUrl } from '../links/trial.ts'
import { namedPrice } from '../prices/name.ts'
import type { Scope } from '../projects/project.ts'
import { refuseSecondTrial } from '../subscriptions/start-trial.ts'

/**
 * Creates a link to the page on which a customer starts a trial. Whether the customer can have the trial is checked again
 * when they start it, because that can change until then.
 */
export async function createTrialLink(
  tx: ModelTx,
  scope: Scope,
  draft: Submission<TrialInput>,
): Promise<TrialLinkObject> {
  const { problems } = draft
  const { price, path } = await namedPrice(tx.sql, scope, draft)
  if (price && !price.active) problems.add('price_inactive', path, { id: price.id })
  const { customer_id: id } = draft.partial()
  const customer = id === undefined ? null : await lockNamedCustomer(tx, scope, { id })
  if (id !== undefined && !customer) problems.add('customer_not_found', 'customer_id', { id })
  if (customer && price) await refuseSecondTrial(tx, scope, customer.id, price.productId, problems)
  const { trial_days: days } = draft.valid()
  if (!customer || !price) throw new Error('a trial link without a customer or a price was not refused')

  const expiresAt = trialLinkExpiry()
  const trial = { customerId: customer.id, priceId: price.id, days }
  return {
    url: trialUrl(trial, customer.link_version, expiresAt),
    customer_id: customer.id,
    price_id: price.id,
    trial_days: days,
    expires_at: iso(expiresAt),
  }
}
