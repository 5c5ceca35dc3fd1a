import { expect } from 'chai'
import { pino } from 'pino'
import { run } from '../../cli/run.ts'
import { atomically } from '../../common/runtime/atomically.ts'
import { config } from '../../common/runtime/config.ts'
import { log } from '../../common/runtime/log.ts'
import { producer } from '../../common/runtime/queues.ts'
import { serversOf } from '../../common/runtime/redis.ts'
import { askProvider } from '../../common/services/operations/ask-provider.ts'
import { sendRefund } from '../../common/services/operations/send-refund.ts'
import { cachedProject } from '../../common/services/projects/cache.ts'
import { onConnection } from '../../db/sql.ts'
import { FAKE_KEYS, FAKE_WEBHOOK_SECRET, FakeStripe } from '../../dev/fakes/stripe.ts'
import { givenCheckout } from '../support/given/checkout.ts'
import { BANK_ACCOUNT, givenMerchant, type Merchant } from '../support/given/merchant.ts'
import { withQPay } from '../support/given/qpay.ts'

const QPAY = 'qpay'
const STRIPE = 'stripe'

/** Returns every cell of every table as text, including encrypted cells. */
async function everyCell(): Promise<{ at: string; value: string }[]> {
  return onConnection(async (sql) => {
    const tables = await sql.rows<{ name: string }>(
      'SELECT TABLE_NAME AS name FROM information_schema.TABLES WHERE TABLE_SCHEMA = DATABASE()',
    )
    const cells: { at: string; value: string }[] = []
    for (const { name } of tables) {
      for (const row of await sql.rows<Record<string, unknown>>(`SELECT * FROM \`${name}\``))
        for (const [column, value] of Object.entries(row)) {
          const text = Buffer.isBuffer(value) ? value.toString('latin1') : String(value)
          cells.push({ at: `${name}.${column}`, value: text })
        }
    }
    return cells
  })
}

/** Returns everything in Redis as text. */
async function everyRedisValue(): Promise<string[]> {
  const redis = producer()
  const keys = (await Promise.all(serversOf(redis).map((server) => server.keys('*')))).flat()
  const values = await Promise.all(keys.map((key) => redis.dump(key)))
  return values.map((value, at) => `${keys[at] ?? ''} ${value}`)
}

