import { insertRow } from '../../db/rows.ts'
import type { Tx } from '../../db/transaction.ts'
import { randomToken, sha256 } from '../kit/secrets.ts'
import { HOUR, later } from '../kit/time.ts'
import type { PortalAccess } from './link.ts'

/** How long a browser stays signed in, in real time, whatever it does. */
const LIFETIME = HOUR

/** Signs a browser in; answers the secret that it is to show from now on. Of that only the hash is kept. */
export async function beginSession(tx: Tx, visit: PortalAccess): Promise<string> {
  const token = randomToken(32)
  await insertRow(tx.sql, 'portal_sessions', {
    project_id: visit.projectId,
    is_test: visit.isTest,
    customer_id: visit.customerId,
    hash: sha256(token),
    return_url: visit.returnUrl,
    locale: visit.locale,
    expires_at: later(tx.now, LIFETIME),
    created_at: tx.now,
  })
  return token
}
