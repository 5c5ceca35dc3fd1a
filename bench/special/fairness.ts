import { setTimeout as pause } from 'node:timers/promises'
import { closeDatabase } from '../../db/connection.ts'
import { onConnection } from '../../db/sql.ts'
import { fillCheckouts } from '../fill/checkouts.ts'
import { BODY, createShop, type Shop } from '../fill/shop.ts'
import { machine } from '../report/machine.ts'
import { percentile } from '../result.ts'
import { end, endChildren, startWeb, startWorker } from '../run/children.ts'
import { startSlowProvider } from '../run/provider.ts'
import { startReceivers } from '../run/receivers.ts'
import { startSlowSmtp } from '../run/smtp.ts'

/**
 * Measures how one project's load delays another: the other project's creates, expiries, emails, deliveries, provider
 * calls and pictures, each alone and under load. `npm run bench -- fairness` runs it, in about two minutes.
 */
const MEASURED_FOR = 4_000
const PAUSE = 20
const CONCURRENCY = 60
const EXPIRIES = 20_000
const EMAILS = 2_000
const ENDPOINTS = 120
const PAYMENTS = 30
const PICTURES = 30
/** Number of measurements of each kind of the other project's work. */
const PROBES = 15

const took: Record<string, number[]> = {}
const record = (what: string, milliseconds: number) => (took[what] ??= []).push(milliseconds)

