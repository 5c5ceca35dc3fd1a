import type { ModelTx } from '../../../db/transaction.ts'
import { randomToken, sha256 } from '../../kit/secrets.ts'
import { HOUR, later } from '../../kit/time.ts'
import { Customer } from '../customers/customers-table.ts'
import type { FollowedLink } from './link.ts'
import { PortalSession } from './portal-sessions-table.ts'

/** A session ends after this time, in real time, even while the customer uses it. */
const LIFETIME = HOUR

/**
 * Signs a browser in and returns its session secret. Only the hash of the secret is stored. If the
 * customer was erased or their links ended meanwhile, no row is written and the secret opens nothing.
 */
export async function beginSession(
  { now, transaction }: ModelTx,
  { projectId, isTest, customerId, returnUrl, locale, version }: FollowedLink,
): Promise<string> {
  const token = randomToken(32)
  const where = {
    projectId,
    id: customerId,
    deletedAt: null,
    ...(version !== null && { linkVersion: version }),
  }
  const customer = await Customer.findOne({ where, lock: transaction.LOCK.SHARE, transaction })
  if (customer) {
    const { linkVersion } = customer
    const shown = { projectId, isTest, customerId, returnUrl, locale }
    const times = { expiresAt: later(now, LIFETIME), createdAt: now }
    await PortalSession.create({ ...shown, hash: sha256(token), linkVersion, ...times }, { transaction })
  }
  return token
}
