import { expect } from 'chai'
import { run } from '../../cli/run.ts'
import type { ReconcileKind } from '../../common/domain/jobs/catalog.ts'
import { DAY, HOUR, later, MINUTE } from '../../common/kit/time.ts'
import { atomically } from '../../common/runtime/atomically.ts'
import { setClock } from '../../common/runtime/clock.ts'
import { config } from '../../common/runtime/config.ts'
import { askProvider } from '../../common/services/operations/ask-provider.ts'
import { reconcileDaily } from '../../common/services/operations/reconcile-daily.ts'
import { reconcilePayment } from '../../common/services/operations/reconcile-payment.ts'
import { findGateway } from '../../common/services/payments/gateways.ts'
import { cachedProject, dropCachedProject } from '../../common/services/projects/cache.ts'
import { onConnection } from '../../db/sql.ts'
import { FAKE_KEYS, FAKE_WEBHOOK_SECRET, FakeStripe } from '../../dev/fakes/stripe.ts'
import type { Session } from '../../dev/fakes/stripe/objects.ts'
import { start } from '../../dev/processes.ts'
import { travelTo } from '../support/due.ts'
import { givenCheckout } from '../support/given/checkout.ts'
import { givenMerchant, type Merchant } from '../support/given/merchant.ts'
import { withQPay } from '../support/given/qpay.ts'
import { until } from '../support/service.ts'

const METHOD = 'qpay'

interface Found {
  payment_id: number
  kind: string | null
  taken_further: boolean
}