async function main(): Promise<void> {
  const [busy, other] = [await createShop(), await createShop()]
  const provider = await startSlowProvider('busy')
  const smtp = await startSlowSmtp()
  const receivers = await startReceivers()
  const web = await startWeb('service', { env: { QPAY_TEST_URL: provider.url } })
  const { url } = web

  async function post(
    shop: Shop,
    path: string,
    body: string,
    method = 'POST',
  ): Promise<{ data: { id: number; url: string } }> {
    const response = await fetch(`${url}/v1/projects/${shop.projectId}${path}`, {
      method,
      headers: { authorization: `Bearer ${shop.token}`, 'content-type': 'application/json' },
      body,
    })
    const answer = (await response.json()) as { data: { id: number; url: string } }
    if (response.status >= 500) record(`${path}: refused`, 1)
    return answer
  }

  /** Creates checkouts of the other project one after the other, and records how long each takes. */
  async function createAs(what: string): Promise<void> {
    for (const until = performance.now() + MEASURED_FOR; performance.now() < until; await pause(PAUSE)) {
      const startedAt = performance.now()
      await post(other, '/checkouts', BODY)
      record(`create, ${what}`, performance.now() - startedAt)
    }
  }

  /** Measures while the busy project sends concurrent requests. */
  async function underLoad(request: () => Promise<unknown>, measure: () => Promise<void>): Promise<void> {
    let isOver = false
    let done = 0
    const startedAt = performance.now()
    const senders = Array.from({ length: CONCURRENCY }, async () => {
      for (; !isOver; done += 1) await request()
    })
    await measure()
    isOver = true
    await Promise.all(senders)
    console.error(
      `The busy project sent ${Math.round((done * 1_000) / (performance.now() - startedAt))} requests a second.`,
    )
  }

  for (let count = 0; count < 200; count += 1) await post(other, '/checkouts', BODY) // warm-up
  await createAs('alone')

  await underLoad(
    () => post(busy, '/checkouts', BODY),
    () => createAs(`with ${CONCURRENCY} creates at a time`),
  )

  const customer = await post(busy, '/customers', JSON.stringify({ email: 'bat@example.com' }))
  const aboutCustomer = JSON.stringify({ ...(JSON.parse(BODY) as object), customer_id: customer.data.id })
  await underLoad(
    () => post(busy, '/checkouts', aboutCustomer),
    () => createAs(`with ${CONCURRENCY} at a time about one customer`),
  )

  const order = await post(
    busy,
    '/checkouts',
    JSON.stringify({ ...(JSON.parse(BODY) as object), allow_promotion_codes: true }),
  )
  const page = await fetch(order.data.url)
  const [, form_token = ''] = /name="form_token" value="([^"]+)"/.exec(await page.text()) ?? []
  const press = new URLSearchParams({ form_token, action: 'apply_code', promotion_code: 'NONE' })
  await underLoad(
    async () => (await fetch(order.data.url, { method: 'POST', body: press })).text(),
    () => createAs(`with ${CONCURRENCY} presses at a time on one page`),
  )

  const worker = startWorker({ env: { SMTP_URL: smtp.url, QPAY_TEST_URL: provider.url } })
  await pause(3_000)
  await expireAs(other, 'alone', 20)
  await fillCheckouts(busy.projectId, { count: EXPIRIES, expires: '1 DAY' }, () => undefined)
  const startedAt = performance.now()
  const measuring = expireAs(other, `with ${EXPIRIES} of another project`, 20)
  await createAs(`with ${EXPIRIES} expiries`)
  await measuring
  while (await isDue(busy)) await pause(50)
  console.error(
    `The worker expired ${Math.round((EXPIRIES * 1_000) / (performance.now() - startedAt))} checkouts a second.`,
  )

  /** Buys something in test mode and waits until that is done. */
  async function buy(shop: Shop): Promise<number> {
    const { data } = await post(shop, '/checkouts', BODY)
    await post(
      shop,
      `/checkouts/${data.id}/pay`,
      JSON.stringify({ email: `of-${shop.projectId}@example.com` }),
    )
    return data.id
  }

  async function probe(what: string, once: () => Promise<void>): Promise<void> {
    for (let left = PROBES; left > 0; left -= 1) {
      const startedAt = performance.now()
      await once()
      record(what, performance.now() - startedAt)
      await pause(100)
    }
  }

  const mailed = async () => {
    const before = smtp.countTo(other.projectId)
    await buy(other)
    while (smtp.countTo(other.projectId) === before) await pause(5)
  }
  await probe('receipt, alone', mailed)
  await buy(busy)
  await onConnection((sql) =>
    sql.run(
      `INSERT INTO emails (project_id, is_test, kind, cause, recipient, locale, words, status, due_at, created_at, updated_at)
       SELECT project_id, is_test, kind, CONCAT('copy-', seq, '-', cause), recipient, locale, words, 'pending',
         NOW(6), created_at, updated_at
       FROM emails JOIN seq_1_to_${EMAILS} WHERE project_id = ?`,
      [busy.projectId],
    ),
  )
  await probe(`receipt, with ${EMAILS} emails`, mailed)

  const endpoint = (behavior: string, number: number) =>
    JSON.stringify({ url: receivers.url(behavior, number) })
  await post(other, '/webhook-endpoints', endpoint('good', 1))
  const delivered = async () => {
    const arrival = receivers.next()
    await buy(other)
    await arrival
  }
  await probe('delivery, alone', delivered)
  for (let made = 0; made < ENDPOINTS; made += 1)
    await post(busy, '/webhook-endpoints', endpoint('hang', made))
  await buy(busy)
  await pause(500)
  await probe(`delivery, with ${ENDPOINTS} endpoints that hang`, delivered)

  const account = (username: string) =>
    JSON.stringify({
      payment_methods: { qpay: { test: { enabled: true, username, password: 'x', invoice_code: 'X' } } },
    })
  for (const [shop, username] of [
    [busy, 'busy'],
    [other, 'other'],
  ] as const)
    await post(shop, '', account(username), 'PATCH')
  const begin = async (shop: Shop) => {
    const { data } = await post(shop, '/checkouts', BODY)
    const chosen = JSON.stringify({ payment_method: 'qpay', email: 'bat@example.com' })
    await post(shop, `/checkouts/${data.id}/pay`, chosen)
  }
  await begin(other)
  for (let made = 0; made < PAYMENTS; made += 1) await begin(busy)
  /** Makes the next status requests due now. The minimum distance between two of them is not measured. */
  const makeCallsDue = ({ projectId }: Shop) =>
    onConnection(async (sql) => {
      await sql.run('UPDATE provider_payments SET asked_at = NULL WHERE project_id = ?', [projectId])
      await sql.run("UPDATE timers SET due_at = NOW(6) WHERE kind = 'payment.ask' AND project_id = ?", [
        projectId,
      ])
    })
  /**
   * Returns whether a call about a payment is running. The provider counts a call before the worker stores the response,
   * and with that the time of the next call, which would replace the time that we set.
   */
  const hasRunningCall = async ({ projectId }: Shop) =>
    (await onConnection((sql) =>
      sql.row(
        `SELECT payment_id FROM provider_payments
         WHERE project_id = ? AND (provider_id IS NULL OR busy_until IS NOT NULL)`,
        [projectId],
      ),
    )) !== undefined
  const called = async () => {
    while (await hasRunningCall(other)) await pause(5)
    const before = provider.requests.other ?? 0
    await makeCallsDue(other)
    while ((provider.requests.other ?? 0) === before) await pause(5)
  }
  while (await hasRunningCall(other)) await pause(5) // a worker creates it at the provider three seconds later
  await probe('provider call, alone', called)
  provider.hang()
  while (await hasRunningCall(busy)) await pause(5)
  await makeCallsDue(busy)
  await pause(500)
  await probe(`provider call, with ${PAYMENTS} that take 10 s`, called)

  const pictured = async () => {
    const picture = receivers.next()
    const product = { name: 'Tea', image_url: receivers.url('good', (pictures += 1)) }
    await post(other, '/products', JSON.stringify(product))
    await picture
  }
  let pictures = 100
  await probe('picture, alone', pictured)
  for (let made = 0; made < PICTURES; made += 1)
    await post(
      busy,
      '/products',
      JSON.stringify({ name: 'Tea', image_url: receivers.url('hang', 1_000 + made) }),
    )
  await pause(500)
  await probe(`picture, with ${PICTURES} from a server that hangs`, pictured)

  await end(worker, 'SIGKILL') // SIGTERM would wait for its hanging calls
  await end(web.process)
  for (const server of [provider, smtp, receivers]) server.stop()

  print()
  await closeDatabase()
}

