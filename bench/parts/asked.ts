import { onConnection } from '../../db/sql.ts'
import { BODY, type Shop } from '../fill/shop.ts'
import type { Asked } from '../run/fire.ts'

const path = ({ projectId }: Shop) => `/v1/projects/${projectId}/checkouts`
const authorization = ({ token }: Shop) => ({ authorization: `Bearer ${token}` })

export function creating(shop: Shop, withKey: boolean): Asked {
  const headers = { ...authorization(shop), 'content-type': 'application/json' }
  return { method: 'POST', paths: [path(shop)], headers, body: BODY, withKey }
}

export function retrieving(shop: Shop, ids: readonly number[]): Asked {
  return { method: 'GET', paths: ids.map((id) => `${path(shop)}/${id}`), headers: authorization(shop) }
}

export function listing(shop: Shop): Asked {
  return { method: 'GET', paths: [path(shop)], headers: authorization(shop) }
}

interface Known {
  id: number
  token: string
}

/** Payment pages of checkouts. */
export function opening(checkouts: readonly Known[]): Asked {
  return { method: 'GET', paths: checkouts.map(({ id, token }) => `/checkout/${id}/${token}`), headers: {} }
}

/** So many checkouts of the database of the environment. */
export function someCheckouts(most = 4_000): Promise<Known[]> {
  return onConnection((sql) => sql.rows<Known>('SELECT id, token FROM checkouts ORDER BY id LIMIT ?', [most]))
}
