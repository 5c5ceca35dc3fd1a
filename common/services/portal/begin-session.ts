import type { Tx } from '../../../db/transaction.ts'
import { randomToken, sha256 } from '../../kit/secrets.ts'
import { HOUR, later } from '../../kit/time.ts'
import type { PortalLink } from './link.ts'

/** A session ends after this time, in real time, even while the customer uses it. */
const LIFETIME = HOUR

/**
 * Signs a browser in and returns its session secret. Only the hash of the secret is stored. If the
 * customer was erased or their links ended meanwhile, no row is written and the secret opens nothing.
 */
export async function beginSession(tx: Tx, link: PortalLink): Promise<string> {
  const token = randomToken(32)
  await tx.sql.write(
    `INSERT INTO portal_sessions
       (project_id, is_test, customer_id, hash, return_url, locale, link_version, expires_at, created_at)
     SELECT project_id, is_test, id, ?, ?, ?, link_version, ?, ? FROM customers
     WHERE id = ? AND deleted_at IS NULL AND link_version = COALESCE(?, link_version) LOCK IN SHARE MODE`,
    [
      ...[sha256(token), link.returnUrl, link.locale, later(tx.now, LIFETIME), tx.now],
      ...[link.customerId, link.version],
    ],
  )
  return token
}