describe('reconciling payments with their provider', () => {
  const given = withQPay()
  let shop: Merchant

  beforeEach(async () => {
    const settings = { email: 'owner@example.com', payment_methods: { [METHOD]: { test: given.values() } } }
    shop = await givenMerchant({}, settings)
  })

  const project = async () => (await cachedProject(shop.projectId))!

  /** Creates a checkout whose customer sees a code from the provider. */
  async function started() {
    const checkout = await givenCheckout(shop)
    await checkout.customer.pay({ payment_method: METHOD })
    const { body } = await shop.get(`/payments?checkout_id=${checkout.id}`).expect(200)
    const { id } = body.data[0] as { id: number }
    return { ...checkout, paymentId: id, invoice: given.qpay.invoice() }
  }
  const statusOf = async (id: number) => (await shop.get(`/payments/${id}`).expect(200)).body.data.status
  const ask = async (id: number) => {
    await onConnection((sql) =>
      sql.run('UPDATE provider_payments SET asked_at = NULL, busy_until = NULL WHERE payment_id = ?', [id]),
    )
    return askProvider(await project(), id, atomically, 'page_view')
  }
  const makeDue = () =>
    onConnection((sql) =>
      sql.run("UPDATE timers SET due_at = '2026-01-01' WHERE kind = 'project.test_reconcile'"),
    )
  async function paid() {
    const payment = await started()
    given.qpay.pay(payment.invoice.id)
    await ask(payment.paymentId)
    expect(await statusOf(payment.paymentId)).to.equal('paid')
    return payment
  }
  const reconcile = (...more: string[]) =>
    run([
      'payment',
      'reconcile',
      '--project',
      `${shop.projectId}`,
      '--since',
      '2026-01-01',
      '--json',
      ...more,
    ])
  const reconciled = async (...more: string[]) => {
    const { code, stdout, stderr } = await reconcile(...more)
    expect(stdout, stderr).to.not.equal('')
    return {
      code,
      ...(JSON.parse(stdout) as {
        compared: number
        differences: Found[]
        unasked: { error: string }[]
        ended_early: boolean
      }),
    }
  }
  const eventsOf = async () =>
    (await shop.get('/events?type=payment.discrepancy').expect(200)).body.data as {
      data: { object: { id: number; discrepancy: { kind: string; provider_amount: number } } }
    }[]
  const emails = () =>
    onConnection((sql) =>
      sql.rows<{ recipient: string }>(
        "SELECT recipient FROM emails WHERE project_id = ? AND kind = 'payment_discrepancy'",
        [shop.projectId],
      ),
    )

  it('finds no difference if the records agree', async () => {
    await paid()
    await started()
    expect(await reconciled()).to.deep.include({ code: 0, compared: 2, differences: [], unasked: [] })
    expect(await eventsOf()).to.deep.equal([])
  })

  it('reports a difference to the merchant once, with an event and an email', async () => {
    const { paymentId, invoice } = await paid()
    invoice.rows.length = 0
    const { code, differences } = await reconciled()
    expect(code).to.equal(1)
    expect(differences).to.have.length(1)
    expect(differences[0]).to.deep.include({ payment_id: paymentId, mode: 'test', kind: 'received_differs' })
    expect(await statusOf(paymentId), 'the payment is not changed').to.equal('paid')
    expect((await reconciled()).differences, 'it is printed again').to.have.length(1)
    const events = await eventsOf()
    expect(events.map(({ data: { object } }) => [object.id, object.discrepancy.kind])).to.deep.equal([
      [paymentId, 'received_differs'],
    ])
    expect(await emails()).to.deep.equal([{ recipient: 'owner@example.com' }])
  })

  it('compares payments on a test clock at any time of that clock', async () => {
    const { paymentId, invoice } = await paid()
    invoice.rows.length = 0
    await onConnection((sql) =>
      sql.run("UPDATE payments SET test_clock_id = 1, updated_at = '2020-01-01' WHERE id = ?", [paymentId]),
    )
    expect((await reconciled()).differences).to.have.length(1)
  })

  it('reports a difference once if several commands run at the same time', async () => {
    const { invoice } = await paid()
    invoice.rows.length = 0
    await Promise.all([reconcile(), reconcile(), reconcile()])
    expect(await eventsOf()).to.have.length(1)
    expect(await emails()).to.have.length(1)
  })

  it('records a payment as paid while its provider is still being asked, and reports nothing', async () => {
    const { paymentId, invoice } = await started()
    given.qpay.pay(invoice.id)
    await onConnection((sql) => sql.run('UPDATE provider_payments SET asked_at = NULL'))
    const { code, differences } = await reconciled()
    expect([code, differences[0]?.taken_further, differences[0]?.kind]).to.deep.equal([0, true, null])
    expect(await statusOf(paymentId)).to.equal('paid')
    expect(await eventsOf()).to.deep.equal([])
  })

  it('records and reports money that came after we canceled the payment', async () => {
    const { paymentId, invoice, retrieve } = await started()
    await onConnection((sql) =>
      sql.run("UPDATE provider_payments SET step = 'done' WHERE payment_id = ?", [paymentId]),
    )
    await onConnection((sql) =>
      sql.run(
        "UPDATE payments SET status = 'canceled', failure_code = 'lapsed', ended_at = NOW(6) WHERE id = ?",
        [paymentId],
      ),
    )
    given.qpay.pay(invoice.id, { late: true })
    await onConnection((sql) => sql.run('UPDATE provider_payments SET asked_at = NULL'))
    expect((await reconciled()).differences[0]).to.deep.include({ kind: 'paid_there', taken_further: true })
    expect(await statusOf(paymentId)).to.be.oneOf(['paid', 'refund_required'])
    expect((await retrieve()).status).to.equal('complete')
    expect(await eventsOf()).to.have.length(1)
  })

  it('ignores an answer that is older than our last change', async () => {
    const { paymentId, invoice } = await started()
    const checked = () => given.qpay.requests.filter((route) => route === 'POST /v2/payment/check').length
    const before = checked()
    given.qpay.failNext('POST /v2/payment/check', 'held')
    const reconciling = reconcilePayment(await project(), paymentId, atomically)
    await until(async () => checked() > before)
    given.qpay.pay(invoice.id)
    await ask(paymentId)
    expect(await statusOf(paymentId)).to.equal('paid')
    given.qpay.releaseLast()
    expect(await reconciling).to.equal(null)
    expect(await eventsOf()).to.deep.equal([])

    await makeDue()
    invoice.rows.length = 0
    await reconcileDaily(await project(), 'project.test_reconcile', atomically)
    expect(await eventsOf(), 'the same run compares it').to.have.length(1)
  })

  it('prints a table with an instruction for each difference', async () => {
    const { paymentId, invoice } = await paid()
    invoice.rows[0]!.payment_amount = '20000.00'
    const { stdout } = await run([
      ...[
        'payment',
        'reconcile',
        '--project',
        `${shop.projectId}`,
        '--since',
        '2026-01-01',
        '--mode',
        'test',
      ],
    ])
    expect(stdout).to.match(/^PAYMENT +MODE +METHOD +OURS +THEIRS +WHAT TO DO$/m)
    expect(stdout).to.match(
      new RegExp(`^${paymentId} +test +qpay +paid, .*25,000 +open, .*20,000 +Compare`, 'm'),
    )
  })

  it('waits at a rate limit, and skips a provider that does not answer', async () => {
    for (let count = 0; count < 4; count += 1) await started()
    const limited = { status: 429, headers: { 'retry-after': '0' } }
    given.qpay.failNext('POST /v2/payment/check', limited)
    expect(await reconciled()).to.deep.include({ compared: 4, unasked: [] })
    given.qpay.failNext('POST /v2/payment/check', { status: 500 }, 3)
    const { code, compared, unasked } = await reconciled()
    expect([code, compared, unasked.length]).to.deep.equal([1, 0, 4])
    expect(unasked.at(-1)?.error).to.contain('not called any more')
  })

  it('continues after the last payment of an earlier run', async () => {
    const first = await started()
    await started()
    expect(await reconciled('--mode', 'test', '--after', `${first.paymentId}`)).to.include({ compared: 1 })
    expect((await reconcile('--after', '1')).code).to.equal(2)
    expect(
      (await run(['payment', 'reconcile', '--project', `${shop.projectId}`, '--since', 'yesterday'])).code,
    ).to.equal(1)
  })

  it('runs every day until there is nothing left to compare', async () => {
    const timers = () =>
      onConnection((sql) =>
        sql.rows("SELECT id FROM timers WHERE project_id = ? AND kind LIKE 'project.%reconcile'", [
          shop.projectId,
        ]),
      )
    expect(await timers()).to.have.length(0)
    const startedAt = new Date()
    const { invoice } = await paid()
    expect(await timers()).to.have.length(1)
    invoice.rows.length = 0
    await travelTo(shop.projectId, later(startedAt, DAY + MINUTE))
    expect(await eventsOf()).to.have.length(1)
    expect(await timers()).to.have.length(1)
    await travelTo(shop.projectId, later(startedAt, 12 * DAY))
    expect(await timers()).to.have.length(0)
    expect(await eventsOf()).to.have.length(1)
  })

  it('skips the payments of a provider that does not answer, and compares others', async () => {
    const other = await started()
    for (let count = 0; count < 4; count += 1) await started()
    const secrets = { secret_key: 'sk_test_1', webhook_secret: 'whsec_1' }
    await shop.patch('', { payment_methods: { stripe: { test: secrets } } }).expect(200)
    dropCachedProject(shop.projectId)
    for (const [table, id] of [
      ['payments', 'id'],
      ['provider_payments', 'payment_id'],
    ] as const)
      await onConnection((sql) =>
        sql.run(`UPDATE ${table} SET method = 'stripe' WHERE ${id} = ?`, [other.paymentId]),
      )
    given.qpay.failNext('POST /v2/payment/check', { status: 500 }, 3)
    const gateway = findGateway('stripe')!
    const before = { ...gateway }
    const asked: number[] = []
    Object.assign(gateway, {
      ask: ({ id }: { id: number }) => {
        asked.push(id)
        return Promise.resolve({ state: 'open' })
      },
    })
    try {
      await makeDue()
      await reconcileDaily(await project(), 'project.test_reconcile', atomically, 4)
    } finally {
      Object.assign(gateway, before)
    }
    expect(asked).to.deep.equal([other.paymentId])
  })

  it('continues after payments that the account may not read, up to three in a row', async () => {
    const checksWith = async (faults: number) => {
      given.qpay.failNext('POST /v2/payment/check', { status: 403 }, faults)
      const before = given.qpay.requests.length
      await makeDue()
      await reconcileDaily(await project(), 'project.test_reconcile', atomically)
      return given.qpay.requests.slice(before).filter((route) => route === 'POST /v2/payment/check').length
    }
    const { invoice } = await paid()
    invoice.rows.length = 0
    for (let count = 0; count < 3; count += 1) await started()
    expect(await checksWith(3), 'three in a row end the run').to.equal(3)
    expect(await eventsOf()).to.have.length(0)
    expect(await checksWith(2), 'two in a row do not').to.equal(4)
    expect(await eventsOf()).to.have.length(1)
  })

  it('starts with the newest payment, since old ones may belong to a replaced account', async () => {
    for (let count = 0; count < 3; count += 1) await started()
    const { invoice } = await paid()
    invoice.rows.length = 0
    await makeDue()
    await reconcileDaily(await project(), 'project.test_reconcile', atomically, 1)
    expect(await eventsOf()).to.have.length(1)
  })

  it('continues after one payment for which the provider does not answer', async () => {
    const { invoice } = await paid()
    invoice.rows.length = 0
    await started()
    const startedAt = new Date()
    given.qpay.failNext('POST /v2/payment/check', { status: 500 })
    await travelTo(shop.projectId, later(startedAt, DAY + MINUTE))
    expect(await eventsOf()).to.have.length(1)
    setClock()
  })

  it('stays planned while a payment is being opened', async () => {
    const { paymentId } = await started()
    await onConnection((sql) =>
      sql.run('UPDATE provider_payments SET provider_id = NULL WHERE payment_id = ?', [paymentId]),
    )
    await makeDue()
    await reconcileDaily(await project(), 'project.test_reconcile', atomically)
    const timers = await onConnection((sql) =>
      sql.rows("SELECT id FROM timers WHERE project_id = ? AND kind = 'project.test_reconcile'", [
        shop.projectId,
      ]),
    )
    expect(timers).to.have.length(1)
  })

  it('runs again after an hour if the provider is unavailable', async () => {
    const startedAt = new Date()
    await paid()
    given.qpay.failNext('POST /v2/payment/check', { status: 500 })
    await travelTo(shop.projectId, later(startedAt, DAY + MINUTE))
    const [timer] = await onConnection((sql) =>
      sql.rows<{ due_at: Date }>(
        "SELECT due_at FROM timers WHERE project_id = ? AND kind LIKE 'project.%reconcile'",
        [shop.projectId],
      ),
    )
    expect(timer!.due_at.getTime() - startedAt.getTime()).to.be.closeTo(DAY + HOUR, 2 * MINUTE)
    setClock()
  })

  describe('at Stripe', () => {
    let stripe: FakeStripe
    let startedAt: Date
    const { stripeApiUrl } = config()

    before(async () => {
      stripe = await FakeStripe.start()
      config().stripeApiUrl = stripe.url
    })
    after(() => {
      config().stripeApiUrl = stripeApiUrl
      stripe.stop()
    })
    beforeEach(async () => {
      startedAt = new Date()
      const keys = { enabled: true, secret_key: FAKE_KEYS.test, webhook_secret: FAKE_WEBHOOK_SECRET }
      await shop.patch('', { payment_methods: { stripe: { test: keys } } }).expect(200)
      dropCachedProject(shop.projectId)
    })

    /** Creates a checkout whose customer was redirected to Stripe. */
    async function opened() {
      const checkout = await givenCheckout(shop)
      await checkout.customer.pay({ payment_method: 'stripe' })
      const { body } = await shop.get(`/payments?checkout_id=${checkout.id}`).expect(200)
      const { id } = body.data[0] as { id: number }
      return { ...checkout, paymentId: id, session: [...stripe.accounts.test.sessions.values()].at(-1)! }
    }
    async function paidThere() {
      const order = await opened()
      stripe.accounts.test.pay(order.session.id)
      await ask(order.paymentId)
      expect(await statusOf(order.paymentId)).to.equal('paid')
      return order
    }
    const chargeOf = ({ payment_intent: intent }: Session) =>
      stripe.accounts.test.charges.get(stripe.accounts.test.intents.get(intent!)!.latest_charge!)!

    const differences: [kind: string, payment: string, happen: () => Promise<number>][] = [
      [
        'refunded_there',
        'was refunded on the pages of Stripe',
        async () => {
          const { session, paymentId } = await paidThere()
          stripe.accounts.test.refundByHand(session.id, 500_000)
          return paymentId
        },
      ],
      [
        'not_refunded_there',
        'Stripe has not refunded although it confirmed the refund',
        async () => {
          const { session, paymentId } = await paidThere()
          await shop.post(`/payments/${paymentId}/refunds`, { amount: 5_000 }).expect(201)
          await travelTo(shop.projectId, later(startedAt, MINUTE))
          setClock()
          chargeOf(session).amount_refunded = 0
          return paymentId
        },
      ],
      [
        'received_differs',
        'has a lower amount at Stripe',
        async () => {
          const { session, paymentId } = await paidThere()
          session.amount_total = 2_400_000
          return paymentId
        },
      ],
      [
        'currency_differs',
        'has another currency at Stripe',
        async () => {
          const { session, paymentId } = await paidThere()
          session.currency = 'usd'
          return paymentId
        },
      ],
      [
        'paid_there',
        'was paid although we canceled it at Stripe',
        async () => {
          const { session, paymentId } = await opened()
          await travelTo(shop.projectId, later(startedAt, 40 * MINUTE))
          setClock()
          expect(await statusOf(paymentId)).to.equal('canceled')
          Object.assign(session, { status: 'complete', payment_status: 'paid' })
          await onConnection((sql) => sql.run('UPDATE provider_payments SET asked_at = NULL'))
          return paymentId
        },
      ],
    ]
    for (const [kind, payment, happen] of differences)
      it(`reports a payment once, on command or daily, that ${payment}`, async () => {
        const paymentId = await happen()
        const { code, differences: reported } = await reconciled()
        expect(reported.map((one) => [one.payment_id, one.kind])).to.deep.equal([[paymentId, kind]])
        expect(code).to.equal(1)
        await travelTo(shop.projectId, later(startedAt, 2 * DAY + HOUR))
        setClock()
        expect((await eventsOf()).map(({ data }) => data.object.discrepancy.kind)).to.deep.equal([kind])
        expect(await emails()).to.have.length(1)
      })

    it('reports the daily differences of each provider once', async () => {
      const atStripe = await paidThere()
      stripe.accounts.test.refundByHand(atStripe.session.id, 500_000)
      const atQPay = await paid()
      atQPay.invoice.rows.length = 0
      for (const days of [1, 2, 3]) await travelTo(shop.projectId, later(startedAt, days * DAY + HOUR))
      setClock()
      expect(
        (await eventsOf()).map(({ data: { object } }) => [object.id, object.discrepancy.kind]),
      ).to.have.deep.members([
        [atStripe.paymentId, 'refunded_there'],
        [atQPay.paymentId, 'received_differs'],
      ])
      expect(await emails()).to.have.length(2)
    })

    it('continues after the process was killed, and reports each difference once', async () => {
      const atStripe = await paidThere()
      stripe.accounts.test.refundByHand(atStripe.session.id, 500_000)
      const atQPay = await paid()
      atQPay.invoice.rows.length = 0
      const kind: ReconcileKind = 'project.test_reconcile'
      await onConnection((sql) => sql.run('UPDATE timers SET due_at = ? WHERE kind = ?', [startedAt, kind]))
      const asked = stripe.requests.length
      stripe.failNext('hang')
      const code = `import { findTimer } from './dist/common/services/timers/find.js'
        import { onConnection } from './dist/db/sql.js'
        import { takeTimer } from './dist/worker/take-timer.js'
        await takeTimer(await onConnection((sql) => findTimer(sql, '${kind}', ${shop.projectId})))`
      const env = { ...process.env, QPAY_TEST_URL: given.qpay.url, STRIPE_API_URL: stripe.url }
      const worker = start('worker', 'node', ['--input-type=module', '--eval', code], {
        env,
        onLine: () => undefined,
      })
      await until(async () => stripe.requests.length > asked)
      expect(await eventsOf(), 'the first is reported').to.have.length(1)
      process.kill(worker.pid, 'SIGKILL')
      await worker.ended
      const checked = given.qpay.requests.length

      await travelTo(shop.projectId, later(startedAt, 5 * MINUTE))
      setClock()
      expect(given.qpay.requests, 'not asked about again').to.have.length(checked)
      const reported = (await eventsOf()).map(({ data: { object } }) => [object.id, object.discrepancy.kind])
      expect(reported).to.have.deep.members([
        [atStripe.paymentId, 'refunded_there'],
        [atQPay.paymentId, 'received_differs'],
      ])
    })

    it('skips a payment of another account, and compares the next', async () => {
      const unknown = await opened()
      stripe.accounts.test.sessions.delete(unknown.session.id)
      const { session, paymentId } = await paidThere()
      stripe.accounts.test.refundByHand(session.id, 500_000)
      const asked = () => stripe.requests.filter(({ path }) => path.endsWith(unknown.session.id)).length
      const before = asked()
      for (let job = 0; job < 2; job += 1) {
        await makeDue()
        await reconcileDaily(await project(), 'project.test_reconcile', atomically, 1)
      }
      expect((await eventsOf()).map(({ data }) => data.object.id)).to.deep.equal([paymentId])
      expect(asked(), 'once in both runs').to.equal(before + 1)
      const { compared, unasked } = await reconciled()
      expect(compared).to.equal(1)
      expect(unasked.map(({ error }) => error)).to.have.length(1)
      expect(unasked[0]!.error).to.contain('another account')
    })

    it('finds no difference if a bank is still processing the payment or we refunded it', async () => {
      const slow = await opened()
      stripe.accounts.test.paySlowly(slow.session.id)
      const { paymentId } = await paidThere()
      await shop.post(`/payments/${paymentId}/refunds`, { amount: 5_000 }).expect(201)
      await travelTo(shop.projectId, later(startedAt, MINUTE))
      setClock()
      expect(await reconciled()).to.deep.include({ code: 0, compared: 2, differences: [], unasked: [] })
    })
  })
})
