import { setTimeout as pause } from 'node:timers/promises'
import { expect } from 'chai'
import type { WakeUp } from '../../common/domain/jobs/catalog.ts'
import type { RefundObject } from '../../common/domain/refunds/object.ts'
import { DAY, later, MINUTE, SECOND } from '../../common/kit/time.ts'
import { type Gateway, ProviderError, type ProviderFault } from '../../common/methods/provider.ts'
import { atomically } from '../../common/runtime/atomically.ts'
import { now, setClock } from '../../common/runtime/clock.ts'
import { askProvider } from '../../common/services/operations/ask-provider.ts'
import { reconcileDaily } from '../../common/services/operations/reconcile-daily.ts'
import { sendRefund } from '../../common/services/operations/send-refund.ts'
import { findGateway } from '../../common/services/payments/gateways.ts'
import { applyHint } from '../../common/services/payments/providers/apply-hint.ts'
import { stopAsking } from '../../common/services/payments/providers/stop.ts'
import { cachedProject, dropCachedProject } from '../../common/services/projects/cache.ts'
import { onConnection } from '../../db/sql.ts'
import { type Atomically, transact } from '../../db/transaction.ts'
import { Random } from '../money/random.ts'
import { givenCheckout } from '../support/given/checkout.ts'
import { givenMerchant } from '../support/given/merchant.ts'
import { eventsOf, paymentsOf } from '../support/stored.ts'
import { FakeProvider } from './fake-provider.ts'

const METHOD = 'qpay'
const SETTINGS = { enabled: true, username: 'shop', password: 'secret', invoice_code: 'SHOP_INVOICE' }

