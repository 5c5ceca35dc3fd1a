import { onConnection } from '../../db/sql.ts'
import { BODY, type Shop } from '../fill/shop.ts'
import type { RequestSpec } from '../run/send-load.ts'

const path = ({ projectId }: Shop) => `/v1/projects/${projectId}/checkouts`
const authorization = ({ token }: Shop) => ({ authorization: `Bearer ${token}` })

export function createRequest(shop: Shop, withKey: boolean): RequestSpec {
  const headers = { ...authorization(shop), 'content-type': 'application/json' }
  return { method: 'POST', paths: [path(shop)], headers, body: BODY, withKey }
}

export function retrieveRequest(shop: Shop, ids: readonly number[]): RequestSpec {
  return { method: 'GET', paths: ids.map((id) => `${path(shop)}/${id}`), headers: authorization(shop) }
}

export function listRequest(shop: Shop): RequestSpec {
  return { method: 'GET', paths: [path(shop)], headers: authorization(shop) }
}

interface CheckoutKey {
  id: number
  token: string
}

/** Requests the payment pages of checkouts as a browser does: it accepts compression. */
export function pageRequest(checkouts: readonly CheckoutKey[]): RequestSpec {
  const paths = checkouts.map(({ id, token }) => `/checkout/${id}/${token}`)
  return { method: 'GET', paths, headers: { 'accept-encoding': 'gzip, deflate, br' } }
}

/** Returns the oldest checkouts of the environment's database. */
export function someCheckouts(limit = 4_000): Promise<CheckoutKey[]> {
  return onConnection((sql) =>
    sql.rows<CheckoutKey>('SELECT id, token FROM checkouts ORDER BY id LIMIT ?', [limit]),
  )
}
