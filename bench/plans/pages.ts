import { setTimeout as pause } from 'node:timers/promises'
import { onConnection } from '../../db/sql.ts'
import { closeServer, openServer } from '../../test/support/ask.ts'
import { givenMember, MemberBrowser } from '../../test/support/given/member.ts'
import { statementsOf } from '../../test/support/statements.ts'
import { planOf } from './measure.ts'
import type { Shop } from './shop.ts'

/** A page that takes longer in 5 % of its requests is slow, in milliseconds. */
const LIMIT = 100
const REPEATS = 40
/** A page with more statements reads something once per row. test/dashboard/statements.test.ts states the number of each page. */
const MOST_STATEMENTS = 30
const EMAIL = 'bench@example.com'

/** The pages of the dashboard that read rows. `{name}` stands for a value of the rows of `bench/plans/rows.ts`. */
const PAGES: readonly string[] = [
  ...['', '/payments/waiting', '/payments', '/payments?status=paid', '/payments?status=pending'],
  ...['/payments?method=bank_transfer', '/payments?q={reference}', '/payments?q={number}@example.com'],
  ...['/payments?q=Saraa', '/payments?q=Bat', '/payments?before={payment}', '/payments/{payment}'],
  ...['/payments/refunds', '/payments/refunds?q={reference}', '/payments/refunds?q={number}@example.com'],
  ...['/payments/refunds?q=Saraa', '/payments/import', '/checkouts', '/checkouts?status=complete'],
  ...['/checkouts?q={number}', '/checkouts?q=Saraa', '/checkouts/{checkout}', '/checkouts/new'],
  ...['/subscriptions', '/subscriptions?status=active', '/subscriptions?status=past_due'],
  ...['/subscriptions?q=Saraa', '/subscriptions?q={number}@example.com'],
  ...['/subscriptions?before={subscription}', '/subscriptions/{subscription}', '/subscriptions/new'],
  ...['/invoices', '/invoices?status=open', '/invoices?q=INV-{number}', '/invoices?q={number}@example.com'],
  ...['/invoices/{invoice}', '/invoices/new', '/payment-links', '/payment-links/new'],
  ...['/payment-links?active=false', '/payment-links/{payment_link}', '/payment-links/{payment_link}/edit'],
  ...['/products', '/products?active=true', '/products?q=Tea', '/products?q={number}', '/products/new'],
  ...['/products/{product}', '/products/{product}/edit', '/products/prices', '/products/prices/{price}'],
  ...['/products/codes', '/products/codes?q=CODE', '/products/codes?q=CODE-{number}', '/products/codes/new'],
  ...['/products/codes/{code}', '/customers', '/customers?q=Saraa', '/customers?q={number}@example.com'],
  ...['/customers/{customer}', '/customers/{customer}/edit', '/developers', '/developers/events'],
  ...['/developers/events?type=invoice.void', '/developers/events/{event}', '/developers/deliveries'],
  ...['/developers/deliveries?status=failed', '/developers/deliveries?endpoint_id={endpoint}'],
  ...['/developers/deliveries/{delivery}', '/developers/webhooks', '/developers/webhooks/new'],
  ...['/developers/webhooks/{endpoint}', '/developers/webhooks/{endpoint}/edit', '/developers/requests'],
  ...['/developers/requests?q=req_unknown', '/developers/requests?q=req_{number}'],
  ...['/developers/requests?result=failed', '/developers/requests?method=DELETE'],
  ...['/developers/requests?token_id={token}', '/developers/requests/{request}', '/developers/tokens'],
  ...['/developers/tokens/new', '/developers/tokens/{token}', '/audit-log', '/audit-log?object=payment'],
  ...['/audit-log?object=checkout&object_id={payment}', '/members', '/members/new'],
  ...['/members/{member}', '/settings', '/settings/shop', '/settings/brand', '/settings/methods'],
]

/** The lists that can be exported whole. */
const EXPORTS: readonly string[] = ['/payments.csv', '/subscriptions.csv', '/customers.csv']

