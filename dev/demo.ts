import { existsSync, readFileSync, writeFileSync } from 'node:fs'
import { atomically } from '../common/runtime/atomically.ts'
import { createDirectLink } from '../common/services/members/direct-link.ts'
import { run } from './processes.ts'

/** The output of `tolbor seed --json`. Saved in .data/demo.json. */
export interface Demo {
  project: { id: number; name: string }
  tokens: { test: string; live: string }
  checkout: { id: number; url: string }
}

const ORDER = {
  items: [{ price_data: { unit_amount: 25_000, product_data: { name: 'Coffee beans, 1 kg' } }, quantity: 2 }],
}

/** Returns the demo project with an open checkout. Creates the project if this database does not have it. */
export async function prepareDemo(file: string, baseUrl: string, env: NodeJS.ProcessEnv): Promise<Demo> {
  if (!existsSync(file)) return seed(file, env)

  const known = JSON.parse(readFileSync(file, 'utf8')) as Demo
  const response = await request(baseUrl, known, 'POST', '/checkouts', ORDER)
  if (response.status === 401 || response.status === 403) return seed(file, env) // another database
  const checkout = await dataOf<Demo['checkout']>(response, 'creating the demo checkout')
  return { ...known, checkout }
}

async function seed(file: string, env: NodeJS.ProcessEnv): Promise<Demo> {
  const json = await run('bin/tolbor', ['seed', '--json'], { env })
  writeFileSync(file, json, { mode: 0o600 })
  return JSON.parse(json) as Demo
}

/** Creates another open checkout of the demo project and returns the address of its page. */
export async function anotherCheckout(baseUrl: string, demo: Demo): Promise<string> {
  const response = await request(baseUrl, demo, 'POST', '/checkouts', ORDER)
  if (!response.ok) return demo.checkout.url
  return (await dataOf<Demo['checkout']>(response, 'creating a checkout')).url
}

/** Creates a link that signs in to the dashboard of the demo project as its owner, when it is opened, once. */
export function dashboardLink({ project }: Demo): Promise<string> {
  return atomically((tx) => createDirectLink(tx, project.id, 'owner@demo.test'))
}

/** Enables payment methods of the demo project. Does not change a method that has settings already. */
export async function enablePaymentMethods(
  baseUrl: string,
  demo: Demo,
  settings: Record<string, { test: Record<string, string | boolean> }>,
): Promise<void> {
  const { payment_methods: known } = await dataOf<{
    payment_methods: Record<string, { test?: Record<string, unknown> }>
  }>(await request(baseUrl, demo, 'GET', ''), 'reading the demo project')
  const isNew = (name: string) => Object.values(known[name]?.test ?? {}).every((value) => !value)
  const methods = Object.fromEntries(Object.entries(settings).filter(([name]) => isNew(name)))
  if (Object.keys(methods).length === 0) return
  const response = await request(baseUrl, demo, 'PATCH', '', { payment_methods: methods })
  await dataOf(response, 'enabling the payment methods of the demo project')
}

/** Pictures of the example shop, by product. */
const PICTURES: Record<string, string> = {
  'Coffee beans, 1 kg': 'beans.webp',
  Mug: 'mug.webp',
  'Dripper and jug': 'dripper.webp',
  'Tasting club': 'club.webp',
}

/** Gives the demo project the brand and the pictures of the example shop. Does not replace what a user has set. */
export async function brandDemo(baseUrl: string, demo: Demo, shop: string): Promise<void> {
  const get = async <Data>(path: string) =>
    dataOf<Data>(await request(baseUrl, demo, 'GET', path), `reading ${path || 'the demo project'}`)
  const patch = async (path: string, fields: object) =>
    dataOf(await request(baseUrl, demo, 'PATCH', path, fields), `changing ${path || 'the demo project'}`)
  const { logo_url: logo } = await get<{ logo_url: string | null }>('')
  if (logo === null) {
    const brand = { logo_url: `${shop}/logo.png`, color: '#8a4b1c', website_url: shop }
    await patch('', { ...brand, legal_name: 'Altan Coffee LLC', address: 'Peace Avenue 12, Ulaanbaatar' })
  }
  const products = await get<{ id: number; name: string; image_url: string | null }[]>('/products?limit=100')
  for (const { id, name, image_url: picture } of products) {
    const file = PICTURES[name]
    if (file !== undefined && picture === null)
      await patch(`/products/${id}`, { image_url: `${shop}/${file}` })
  }
}

/** The webhook endpoint of the example shop. The API returns its secret only once, when it is created. */
interface Endpoint {
  id: number
  secret: string
}

/**
 * Returns the environment variables of the example shop. Creates its webhook endpoint, and saves that in `file`: the
 * next start moves the endpoint to the shop's address of that time.
 */
export async function shopEnvironment(file: string, baseUrl: string, demo: Demo, address: string) {
  const known = existsSync(file) ? (JSON.parse(readFileSync(file, 'utf8')) as Endpoint) : undefined
  const url = `${address}/webhooks`
  const change = { url, active: true }
  const isThere =
    known && (await request(baseUrl, demo, 'PATCH', `/webhook-endpoints/${known.id}`, change)).ok
  const { id, secret } = isThere
    ? known
    : await dataOf<Endpoint>(
        await request(baseUrl, demo, 'POST', '/webhook-endpoints', { url }),
        "creating the shop's webhook endpoint",
      )
  writeFileSync(file, JSON.stringify({ id, secret }), { mode: 0o600 })
  const api = `${baseUrl}/v1/projects/${demo.project.id}`
  return { API: api, TOKEN: demo.tokens.test, WEBHOOK_SECRET: secret, ADDRESS: address }
}

function request(
  baseUrl: string,
  { project, tokens }: Demo,
  method: 'GET' | 'PATCH' | 'POST',
  path: string,
  body?: object,
): Promise<Response> {
  return fetch(`${baseUrl}/v1/projects/${project.id}${path}`, {
    method,
    headers: { Authorization: `Bearer ${tokens.test}`, 'Content-Type': 'application/json' },
    ...(body && { body: JSON.stringify(body) }),
  })
}

async function dataOf<Data>(response: Response, what: string): Promise<Data> {
  const text = await response.text()
  if (!response.ok) throw new Error(`The API returned ${response.status} when ${what}: ${text}`)
  return (JSON.parse(text) as { data: Data }).data
}
