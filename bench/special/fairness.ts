import { setTimeout as pause } from 'node:timers/promises'
import { closeDatabase } from '../../db/connection.ts'
import { onConnection } from '../../db/sql.ts'
import { fillCheckouts } from '../fill/checkouts.ts'
import { BODY, openShop, type Shop } from '../fill/shop.ts'
import { machine } from '../report/machine.ts'
import { percentile } from '../result.ts'
import { end, endChildren, startWeb, startWorker } from '../run/children.ts'
import { startSlowProvider } from '../run/provider.ts'
import { startReceivers } from '../run/receivers.ts'
import { startSlowSmtp } from '../run/smtp.ts'

/**
 * Measures what one project's work costs another: the other's creates, expiries, emails, deliveries, provider calls and
 * pictures, without noise and with each kind of it. `npm run bench -- fairness` runs it, in about two minutes.
 */
const MEASURED_FOR = 4_000
const APART = 20
const AT_ONCE = 60
const EXPIRIES = 20_000
const EMAILS = 2_000
const ENDPOINTS = 120
const PAYMENTS = 30
const PICTURES = 30
/** Looks at the other project's work. */
const PROBES = 15

const took: Record<string, number[]> = {}
const note = (what: string, milliseconds: number) => (took[what] ??= []).push(milliseconds)

async function main(): Promise<void> {
  const [busy, other] = [await openShop(), await openShop()]
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
    if (response.status >= 500) note(`${path}: refused`, 1)
    return answer
  }

  /** Creates checkouts of the other project one after the other, and notes how long each takes. */
  async function createAs(what: string): Promise<void> {
    for (const until = performance.now() + MEASURED_FOR; performance.now() < until; await pause(APART)) {
      const started = performance.now()
      await post(other, '/checkouts', BODY)
      note(`create, ${what}`, performance.now() - started)
    }
  }

  /** Keeps so many requests under way until the measuring ends. */
  async function beside(work: () => Promise<unknown>, measure: () => Promise<void>): Promise<void> {
    let isOver = false
    let done = 0
    const began = performance.now()
    const senders = Array.from({ length: AT_ONCE }, async () => {
      for (; !isOver; done += 1) await work()
    })
    await measure()
    isOver = true
    await Promise.all(senders)
    console.error(`${Math.round((done * 1_000) / (performance.now() - began))} a second of the busy project`)
  }

  for (let count = 0; count < 200; count += 1) await post(other, '/checkouts', BODY) // warm
  await createAs('alone')

  await beside(
    () => post(busy, '/checkouts', BODY),
    () => createAs(`beside ${AT_ONCE} creates at a time`),
  )

  const customer = await post(busy, '/customers', JSON.stringify({ email: 'bat@example.com' }))
  const about = JSON.stringify({ ...(JSON.parse(BODY) as object), customer_id: customer.data.id })
  await beside(
    () => post(busy, '/checkouts', about),
    () => createAs(`beside ${AT_ONCE} about one customer`),
  )

  const order = await post(
    busy,
    '/checkouts',
    JSON.stringify({ ...(JSON.parse(BODY) as object), allow_promotion_codes: true }),
  )
  const page = await fetch(order.data.url)
  const [, form_token = ''] = /name="form_token" value="([^"]+)"/.exec(await page.text()) ?? []
  const press = new URLSearchParams({ form_token, action: 'apply_code', promotion_code: 'NONE' })
  await beside(
    async () => (await fetch(order.data.url, { method: 'POST', body: press })).text(),
    () => createAs(`beside ${AT_ONCE} presses on one page`),
  )

  const worker = startWorker({ env: { SMTP_URL: smtp.url, QPAY_TEST_URL: provider.url } })
  await pause(3_000)
  await expireAs(other, 'alone', 20)
  await fillCheckouts(busy.projectId, { count: EXPIRIES, expires: '1 DAY' }, () => undefined)
  const began = performance.now()
  const measuring = expireAs(other, `beside ${EXPIRIES} of another project`, 20)
  await createAs(`beside ${EXPIRIES} expiries`)
  await measuring
  while (await isDue(busy)) await pause(50)
  console.error(`${Math.round((EXPIRIES * 1_000) / (performance.now() - began))} expiries a second`)

  /** Buys something in test mode, and returns when that is done. */
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
      const started = performance.now()
      await once()
      note(what, performance.now() - started)
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
  await probe(`receipt, beside ${EMAILS} emails`, mailed)

  const endpoint = (behaviour: string, number: number) =>
    JSON.stringify({ url: receivers.url(behaviour, number) })
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
  await probe(`delivery, beside ${ENDPOINTS} endpoints that hang`, delivered)

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
  /** Two calls about one payment are a second apart; that is not to be measured. */
  const askSoon = ({ projectId }: Shop) =>
    onConnection(async (sql) => {
      await sql.run('UPDATE provider_payments SET asked_at = NULL WHERE project_id = ?', [projectId])
      await sql.run("UPDATE timers SET due_at = NOW(6) WHERE kind = 'payment.ask' AND project_id = ?", [
        projectId,
      ])
    })
  /**
   * Whether a payment is being opened or asked about. The provider counts a call before the worker records its
   * answer, and that plans the next call: it would replace ours.
   */
  const isBeingAsked = async ({ projectId }: Shop) =>
    (await onConnection((sql) =>
      sql.row(
        `SELECT payment_id FROM provider_payments
         WHERE project_id = ? AND (provider_id IS NULL OR busy_until IS NOT NULL)`,
        [projectId],
      ),
    )) !== undefined
  const asked = async () => {
    while (await isBeingAsked(other)) await pause(5)
    const before = provider.asked.other ?? 0
    await askSoon(other)
    while ((provider.asked.other ?? 0) === before) await pause(5)
  }
  while (await isBeingAsked(other)) await pause(5) // a worker opens it three seconds after the API began it
  await probe('provider call, alone', asked)
  provider.hang()
  while (await isBeingAsked(busy)) await pause(5)
  await askSoon(busy)
  await pause(500)
  await probe(`provider call, beside ${PAYMENTS} that take 10 s`, asked)

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
  await probe(`picture, beside ${PICTURES} from a server that hangs`, pictured)

  await end(worker, 'SIGKILL') // its calls hang
  await end(web.process)
  for (const server of [provider, smtp, receivers]) server.stop()

  print()
  await closeDatabase()
}

/** Lets checkouts of a shop be due one after the other, and notes how long each waits for its expiry. */
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
    const started = performance.now()
    while (await isDue(shop)) await pause(10)
    note(`expiry, ${what}`, performance.now() - started)
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
  console.log('| the other project’s | times | p50 ms | p99 ms | max ms |')
  console.log('| --- | ---: | ---: | ---: | ---: |')
  for (const [what, all] of Object.entries(took)) {
    const of = (percent: number) => percentile(all, percent).toFixed(1)
    console.log(`| ${what} | ${all.length} | ${of(50)} | ${of(99)} | ${of(100)} |`)
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