/**
 * Measures the pages of the dashboard one after the other, and prints a line for each, with the number of statements. Then
 * exports whole lists from the server at `origin`, with the memory that this takes. Returns how many pages are slow, or have too
 * many statements.
 */
export async function measurePages({ projectId, known }: Shop, origin: string): Promise<number> {
  await openServer()
  await givenMember(projectId, EMAIL)
  const browser = await MemberBrowser.of(EMAIL)
  const section = `/dashboard/${projectId}/live`
  // A shop has a few plans. In the rows for the lists, each subscription has a price of its own.
  await onConnection((sql) =>
    sql.run('UPDATE subscriptions SET price_id = ? - price_id MOD 20 WHERE project_id = ?', [
      known.price!,
      projectId,
    ]),
  )
  await browser.get(section)
  while ((await tookToCount()) === null) await pause(500)
  const slowPages: string[] = []
  let tooMany = 0
  console.log('| page | first, ms | median, ms | p95, ms | statements | bytes |')
  console.log('| --- | ---: | ---: | ---: | ---: | ---: |')
  for (const page of PAGES) {
    const path = section + page.replace(/\{(\w+)\}/g, (_, name: string) => String(known[name]))
    const first = await get(browser, path)
    const times: number[] = []
    for (let time = 0; time < REPEATS; time += 1) times.push((await get(browser, path)).ms)
    times.sort((one, other) => one - other)
    const p95 = times[Math.ceil(REPEATS * 0.95) - 1]!
    if (p95 > LIMIT) slowPages.push(path)
    const { length: statements } = await statementsOf(() => browser.get(path))
    if (statements > MOST_STATEMENTS) tooMany += 1
    const cells = [first.ms, times[REPEATS / 2]!, p95].map((ms) => ms.toFixed(1))
    console.log(
      `| \`${page || '/'}\` | ${cells.join(' | ')}${p95 > LIMIT ? ' **slow**' : ''} | ${statements}${statements > MOST_STATEMENTS ? ' **too many**' : ''} | ${first.bytes} |`,
    )
  }
  console.log(`\nThe figures of the first page were counted in ${await tookToCount()} ms.`)
  for (const page of slowPages) console.log(`\n${page}: ${await planOf(() => browser.get(page), true)}`)
  for (const list of EXPORTS) await measureExport(browser, origin + section + list, list)
  closeServer()
  return slowPages.length + tooMany
}

/** Returns how long the figures of the first page took to count, in milliseconds; null until they are counted. */
async function tookToCount(): Promise<number | null> {
  const row = await onConnection((sql) =>
    sql.row<{ took: number }>('SELECT took FROM figures WHERE counted_at IS NOT NULL'),
  )
  return row?.took ?? null
}

async function get(browser: MemberBrowser, path: string): Promise<{ ms: number; bytes: number }> {
  const startedAt = performance.now()
  const { status, text } = await browser.get(path)
  if (status !== 200) throw new Error(`GET ${path} returned ${status}.`)
  return { ms: performance.now() - startedAt, bytes: text.length }
}

/** Exports a list, reads it as fast as it comes, and prints the largest memory of this process compared with before. */
async function measureExport({ cookies }: MemberBrowser, address: string, name: string): Promise<void> {
  const cookie = Array.from(cookies, ([key, value]) => `${key}=${value}`).join('; ')
  const before = process.memoryUsage.rss()
  let most = before
  let lines = 0
  const startedAt = performance.now()
  const watching = setInterval(() => (most = Math.max(most, process.memoryUsage.rss())), 50)
  const response = await fetch(address, { headers: { cookie } })
  for await (const chunk of response.body!) for (const byte of chunk) if (byte === 10) lines += 1
  clearInterval(watching)
  const seconds = (performance.now() - startedAt) / 1_000
  const mib = (bytes: number) => Math.round(bytes / 2 ** 20)
  console.log(
    `\n${name}: ${response.status}, ${lines} lines in ${seconds.toFixed(1)} s, ${mib(before)} MiB before, at most ${mib(most)} MiB`,
  )
}
