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
import { eventsOf, paymentsOf } from '../support/look.ts'
import { PretendedProvider } from './pretended.ts'

const METHOD = 'qpay'
const SETTINGS = { enabled: true, username: 'shop', password: 'secret', invoice_code: 'SHOP_INVOICE' }

describe('asking a provider', () => {
  let provider: PretendedProvider
  let undo: () => void
  /** What the provider was asked. */
  const told: string[] = []

  beforeEach(() => {
    told.length = 0
    provider = new PretendedProvider(new Random(1), (line) => told.push(line))
    undo = provider.replace(findGateway(METHOD)!)
  })
  afterEach(() => undo())

  /** A checkout whose payment has begun, and nobody has asked its provider yet. */
  async function givenBegun() {
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

  const passed = (time: number) => {
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

  it('is given up by its own account, which may be entered again, and over here in time all the same', async () => {
    const { ask, shop, paymentId, row, status } = await givenBegun()
    await ask()
    const enter = async (username: string) => {
      await shop.patch('', { payment_methods: { [METHOD]: { test: { username } } } }).expect(200)
      dropCachedProject(shop.projectId)
    }
    const askNow = async () =>
      askProvider((await cachedProject(shop.projectId))!, paymentId, atomically, 'due')
    await enter('other')
    passed(31 * MINUTE)
    await askNow()
    expect(await status()).to.equal('canceled')
    expect((await row()).step).to.equal('give_up')
    await enter('shop')
    passed(32 * MINUTE)
    await askNow()
    expect((await row()).step).to.equal('done')
    expect(provider.find('p1').isClosed).to.equal(true)
  })

  it('keeps, of two that it has opened, the one that customers see', async () => {
    const { ask, row } = await givenBegun()
    provider.hangs = true
    const slow = ask()
    await provider.untilHeld()
    provider.hangs = false
    passed(MINUTE / 2) // whoever asked counts as killed
    await ask()
    expect(await row()).to.deep.equal({ step: 'ask', provider_id: 'p2' })
    await provider.release()
    await slow
    expect(await row()).to.deep.equal({ step: 'ask', provider_id: 'p2' })
  })

  it('is done by one at a time, and not for every look', async () => {
    const { ask } = await givenBegun()
    expect(await Promise.all([ask(), ask(), ask('due')])).to.have.members([true, false, false])
    expect(await ask()).to.equal(false)
    passed(4_000)
    expect(await ask()).to.equal(true)
  })

  it('is done again where a hint came while the answer was on its way', async () => {
    const { ask, hint, paymentId, status } = await givenBegun()
    await ask()
    passed(4_000)
    provider.hangs = true
    const asking = ask()
    await provider.untilHeld()
    provider.hangs = false
    provider.find('p1').paid = 25_000
    await hint()
    await provider.release() // answers that nothing is paid, as it was then
    await asking
    expect(await status()).to.equal('started')
    expect((await dueAt(paymentId)).getTime()).to.be.at.most(later(new Date(), 4_000).getTime())
    passed(6_000)
    await ask('due')
    expect(await status()).to.equal('paid')
  })

  it('is followed at once by giving up what has made way meanwhile', async () => {
    const { ask, row, paymentId } = await givenBegun()
    await ask()
    passed(4_000)
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

  it('has its answer waited for by whoever wants to pay otherwise, and is then given up', async () => {
    const { ask, row, customer } = await givenBegun()
    await ask()
    const choosing = await customer.look('?choose=1')
    passed(8_000)
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

  it('believes that money has come, however old the answer', async () => {
    const { ask, status } = await givenBegun()
    await ask()
    provider.find('p1').paid = 25_000
    provider.hangs = true
    passed(4_000)
    const slow = ask()
    await provider.untilHeld()
    provider.hangs = false
    provider.find('p1').paid = 0 // what it says meanwhile is wrong
    passed(MINUTE)
    await ask()
    expect(await status()).to.equal('started')
    await provider.release()
    await slow
    expect(await status()).to.equal('paid')
  })

  it('goes on after a mistake of ours in its gateway, which the log tells of', async () => {
    const { ask, row, status } = await givenBegun()
    await ask()
    provider.find('p1').paid = 25_000
    const gateway = findGateway(METHOD)!
    const before = { ...gateway }
    Object.assign(gateway, { ask: () => Promise.reject(new TypeError('nothing has no properties')) })
    passed(6_000)
    await ask()
    expect([await status(), (await row()).step]).to.deep.equal(['started', 'ask'])
    Object.assign(gateway, before)
    passed(20_000)
    await ask()
    expect(await status()).to.equal('paid')
  })

  it('is put off by a day, and not given up, where a release has no gateway for it', async () => {
    const { ask, paymentId, row } = await givenBegun()
    await ask()
    await onConnection((sql) =>
      sql.run("UPDATE provider_payments SET method = 'gone' WHERE payment_id = ?", [paymentId]),
    )
    passed(6_000)
    expect(await ask('due')).to.equal(false)
    expect((await row()).step).to.equal('ask')
    expect((await dueAt(paymentId)).getTime() - Date.now()).to.be.closeTo(DAY, MINUTE)
  })

  it('tells at once of what a hint says about money that was decided about long ago', async () => {
    const { ask, hint, paymentId, status } = await givenBegun()
    await ask()
    provider.find('p1').paid = 25_000
    passed(6_000)
    await ask()
    provider.find('p1').backThere = 10_000
    for (const days of [20, 21]) {
      passed(days * DAY)
      await hint()
      await ask('due')
      expect(await status()).to.equal('paid')
      const told = (await eventsOf('payment', paymentId)).filter((type) => type === 'payment.discrepancy')
      expect(told).to.have.length(1)
    }
  })

  it('does not forget a hint about what is done where the provider gives no answer', async () => {
    const { ask, hint, paymentId, row, status } = await givenBegun()
    await ask()
    passed(31 * MINUTE)
    await ask('due')
    expect([await status(), (await row()).step]).to.deep.equal(['canceled', 'done'])
    provider.find('p1').paid = 25_000
    passed(32 * MINUTE)
    await hint()
    passed(32 * MINUTE + SECOND)
    provider.faults = 300 // every call is lost on the way there
    await ask('due')
    provider.faults = 0
    expect(await dueAt(paymentId)).to.be.at.most(later(new Date(), 33 * MINUTE))
    passed(33 * MINUTE)
    await ask('due')
    expect(await status()).to.equal('paid')
  })

  describe('daily, to compare', () => {
    /** A payment that was paid, and of which its provider says otherwise by now; the daily look is due. */
    async function givenDifference() {
      const begun = await givenBegun()
      await begun.ask()
      provider.find('p1').paid = 25_000
      passed(6_000)
      await begun.ask()
      provider.find('p1').backThere = 5_000
      passed(DAY + MINUTE)
      told.length = 0
      const project = (await cachedProject(begun.shop.projectId))!
      const look = () => reconcileDaily(project, 'project.test_reconcile', atomically)
      const events = async () =>
        (await eventsOf('payment', begun.paymentId)).filter((type) => type === 'payment.discrepancy').length
      return { look, events }
    }
    const asked = () =>
      told.filter((line) => line.includes('ask of payment') && !line.includes('hung')).length

    it('is done by one process at a time, however slow the provider is', async () => {
      const { look, events } = await givenDifference()
      provider.hangs = true
      const slow = look()
      await provider.untilHeld()
      await Promise.all([look(), look()])
      expect(asked()).to.equal(1)
      await provider.release()
      await slow
      expect(await events()).to.equal(1)
    })

    it('takes what was paid again after all had gone back, once', async () => {
      const { ask, shop, paymentId, status, hint } = await givenBegun()
      await ask()
      provider.find('p1').paid = 25_000
      passed(6_000)
      await ask()
      await shop.post(`/payments/${paymentId}/refunds`, { by_hand: true }).expect(201)
      expect(await status()).to.equal('refunded')
      provider.find('p1').paid = 50_000
      const project = (await cachedProject(shop.projectId))!
      for (const days of [1, 2]) {
        passed(days * DAY + MINUTE)
        await reconcileDaily(project, 'project.test_reconcile', atomically)
        expect(await status()).to.equal('refund_required')
      }
      await hint()
      await ask('due')
      const { body } = await shop.get(`/payments/${paymentId}`).expect(200)
      expect(body.data).to.include({ amount_received: 50_000, amount_to_refund: 25_000 })
      const told = (await eventsOf('payment', paymentId)).filter((type) => type === 'payment.refund_required')
      expect(told).to.have.length(1)
    })

    it('is taken over from one that was killed, and told once', async () => {
      const { look, events } = await givenDifference()
      provider.hangs = true
      const killed = look()
      await provider.untilHeld()
      provider.hangs = false
      passed(DAY + 10 * MINUTE)
      await look()
      expect([asked(), await events()]).to.deep.equal([2, 1])
      await provider.release() // it was only slow
      await killed
      expect(await events()).to.equal(1)
      await look()
      expect(asked(), 'the look is over until tomorrow').to.equal(2)
    })
  })

  describe('to give money back', () => {
    /** A payment of ₮25,000 that is paid, and its refund that nobody has sent yet. */
    async function givenRefund() {
      const begun = await givenBegun()
      await begun.ask()
      provider.find('p1').paid = 25_000
      passed(6_000)
      await begun.ask()
      const { body } = await begun.shop.post(`/payments/${begun.paymentId}/refunds`).expect(201)
      const { id } = (body as { data: { id: number } }).data
      const project = (await cachedProject(begun.shop.projectId))!
      const send = () => sendRefund(project, id, atomically)
      const refunds = async () =>
        ((await begun.shop.get(`/refunds/${id}`).expect(200)).body as { data: { status: string } }).data
          .status
      return { ...begun, send, refundStatus: refunds }
    }
    const asked = () => told.filter((line) => line.includes('refund of')).length

    it('is done by one process at a time, however long it hangs', async () => {
      const { send, refundStatus } = await givenRefund()
      provider.hangs = true
      const slow = send()
      await provider.untilHeld()
      provider.hangs = false
      await Promise.all([send(), send()])
      await provider.release()
      await slow
      expect(asked()).to.equal(2) // begun, and ended: one call
      expect(await refundStatus()).to.equal('succeeded')
    })

    it('is taken over from a process that was killed, and told once', async () => {
      const { send, refundStatus, paymentId } = await givenRefund()
      provider.hangs = true
      const slow = send()
      await provider.untilHeld()
      provider.hangs = false
      passed(MINUTE / 2)
      await send()
      expect(await refundStatus()).to.equal('succeeded')
      await provider.release()
      await slow
      expect(
        (await eventsOf('payment', paymentId)).filter((type) => type === 'payment.refunded'),
      ).to.have.length(1)
    })
  })

  describe('by jobs that are left over from times that no longer stand', () => {
    /** What a worker will be given; a job is never taken back. */
    const queue = new Map<string, WakeUp>()
    let begun: Date
    let calls: number[]

    beforeEach(() => {
      queue.clear()
      calls = []
      begun = new Date()
      setClock(() => begun)
    })

    const queued: Atomically = async (work) => {
      const { result, wakeUps } = await transact(work, { now })
      for (const one of wakeUps) queue.set(keyOf(one), one)
      return result
    }
    const keyOf = ({ queue: name, lane, dueAt }: WakeUp) => `${name} ${lane} ${dueAt.getTime()}`
    const after = (seconds: number) => later(begun, seconds * SECOND)
    // What is due in more than a minute is woken at the end of its second.
    const record = () => calls.push(Math.floor((now().getTime() - begun.getTime()) / SECOND))

    /** Takes every job at its own time, in order, those that they leave as well. */
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

    async function givenSent(refund: Gateway['refund']) {
      const { shop, paymentId, ask } = await givenBegun()
      await ask()
      provider.find('p1').paid = 25_000
      begun = later(begun, 4 * SECOND)
      await ask()
      const { body } = await shop.post(`/payments/${paymentId}/refunds`).expect(201)
      const { id } = (body as { data: { id: number } }).data
      const project = (await cachedProject(shop.projectId))!
      Object.assign(findGateway(METHOD)!, {
        refund: (...told: Parameters<Gateway['refund']>) => {
          record()
          return refund(...told)
        },
      })
      await sendRefund(project, id, queued)
      const workUntil = (seconds: number) => work(after(seconds), () => sendRefund(project, id, queued))
      const wrote = (changes: string) =>
        onConnection((sql) => sql.run(`UPDATE refunds SET ${changes} WHERE id = ?`, [id]))
      const read = async () =>
        ((await shop.get(`/refunds/${id}`).expect(200)).body as { data: RefundObject }).data
      return { workUntil, wrote, read }
    }

    it('about a refund that takes its time no more often than is planned', async () => {
      const { workUntil } = await givenSent(() => Promise.resolve({ status: 'pending' }))
      await workUntil(3_600)
      expect(calls).to.deep.equal([0, 15, 75, 375, 1_275])
    })

    it('about a refund not before its provider says', async () => {
      const { workUntil } = await givenSent(() =>
        Promise.reject(new ProviderError('limited', 'too often', 3_600 * SECOND)),
      )
      await workUntil(3_599)
      expect(calls).to.deep.equal([0])
      await workUntil(3_601)
      expect(calls).to.deep.equal([0, 3_600])
    })

    it('about a refund on, where one refusal follows calls that were not answered', async () => {
      let fault: ProviderFault = 'unreachable'
      const { workUntil, wrote, read } = await givenSent(() =>
        Promise.reject(new ProviderError(fault, 'It says no.')),
      )
      await wrote('calls = 50')
      fault = 'refused'
      await workUntil(15)
      expect((await read()).status).to.equal('pending')
      await wrote('refused_calls = 27')
      fault = 'unreachable'
      await workUntil(3_616)
      fault = 'refused'
      await workUntil(7_216)
      expect((await read()).status, 'not in a row').to.equal('pending')
      await wrote('refused_calls = 27')
      await workUntil(10_816)
      const { status, failure_message: message } = await read()
      expect(status).to.equal('failed')
      expect(message).to.contain(
        'It says no. An earlier call was not answered, and may have refunded the money',
      )
    })

    const toTheEnd: [what: string, refund: Gateway['refund'], words: string][] = [
      [
        'without an answer',
        () => Promise.reject(new ProviderError('account', 'The key is wrong.')),
        'The key is wrong. An earlier call was not answered, and may have refunded the money',
      ],
      [
        'while it takes its time',
        () => Promise.resolve({ status: 'pending' }),
        'The provider has not confirmed the refund within a month',
      ],
    ]
    for (const [what, refund, words] of toTheEnd)
      it(`about a refund to the end ${what}, and says that it may have gone back`, async () => {
        const { workUntil, wrote, read } = await givenSent(refund)
        await wrote('calls = 719')
        await workUntil(15)
        const { status, failure_message: message } = await read()
        expect(status).to.equal('failed')
        expect(message).to.contain(words).and.contain('before you send it by hand')
      })

    it('about a payment no more often than is planned, however often its page was looked at', async () => {
      const { paymentId, shop } = await givenBegun()
      const project = (await cachedProject(shop.projectId))!
      const gateway = findGateway(METHOD)!
      const before = { ...gateway }
      Object.assign(gateway, {
        ask: (...told: Parameters<Gateway['ask']>) => {
          record()
          return before.ask(...told)
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

  it('lets nobody pay otherwise while a bank works on it, and takes what the bank decides', async () => {
    const { ask, status, customer, row } = await givenBegun()
    await ask()
    provider.find('p1').isProcessing = true
    passed(4_000)
    await ask()
    expect((await row()).step).to.equal('wait')
    const page = await customer.pay({ payment_method: 'test' }, await customer.look('?choose=1'))
    expect(page.status).to.equal(422)
    expect(page.text).to.contain('A payment for this order is already in progress.')
    Object.assign(provider.find('p1'), { isProcessing: false, paid: 25_000 })
    passed(MINUTE)
    await ask()
    expect(await status()).to.equal('paid')
  })
})
