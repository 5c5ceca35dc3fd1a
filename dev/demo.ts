import { existsSync, readFileSync, writeFileSync } from 'node:fs'
import { run } from './processes.ts'

/** What `tolbor seed --json` answers with, kept in .data/demo.json. */
export interface Demo {
  project: { id: number; name: string }
  tokens: { test: string; live: string }
  checkout: { id: number; url: string }
}

const order = {
  items: [{ price_data: { unit_amount: 25_000, product_data: { name: 'Coffee beans, 1 kg' } }, quantity: 2 }],
}

/** The demo project with a checkout that can be paid now. */
export async function prepareDemo(file: string, baseUrl: string, env: NodeJS.ProcessEnv): Promise<Demo> {
  if (!existsSync(file)) return seed(file, env)

  const known = JSON.parse(readFileSync(file, 'utf8')) as Demo
  const response = await createCheckout(baseUrl, known)
  if (response.status === 401 || response.status === 403) return seed(file, env) // this database is another one
  if (!response.ok) throw new Error(`the demo checkout was answered with ${response.status}`)
  const { data } = (await response.json()) as { data: Demo['checkout'] }
  return { ...known, checkout: data }
}

async function seed(file: string, env: NodeJS.ProcessEnv): Promise<Demo> {
  const answer = await run('bin/tolbor', ['seed', '--json'], { env })
  writeFileSync(file, answer, { mode: 0o600 })
  return JSON.parse(answer) as Demo
}

/** The page of another checkout of the demo project, which can be paid now. */
export async function anotherCheckout(baseUrl: string, demo: Demo): Promise<string> {
  const response = await createCheckout(baseUrl, demo)
  if (!response.ok) return demo.checkout.url
  const { data } = (await response.json()) as { data: Demo['checkout'] }
  return data.url
}

/**
 * Lets the demo project take payments by these methods. Whoever changed that may: it is done once for each that the
 * project knows nothing of.
 */
export async function takePaymentsBy(
  baseUrl: string,
  { project, tokens }: Demo,
  settings: Record<string, { test: Record<string, string | boolean> }>,
): Promise<void> {
  const address = `${baseUrl}/v1/projects/${project.id}`
  const headers = { Authorization: `Bearer ${tokens.test}`, 'Content-Type': 'application/json' }
  const known = (await (await fetch(address, { headers })).json()) as {
    data: { payment_methods: Record<string, { test?: Record<string, unknown> }> }
  }
  const isNew = (name: string) =>
    Object.values(known.data.payment_methods[name]?.test ?? {}).every((value) => !value)
  const methods = Object.fromEntries(Object.entries(settings).filter(([name]) => isNew(name)))
  if (Object.keys(methods).length === 0) return
  const body = JSON.stringify({ payment_methods: methods })
  const response = await fetch(address, { method: 'PATCH', headers, body })
  if (!response.ok) throw new Error(`the demo project's ways to pay were answered with ${response.status}`)
}

/** Pictures of the example shop, by product. */
const PICTURES: Record<string, string> = {
  'Coffee beans, 1 kg': 'beans.webp',
  Mug: 'mug.webp',
  'Dripper and jug': 'dripper.webp',
  'Tasting club': 'club.webp',
}

/** Gives the demo project the brand and the pictures of the example shop. Does not replace what a user has set. */
export async function brandDemo(baseUrl: string, { project, tokens }: Demo, shop: string): Promise<void> {
  const address = `${baseUrl}/v1/projects/${project.id}`
  const headers = { Authorization: `Bearer ${tokens.test}`, 'Content-Type': 'application/json' }
  const call = async (path: string, init: RequestInit = {}) => {
    const response = await fetch(address + path, { ...init, headers })
    if (!response.ok) throw new Error(`the demo project's brand: ${path || '/'} returned ${response.status}`)
    return ((await response.json()) as { data: unknown }).data
  }
  const patch = (path: string, fields: object) =>
    call(path, { method: 'PATCH', body: JSON.stringify(fields) })
  const { logo_url: logo } = (await call('')) as { logo_url: string | null }
  if (logo === null) {
    const brand = { logo_url: `${shop}/logo.png`, color: '#8a4b1c', website_url: shop }
    await patch('', { ...brand, legal_name: 'Altan Coffee LLC', address: 'Peace Avenue 12, Ulaanbaatar' })
  }
  const products = (await call('/products?limit=100')) as {
    id: number
    name: string
    image_url: string | null
  }[]
  for (const { id, name, image_url: picture } of products) {
    const file = PICTURES[name]
    if (file !== undefined && picture === null)
      await patch(`/products/${id}`, { image_url: `${shop}/${file}` })
  }
}

function createCheckout(baseUrl: string, { project, tokens }: Demo): Promise<Response> {
  return fetch(`${baseUrl}/v1/projects/${project.id}/checkouts`, {
    method: 'POST',
    headers: { Authorization: `Bearer ${tokens.test}`, 'Content-Type': 'application/json' },
    body: JSON.stringify(order),
  })
}
