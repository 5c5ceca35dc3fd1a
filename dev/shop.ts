import { existsSync, readFileSync, writeFileSync } from 'node:fs'
import type { Demo } from './demo.ts'

/** The endpoint by which the example shop hears of payments, with the secret that only its creation tells. */
interface Endpoint {
  id: number
  secret: string
}

/** What the example shop is told: whose token it has, where it is, and by which secret it is written to. */
export async function shopEnvironment(file: string, api: string, address: string, { tokens }: Demo) {
  const call = (method: string, path: string) =>
    fetch(`${api}/webhook-endpoints${path}`, {
      method,
      headers: { Authorization: `Bearer ${tokens.test}`, 'Content-Type': 'application/json' },
      body: JSON.stringify({ url: `${address}/webhooks`, ...(method === 'PATCH' && { active: true }) }),
    })
  const known = existsSync(file) ? (JSON.parse(readFileSync(file, 'utf8')) as Endpoint) : undefined
  // The address may be another one today, and so may the database.
  const isThere = known && (await call('PATCH', `/${known.id}`)).ok
  const endpoint = isThere ? known : await created(await call('POST', ''))
  writeFileSync(file, JSON.stringify(endpoint), { mode: 0o600 })
  return { API: api, TOKEN: tokens.test, WEBHOOK_SECRET: endpoint.secret, ADDRESS: address }
}

async function created(response: Response): Promise<Endpoint> {
  if (!response.ok) throw new Error(`the shop's webhook endpoint was answered with ${response.status}`)
  const { data } = (await response.json()) as { data: Endpoint }
  return { id: data.id, secret: data.secret }
}
