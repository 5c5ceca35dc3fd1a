import type { ModelTx } from '../../../db/transaction.ts'
import type { PortalLinkInput } from '../../domain/portal/input.ts'
import type { PortalLinkObject } from '../../domain/portal/object.ts'
import { randomToken, sha256 } from '../../kit/secrets.ts'
import type { Submission } from '../../kit/submission.ts'
import { iso, later, MINUTE } from '../../kit/time.ts'
import { config } from '../../runtime/config.ts'
import { findCustomerRow } from '../customers/find.ts'
import type { Scope } from '../projects/project.ts'
import { Subscription } from '../subscriptions/subscriptions-table.ts'
import { PortalLink } from './portal-links-table.ts'

/** Lifetime of a link in real time: test clocks do not apply to the browser that opens it. */
const LIFETIME = 30 * MINUTE

/**
 * Creates a link to a customer's portal. It works for half an hour of real time, any number of times.
 */
export async function createPortalLink(
  tx: ModelTx,
  scope: Scope,
  draft: Submission<PortalLinkInput>,
): Promise<PortalLinkObject> {
  const customerId = await chooseCustomer(tx, scope, draft)
  await checkGoal(tx, scope, customerId, draft)
  const { return_url: returnUrl = null, locale = 'auto', flow, subscription_id: goal } = draft.valid()
  if (customerId === null) throw new Error('a portal link without a customer was not refused')
  const { now, transaction } = tx
  const token = randomToken(32)
  const expiresAt = later(now, LIFETIME)
  const { id } = await PortalLink.create(
    {
      ...{ projectId: scope.project.id, isTest: scope.isTest, customerId, hash: sha256(token), returnUrl },
      ...{ locale, flow: flow ?? null, subscriptionId: goal ?? null, expiresAt, createdAt: now },
    },
    { transaction },
  )
  const url = `${config().baseUrl}/portal/${token}`
  return { id, url, customer_id: customerId, return_url: returnUrl, expires_at: iso(expiresAt) }
}

async function chooseCustomer(
  tx: ModelTx,
  scope: Scope,
  draft: Submission<PortalLinkInput>,
): Promise<number | null> {
  const { customer_id: id, client_reference_id: reference } = draft.partial()
  const name = id !== undefined ? { id } : reference !== undefined ? { reference } : null
  if (!name) return null // the schema has already reported this
  const customer = await findCustomerRow(tx.sql, scope, name, 'LOCK IN SHARE MODE')
  const path = id !== undefined ? 'customer_id' : 'client_reference_id'
  if (!customer) draft.problems.add('customer_not_found', path, { id: id ?? reference ?? '' })
  return customer?.id ?? null
}

const ENDED =
  'This subscription is fully canceled. Leave flow and subscription_id out: the portal offers to subscribe again.'

/** Checks that flow and subscription_id come together, and that the subscription is this customer's and has not ended. */
async function checkGoal(
  { transaction }: ModelTx,
  { project, isTest }: Scope,
  customerId: number | null,
  draft: Submission<PortalLinkInput>,
): Promise<void> {
  const { problems } = draft
  const { flow, subscription_id: id } = draft.partial()
  if (problems.has('flow') || problems.has('subscription_id')) return
  if (flow !== undefined && id === undefined) {
    const sentence =
      'subscription_id is required with flow: it names the subscription to renew, change or cancel.'
    problems.add('validation_failed', 'subscription_id', { sentence })
  }
  if (flow === undefined && id !== undefined) {
    const sentence = 'flow is required with subscription_id: renew, change_plan or cancel.'
    problems.add('validation_failed', 'flow', { sentence })
  }
  if (id === undefined || customerId === null) return
  const where = { projectId: project.id, isTest, id, customerId }
  const own = await Subscription.findOne({ where, transaction })
  if (!own) problems.add('subscription_not_found', 'subscription_id', { id })
  if (own?.status === 'canceled')
    problems.add('subscription_canceled', 'subscription_id', { sentence: ENDED })
}