/** Makes checkouts of a shop due one after the other, and records how long each takes to expire. */
async function expireAs(shop: Shop, what: string, count: number): Promise<void> {
  for (let left = count; left > 0; left -= 1) {
    await onConnection((sql) =>
      sql.run(
        `UPDATE timers SET due_at = NOW(6) WHERE project_id = ? AND kind = 'checkout.expire' AND due_at > NOW(6)
         ORDER BY id LIMIT 1`,
        [shop.projectId],
      ),
    )
    await onConnection((sql) =>
      sql.run(
        `UPDATE checkouts SET expires_at = NOW(6) WHERE id IN
           (SELECT subject_id FROM timers WHERE project_id = ? AND kind = 'checkout.expire' AND due_at <= NOW(6))`,
        [shop.projectId],
      ),
    )
    const startedAt = performance.now()
    while (await isDue(shop)) await pause(10)
    record(`expiry, ${what}`, performance.now() - startedAt)
  }
}

async function isDue({ projectId }: Shop): Promise<boolean> {
  const row = await onConnection((sql) =>
    sql.row(
      "SELECT id FROM timers WHERE project_id = ? AND kind = 'checkout.expire' AND due_at <= NOW(6) LIMIT 1",
      [projectId],
    ),
  )
  return row !== undefined
}

function print(): void {
  const { processor, cores, database } = machine()
  console.log(`${processor}, ${cores} cores, ${database}\n`)
  console.log('| the other project’s | measurements | p50 ms | p99 ms | max ms |')
  console.log('| --- | ---: | ---: | ---: | ---: |')
  for (const [what, all] of Object.entries(took)) {
    const value = (percent: number) => percentile(all, percent).toFixed(1)
    console.log(`| ${what} | ${all.length} | ${value(50)} | ${value(99)} | ${value(100)} |`)
  }
}

try {
  await main()
} catch (error) {
  console.error(error)
  process.exitCode = 1
} finally {
  await endChildren()
}