describe('asking a provider', () => {
  let provider: FakeProvider
  let undo: () => void
  /** The log of the provider: a line for each call. */
  const log: string[] = []

  beforeEach(() => {
    log.length = 0
    provider = new FakeProvider(new Random(1), (line) => log.push(line))
    undo = provider.replace(findGateway(METHOD)!)
  })
  afterEach(() => undo())

  /** Creates a checkout whose payment has started. Its provider was not called yet. */
  async function givenStarted() {
    const shop = await givenMerchant()
    await shop.patch('', { payment_methods: { [METHOD]: { test: SETTINGS } } }).expect(200)
    const checkout = await givenCheckout(shop)
    const body = { payment_method: METHOD, email: 'bat@example.com' }
    await shop.post(`/checkouts/${checkout.id}/pay`, body).expect(200)
    const { id } = (await paymentsOf(checkout.id)).at(-1)!
    const project = (await cachedProject(shop.projectId))!
    const row = async () =>
      (await onConnection((sql) =>
        sql.row<{ step: string; provider_id: string | null }>(
          'SELECT step, provider_id FROM provider_payments WHERE payment_id = ?',
          [id],
        ),
      ))!
    const status = async () => (await paymentsOf(checkout.id)).at(-1)!.status
    const ask = (cause: 'due' | 'page_view' = 'page_view') => askProvider(project, id, atomically, cause)
    const hint = () =>
      atomically((tx) =>
        applyHint(tx, { project, isTest: true }, METHOD, { paymentIds: [id], providerIds: [] }),
      )
    return { ...checkout, shop, paymentId: id, row, status, ask, hint }
  }

  const setTime = (time: number) => {
    const at = later(new Date(), time)
    setClock(() => at)
  }

  async function dueAt(paymentId: number): Promise<Date> {
    const row = await onConnection((sql) =>
      sql.row<{ due_at: Date }>("SELECT due_at FROM timers WHERE kind = 'payment.ask' AND subject_id = ?", [
        paymentId,
      ]),
    )
    return row!.due_at
  }

  it('cancels a payment in time, and at the provider when its account is entered again', async () => {
    const { ask, shop, paymentId, row, status } = await givenStarted()
    await ask()
    const enter = async (username: string) => {
      await shop.patch('', { payment_methods: { [METHOD]: { test: { username } } } }).expect(200)
      dropCachedProject(shop.projectId)
    }
    const askNow = async () =>
      askProvider((await cachedProject(shop.projectId))!, paymentId, atomically, 'due')
    await enter('other')
    setTime(31 * MINUTE)
    await askNow()
    expect(await status()).to.equal('canceled')
    expect((await row()).step).to.equal('give_up')
    await enter('shop')
    setTime(32 * MINUTE)
    await askNow()
    expect((await row()).step).to.equal('done')
    expect(provider.find('p1').isClosed).to.equal(true)
  })

  it('keeps the payment that customers see if the provider opened two', async () => {
    const { ask, row } = await givenStarted()
    provider.hangs = true
    const slow = ask()
    await provider.untilHeld()
    provider.hangs = false
    setTime(MINUTE / 2) // the first caller counts as killed
    await ask()
    expect(await row()).to.deep.equal({ step: 'ask', provider_id: 'p2' })
    await provider.release()
    await slow
    expect(await row()).to.deep.equal({ step: 'ask', provider_id: 'p2' })
  })

  it('calls the provider once at a time, and not for every page view', async () => {
    const { ask } = await givenStarted()
    expect(await Promise.all([ask(), ask(), ask('due')])).to.have.members([true, false, false])
    expect(await ask()).to.equal(false)
    setTime(4_000)
    expect(await ask()).to.equal(true)
  })

  it('calls the provider again if a hint arrived during the last call', async () => {
    const { ask, hint, paymentId, status } = await givenStarted()
    await ask()
    setTime(4_000)
    provider.hangs = true
    const asking = ask()
    await provider.untilHeld()
    provider.hangs = false
    provider.find('p1').paid = 25_000
    await hint()
    await provider.release() // the old answer: nothing is paid
    await asking
    expect(await status()).to.equal('started')
    expect((await dueAt(paymentId)).getTime()).to.be.at.most(later(new Date(), 4_000).getTime())
    setTime(6_000)
    await ask('due')
    expect(await status()).to.equal('paid')
  })

  it('cancels a payment at once that was replaced during the call', async () => {
    const { ask, row, paymentId } = await givenStarted()
    await ask()
    setTime(4_000)
    provider.hangs = true
    const asking = ask()
    await provider.untilHeld()
    provider.hangs = false
    await atomically((tx) => stopAsking(tx, paymentId))
    await provider.release()
    await asking
    expect((await row()).step).to.equal('give_up')
    expect((await dueAt(paymentId)).getTime()).to.be.at.most(later(new Date(), 4_000).getTime())
  })

  it('ends before another method is used, and then cancels the payment', async () => {
    const { ask, row, customer } = await givenStarted()
    await ask()
    const choosing = await customer.get('?choose=1')
    setTime(8_000)
    provider.hangs = true
    const asking = ask()
    await provider.untilHeld()
    provider.hangs = false
    const paying = customer.pay({ payment_method: 'test' }, choosing)
    await pause(200)
    await provider.release()
    await Promise.all([asking, paying])
    expect(await row()).to.deep.equal({ step: 'done', provider_id: 'p1' })
    expect(provider.find('p1').isClosed).to.equal(true)
  })

  it('records money from an answer of any age', async () => {
    const { ask, status } = await givenStarted()
    await ask()
    provider.find('p1').paid = 25_000
    provider.hangs = true
    setTime(4_000)
    const slow = ask()
    await provider.untilHeld()
    provider.hangs = false
    provider.find('p1').paid = 0 // the next answer is wrong
    setTime(MINUTE)
    await ask()
    expect(await status()).to.equal('started')
    await provider.release()
    await slow
    expect(await status()).to.equal('paid')
  })

  it('continues after an error in the code of the gateway', async () => {
    const { ask, row, status } = await givenStarted()
    await ask()
    provider.find('p1').paid = 25_000
    const gateway = findGateway(METHOD)!
    const before = { ...gateway }
    Object.assign(gateway, { ask: () => Promise.reject(new TypeError('nothing has no properties')) })
    setTime(6_000)
    await ask()
    expect([await status(), (await row()).step]).to.deep.equal(['started', 'ask'])
    Object.assign(gateway, before)
    setTime(20_000)
    await ask()
    expect(await status()).to.equal('paid')
  })

  it('is postponed by a day if this release has no gateway for the method', async () => {
    const { ask, paymentId, row } = await givenStarted()
    await ask()
    await onConnection((sql) =>
      sql.run("UPDATE provider_payments SET method = 'gone' WHERE payment_id = ?", [paymentId]),
    )
    setTime(6_000)
    expect(await ask('due')).to.equal(false)
    expect((await row()).step).to.equal('ask')
    expect((await dueAt(paymentId)).getTime() - Date.now()).to.be.closeTo(DAY, MINUTE)
  })

  it('reports a difference after a hint about an old payment, once', async () => {
    const { ask, hint, paymentId, status } = await givenStarted()
    await ask()
    provider.find('p1').paid = 25_000
    setTime(6_000)
    await ask()
    provider.find('p1').refundedThere = 10_000
    for (const days of [20, 21]) {
      setTime(days * DAY)
      await hint()
      await ask('due')
      expect(await status()).to.equal('paid')
      const events = (await eventsOf('payment', paymentId)).filter((type) => type === 'payment.discrepancy')
      expect(events).to.have.length(1)
    }
  })

  it('keeps a hint about a finished payment until the provider answers', async () => {
    const { ask, hint, paymentId, row, status } = await givenStarted()
    await ask()
    setTime(31 * MINUTE)
    await ask('due')
    expect([await status(), (await row()).step]).to.deep.equal(['canceled', 'done'])
    provider.find('p1').paid = 25_000
    setTime(32 * MINUTE)
    await hint()
    setTime(32 * MINUTE + SECOND)
    provider.faults = 300 // every request is lost
    await ask('due')
    provider.faults = 0
    expect(await dueAt(paymentId)).to.be.at.most(later(new Date(), 33 * MINUTE))
    setTime(33 * MINUTE)
    await ask('due')
    expect(await status()).to.equal('paid')
  })

  describe('in the daily reconciliation', () => {
    /** Creates a paid payment that now differs at its provider. The daily run is due. */
    async function givenDifference() {
      const started = await givenStarted()
      await started.ask()
      provider.find('p1').paid = 25_000
      setTime(6_000)
      await started.ask()
      provider.find('p1').refundedThere = 5_000
      setTime(DAY + MINUTE)
      log.length = 0
      const project = (await cachedProject(started.shop.projectId))!
      const reconcile = () => reconcileDaily(project, 'project.test_reconcile', atomically)
      const events = async () =>
        (await eventsOf('payment', started.paymentId)).filter((type) => type === 'payment.discrepancy').length
      return { reconcile, events }
    }
    const calls = () =>
      log.filter((line) => line.includes('ask of payment') && !line.includes('after hanging')).length

    it('calls a slow provider from one process at a time', async () => {
      const { reconcile, events } = await givenDifference()
      provider.hangs = true
      const slow = reconcile()
      await provider.untilHeld()
      await Promise.all([reconcile(), reconcile()])
      expect(calls()).to.equal(1)
      await provider.release()
      await slow
      expect(await events()).to.equal(1)
    })

    it('records once that a refunded payment was paid again', async () => {
      const { ask, shop, paymentId, status, hint } = await givenStarted()
      await ask()
      provider.find('p1').paid = 25_000
      setTime(6_000)
      await ask()
      await shop.post(`/payments/${paymentId}/refunds`, { by_hand: true }).expect(201)
      expect(await status()).to.equal('refunded')
      provider.find('p1').paid = 50_000
      const project = (await cachedProject(shop.projectId))!
      for (const days of [1, 2]) {
        setTime(days * DAY + MINUTE)
        await reconcileDaily(project, 'project.test_reconcile', atomically)
        expect(await status()).to.equal('refund_required')
      }
      await hint()
      await ask('due')
      const { body } = await shop.get(`/payments/${paymentId}`).expect(200)
      expect(body.data).to.include({ amount_received: 50_000, amount_to_refund: 25_000 })
      const events = (await eventsOf('payment', paymentId)).filter(
        (type) => type === 'payment.refund_required',
      )
      expect(events).to.have.length(1)
    })

    it('continues the run of a killed process, and reports each difference once', async () => {
      const { reconcile, events } = await givenDifference()
      provider.hangs = true
      const killed = reconcile()
      await provider.untilHeld()
      provider.hangs = false
      setTime(DAY + 10 * MINUTE)
      await reconcile()
      expect([calls(), await events()]).to.deep.equal([2, 1])
      await provider.release() // it was only slow
      await killed
      expect(await events()).to.equal(1)
      await reconcile()
      expect(calls(), 'the run has ended until tomorrow').to.equal(2)
    })
  })

  describe('for a refund', () => {
    /** Creates a paid payment of ₮25,000 and a refund that was not sent yet. */
    async function givenRefund() {
      const started = await givenStarted()
      await started.ask()
      provider.find('p1').paid = 25_000
      setTime(6_000)
      await started.ask()
      const { body } = await started.shop.post(`/payments/${started.paymentId}/refunds`).expect(201)
      const { id } = (body as { data: { id: number } }).data
      const project = (await cachedProject(started.shop.projectId))!
      const send = () => sendRefund(project, id, atomically)
      const refundStatus = async () =>
        ((await started.shop.get(`/refunds/${id}`).expect(200)).body as { data: { status: string } }).data
          .status
      return { ...started, send, refundStatus }
    }
    const calls = () => log.filter((line) => line.includes('refund of')).length

    it('calls a hanging provider from one process at a time', async () => {
      const { send, refundStatus } = await givenRefund()
      provider.hangs = true
      const slow = send()
      await provider.untilHeld()
      provider.hangs = false
      await Promise.all([send(), send()])
      await provider.release()
      await slow
      expect(calls()).to.equal(2) // one call, with a line for its start and its end
      expect(await refundStatus()).to.equal('succeeded')
    })

    it('continues after a killed process, and reports the refund once', async () => {
      const { send, refundStatus, paymentId } = await givenRefund()
      provider.hangs = true
      const slow = send()
      await provider.untilHeld()
      provider.hangs = false
      setTime(MINUTE / 2)
      await send()
      expect(await refundStatus()).to.equal('succeeded')
      await provider.release()
      await slow
      expect(
        (await eventsOf('payment', paymentId)).filter((type) => type === 'payment.refunded'),
      ).to.have.length(1)
    })
  })

  describe('with outdated jobs in the queue', () => {
    /** The jobs that a worker will receive. No job is removed before it runs. */
    const queue = new Map<string, WakeUp>()
    let startedAt: Date
    let calls: number[]

    beforeEach(() => {
      queue.clear()
      calls = []
      startedAt = new Date()
      setClock(() => startedAt)
    })

    const queued: Atomically = async (work) => {
      const { result, wakeUps } = await transact(work, { now })
      for (const one of wakeUps) queue.set(keyOf(one), one)
      return result
    }
    const keyOf = ({ queue: name, lane, dueAt }: WakeUp) => `${name} ${lane} ${dueAt.getTime()}`
    const after = (seconds: number) => later(startedAt, seconds * SECOND)
    // A job that is due in more than a minute runs at the end of its second.
    const record = () => calls.push(Math.floor((now().getTime() - startedAt.getTime()) / SECOND))

    /** Runs every job at its own time, in order, including jobs that other jobs create. */
    async function work(until: Date, take: (wakeUp: WakeUp) => Promise<unknown>): Promise<void> {
      for (;;) {
        const [job] = [...queue.values()].sort((one, other) => one.dueAt.getTime() - other.dueAt.getTime())
        if (!job || job.dueAt > until) break
        queue.delete(keyOf(job))
        setClock(() => job.dueAt)
        await take(job)
      }
      setClock(() => until)
    }

    async function givenSentRefund(refund: Gateway['refund']) {
      const { shop, paymentId, ask } = await givenStarted()
      await ask()
      provider.find('p1').paid = 25_000
      startedAt = later(startedAt, 4 * SECOND)
      await ask()
      const { body } = await shop.post(`/payments/${paymentId}/refunds`).expect(201)
      const { id } = (body as { data: { id: number } }).data
      const project = (await cachedProject(shop.projectId))!
      Object.assign(findGateway(METHOD)!, {
        refund: (...args: Parameters<Gateway['refund']>) => {
          record()
          return refund(...args)
        },
      })
      await sendRefund(project, id, queued)
      const workUntil = (seconds: number) => work(after(seconds), () => sendRefund(project, id, queued))
      const update = (changes: string) =>
        onConnection((sql) => sql.run(`UPDATE refunds SET ${changes} WHERE id = ?`, [id]))
      const read = async () =>
        ((await shop.get(`/refunds/${id}`).expect(200)).body as { data: RefundObject }).data
      return { workUntil, update, read }
    }

    it('asks about a slow refund no more often than scheduled', async () => {
      const { workUntil } = await givenSentRefund(() => Promise.resolve({ status: 'pending' }))
      await workUntil(3_600)
      expect(calls).to.deep.equal([0, 15, 75, 375, 1_275])
    })

    it('asks about a refund only when the provider allows the next call', async () => {
      const { workUntil } = await givenSentRefund(() =>
        Promise.reject(new ProviderError('limited', 'too often', 3_600 * SECOND)),
      )
      await workUntil(3_599)
      expect(calls).to.deep.equal([0])
      await workUntil(3_601)
      expect(calls).to.deep.equal([0, 3_600])
    })

    it('keeps asking about a refund if one refusal follows calls without an answer', async () => {
      let fault: ProviderFault = 'unreachable'
      const { workUntil, update, read } = await givenSentRefund(() =>
        Promise.reject(new ProviderError(fault, 'It says no.')),
      )
      await update('calls = 50')
      fault = 'refused'
      await workUntil(15)
      expect((await read()).status).to.equal('pending')
      await update('refused_calls = 27')
      fault = 'unreachable'
      await workUntil(3_616)
      fault = 'refused'
      await workUntil(7_216)
      expect((await read()).status, 'not in a row').to.equal('pending')
      await update('refused_calls = 27')
      await workUntil(10_816)
      const { status, failure_message: message } = await read()
      expect(status).to.equal('failed')
      expect(message).to.contain(
        'It says no. An earlier call was not answered, and may have refunded the money',
      )
    })

    const endless: [title: string, refund: Gateway['refund'], message: string][] = [
      [
        'without an answer',
        () => Promise.reject(new ProviderError('account', 'The key is wrong.')),
        'The key is wrong. An earlier call was not answered, and may have refunded the money',
      ],
      [
        'while the provider is slow',
        () => Promise.resolve({ status: 'pending' }),
        'The provider has not confirmed the refund within a month',
      ],
    ]
    for (const [title, refund, expected] of endless)
      it(`gives up a refund ${title}, and warns that the money may have been refunded`, async () => {
        const { workUntil, update, read } = await givenSentRefund(refund)
        await update('calls = 719')
        await workUntil(15)
        const { status, failure_message: message } = await read()
        expect(status).to.equal('failed')
        expect(message).to.contain(expected).and.contain('before you send it by hand')
      })

    it('asks about a payment no more often than scheduled, even after many page views', async () => {
      const { paymentId, shop } = await givenStarted()
      const project = (await cachedProject(shop.projectId))!
      const gateway = findGateway(METHOD)!
      const before = { ...gateway }
      Object.assign(gateway, {
        ask: (...args: Parameters<Gateway['ask']>) => {
          record()
          return before.ask(...args)
        },
      })
      const ask = (cause: 'due' | 'page_view') => askProvider(project, paymentId, queued, cause)
      const workUntil = (seconds: number) => work(after(seconds), () => ask('due'))
      for (let seconds = 0; seconds < 60; seconds += 3) {
        await workUntil(seconds)
        await ask('page_view')
      }
      calls = []
      await workUntil(1_799)
      expect(calls).to.deep.equal([60, 300, 1_200])
    })
  })

  it('blocks other methods while a bank processes the payment, and records its decision', async () => {
    const { ask, status, customer, row } = await givenStarted()
    await ask()
    provider.find('p1').isProcessing = true
    setTime(4_000)
    await ask()
    expect((await row()).step).to.equal('wait')
    const page = await customer.pay({ payment_method: 'test' }, await customer.get('?choose=1'))
    expect(page.status).to.equal(422)
    expect(page.text).to.contain('A payment for this order is already in progress.')
    Object.assign(provider.find('p1'), { isProcessing: false, paid: 25_000 })
    setTime(MINUTE)
    await ask()
    expect(await status()).to.equal('paid')
  })
})
