import { expect } from 'chai'
import { setClock } from '../../common/runtime/clock.ts'
import { onConnection } from '../../db/sql.ts'
import { givenCheckout } from '../support/given/checkout.ts'
import { givenMerchant, tea } from '../support/given/merchant.ts'
import { paymentsOf } from '../support/stored.ts'
import { takeTimerOf } from '../support/turns.ts'

const OLD = 'payment.settle'
const NEW = 'payment.follow_up'

const run = (text: string, values: (string | number | Date)[]) => onConnection((sql) => sql.run(text, values))

/** Creates a payment that fails after half an hour. */
async function givenStarted() {
  const shop = await givenMerchant()
  const { customer, id: checkoutId } = await givenCheckout(shop, tea())
  await customer.pay({ test_outcome: 'never' })
  const [payment] = await paymentsOf(checkoutId)
  const { id } = payment!
  const timers = () =>
    onConnection((sql) =>
      sql.rows<{ kind: string; due_at: Date }>(
        'SELECT kind, due_at FROM timers WHERE subject_id = ? AND kind IN (?, ?)',
        [id, OLD, NEW],
      ),
    )
  const status = async () => (await paymentsOf(checkoutId))[0]!.status
  const end = (await timers())[0]!.due_at
  return { shop, id, timers, status, end }
}

/** Writes a timer like a process of the older release. */
async function writeOld(projectId: number, paymentId: number, dueAt: Date): Promise<void> {
  const columns = 'project_id, kind, subject_id, due_at'
  await run(`INSERT INTO timers (${columns}) VALUES (?, ?, ?, ?)`, [projectId, OLD, paymentId, dueAt])
}

describe('a payment with a timer of an older release', () => {
  it('is followed up when the timer is due', async () => {
    const { id, timers, status, end } = await givenStarted()
    await run('UPDATE timers SET kind = ? WHERE kind = ? AND subject_id = ?', [OLD, NEW, id])
    setClock(() => end)
    await takeTimerOf(OLD, id)
    expect(await status()).to.equal('canceled')
    expect(await timers()).to.deep.equal([])
  })

  it('is not followed up early, and keeps its time', async () => {
    const { id, timers, status, end } = await givenStarted()
    await run('UPDATE timers SET kind = ? WHERE kind = ? AND subject_id = ?', [OLD, NEW, id])
    await takeTimerOf(OLD, id)
    expect(await status()).to.equal('started')
    expect(await timers()).to.deep.equal([{ kind: NEW, due_at: end }])
  })

  it('is followed up later if both releases wrote a timer and one was too early', async () => {
    const { shop, id, timers, status, end } = await givenStarted()
    await writeOld(shop.projectId, id, new Date())
    setClock(() => new Date(Date.now() + 1_000))
    await takeTimerOf(OLD, id)
    expect(await status()).to.equal('started')
    expect(await timers()).to.deep.equal([{ kind: NEW, due_at: end }])
  })

  it('is not followed up after its end, and loses the timer', async () => {
    const { shop, id, timers, status, end } = await givenStarted()
    setClock(() => end)
    await takeTimerOf(NEW, id)
    await writeOld(shop.projectId, id, end)
    await takeTimerOf(OLD, id)
    expect(await status()).to.equal('canceled')
    expect(await timers()).to.deep.equal([])
  })
})