describe('a secret', () => {
  const given = withQPay()
  let stripe: FakeStripe
  let origin: string
  const printed: string[] = []
  const answers: string[] = []
  /** The stream of all lines of the log. */
  const stream = (log() as unknown as Record<symbol, { write(line: string): unknown }>)[
    pino.symbols.streamSym
  ]!
  const write = stream.write.bind(stream)
  const { level } = log()

  before(async () => {
    stripe = await FakeStripe.start()
    origin = config().stripeApiUrl
    config().stripeApiUrl = stripe.url
  })
  after(() => {
    config().stripeApiUrl = origin
    stripe.stop()
    stream.write = write
    log().level = level
  })

  /** Starts to record every line of the log, at every level. */
  function recordLog(): void {
    log().level = 'trace'
    stream.write = (line) => printed.push(line)
  }

  async function pay(shop: Merchant, method: string, settle: () => unknown): Promise<void> {
    const project = (await cachedProject(shop.projectId))!
    const { id, customer, retrieve } = await givenCheckout(shop)
    answers.push((await customer.pay({ payment_method: method })).text)
    answers.push((await customer.get()).text)
    const { body } = await shop.get(`/payments?checkout_id=${id}`).expect(200)
    const payment = (body as { data: { id: number }[] }).data[0]!
    settle()
    await onConnection((sql) => sql.run('UPDATE provider_payments SET asked_at = NULL, busy_until = NULL'))
    await askProvider(project, payment.id, atomically, 'page_view')
    answers.push((await customer.get()).text)
    expect((await retrieve()).status, method).to.equal('complete')
    const refund = await shop.post(`/payments/${payment.id}/refunds`, {})
    answers.push(JSON.stringify(refund.body))
    if (refund.status === 201)
      await sendRefund(project, (refund.body as { data: { id: number } }).data.id, atomically)
    answers.push(JSON.stringify((await shop.get(`/payments/${payment.id}`)).body))
  }

  /** Starts a payment and lets its provider fail in each of these ways, one after the other. */
  async function fail(shop: Merchant, method: string, failures: (() => unknown)[]): Promise<void> {
    const project = (await cachedProject(shop.projectId))!
    const { id, customer } = await givenCheckout(shop)
    await customer.pay({ payment_method: method })
    const { body } = await shop.get(`/payments?checkout_id=${id}`).expect(200)
    const payment = (body as { data: { id: number }[] }).data[0]!
    for (const happen of failures) {
      happen()
      await onConnection((sql) => sql.run('UPDATE provider_payments SET asked_at = NULL, busy_until = NULL'))
      const before = printed.length
      await askProvider(project, payment.id, atomically, 'page_view')
      expect(printed.slice(before).join(''), method).to.contain('a provider gave no usable answer')
    }
    answers.push((await customer.get()).text)
  }

  it('is not readable in a table, Redis, the log, an answer or an event', async () => {
    recordLog()
    const shop = await givenMerchant()
    const keys = { enabled: true, secret_key: FAKE_KEYS.test, webhook_secret: FAKE_WEBHOOK_SECRET }
    const liveKeys = { ...keys, secret_key: FAKE_KEYS.live }
    const qpay = given.values()
    const settings = {
      email: 'owner@example.com',
      payment_methods: {
        bank_transfer: BANK_ACCOUNT,
        [QPAY]: { test: qpay, live: { ...qpay, password: 'live-pass-word' } },
        [STRIPE]: { test: keys, live: liveKeys },
      },
    }
    answers.push((await shop.patch('', settings).expect(200)).text)
    // A refused value must not be repeated either.
    const wrong = { payment_methods: { [STRIPE]: { live: { secret_key: FAKE_KEYS.test } } } }
    answers.push((await shop.patch('', wrong).expect(422)).text)
    const endpoint = await shop.post('/webhook-endpoints', { url: 'https://shop.example/hooks' }).expect(201)
    const { id, secret } = (endpoint.body as { data: { id: number; secret: string } }).data
    const rotated = await shop.post(`/webhook-endpoints/${id}/rotate-secret`).expect(200)
    const { secret: next } = (rotated.body as { data: { secret: string } }).data

    await pay(shop, QPAY, () => given.qpay.pay(undefined, { transaction_type: 'CARD' }))
    await pay(shop, STRIPE, () => stripe.accounts.test.pay([...stripe.accounts.test.sessions.keys()].at(-1)!))
    given.qpay.failNext('POST /v2/invoice', { status: 401, body: { error: 'NO_CREDENDIALS' } }, 2)
    const failing = await givenCheckout(shop)
    answers.push((await failing.customer.pay({ payment_method: QPAY })).text)
    await fail(shop, QPAY, [
      ...([{ status: 500 }, { status: 403, body: { message: 'no' } }, 'malformed', 'lost'] as const).map(
        (trouble) => () => {
          given.qpay.failNext('POST /v2/payment/check', trouble)
        },
      ),
    ])
    const expire = () => stripe.expiredKeys.add(FAKE_KEYS.test)
    await fail(shop, STRIPE, [
      ...(['error', 'malformed', 'strange', 'limited', 'lost'] as const).map((how) => () => {
        stripe.failNext(how)
      }),
      expire,
    ])
    stripe.expiredKeys.clear()
    for (const method of [QPAY, STRIPE, 'bank_transfer'])
      answers.push((await shop.post(`/payment-methods/${method}/check`).expect(200)).text)
    for (const path of ['', '/events', '/payments', '/webhook-endpoints', '/webhook-deliveries'])
      answers.push((await shop.get(path).expect(200)).text)
    for (const words of [`project show ${shop.projectId}`, 'project list', 'doctor'])
      answers.push((await run([...words.split(' '), '--json'])).stdout, (await run(words.split(' '))).stdout)
    await run(['payment', 'reconcile', '--project', `${shop.projectId}`, '--since', '2026-01-01'])

    const secrets = [
      ...[FAKE_KEYS.test, FAKE_KEYS.live, FAKE_WEBHOOK_SECRET, qpay.password, 'live-pass-word'],
      ...[secret, next, shop.tokens.test, shop.tokens.live],
      ...given.qpay.tokens,
      Buffer.from(`${qpay.username}:${qpay.password}`).toString('base64'),
    ]
    const inRedis = await everyRedisValue()
    expect(
      inRedis.some((value) => value.includes('tolbor.qpay')),
      'the search reads the Redis key of the token',
    ).to.equal(true)
    expect(given.qpay.tokens).to.have.length.above(1)
    const cells = await everyCell()
    expect(cells.length).to.be.above(500)
    // Proves that the search works: it finds values that are not secret.
    expect(answers.some((answer) => answer.includes(qpay.username))).to.equal(true)
    expect(cells.some(({ value }) => value.includes(settings.email))).to.equal(true)
    expect(printed.join('')).to.contain('a provider answered')
    for (const one of secrets) {
      expect(cells.filter(({ value }) => value.includes(one)).map(({ at }) => at)).to.deep.equal([])
      expect(
        inRedis.filter((value) => value.includes(one)),
        'in Redis',
      ).to.deep.equal([])
      expect(printed.filter((line) => line.includes(one))).to.deep.equal([])
      expect(answers.filter((answer) => answer.includes(one))).to.deep.equal([])
    }
  })
})
