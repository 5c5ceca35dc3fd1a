import { expect } from 'chai'
import { run } from '../../cli/run.ts'
import { DAY, HOUR, iso, later } from '../../common/kit/time.ts'
import { insertRow } from '../../db/rows.ts'
import { onConnection } from '../../db/sql.ts'
import { Customer } from '../support/customer.ts'
import { Merchant, tea } from '../support/given/merchant.ts'
import { eventsOf, lettersFor, paymentsOf } from '../support/look.ts'
import { failing, process_, tolbor } from './tolbor.ts'

/** A customer of a shop says that a transfer is made. */
async function reportedTransfer() {
  const account = ['--bank-name', 'Khan Bank', '--account-number', '5000123456', '--account-holder', 'Shop']
  const { id, tokens } = await tolbor(
    'project',
    'create',
    '--name',
    'Shop',
    '--email',
    'me@shop.test',
    ...account,
  )
  const shop = new Merchant(id, tokens)
  const { body } = await shop.post('/checkouts', tea())
  const checkoutId: number = body.data.id
  const customer = new Customer(body.data.url)
  await customer.pay({ payment_method: 'bank_transfer' })
  await customer.press('claim_transfer')
  const [payment] = await paymentsOf(checkoutId)
  const status = async () => (await shop.get(`/checkouts/${checkoutId}`)).body.data.status as string
  return { checkoutId, id: `${payment!.id}`, status }
}

describe('a reported transfer on the command line', () => {
  it('is confirmed, which completes its order, once', async () => {
    const { checkoutId, id, status } = await reportedTransfer()
    const payment = await tolbor('payment', 'confirm', id)
    expect(payment).to.include({ status: 'paid', verified_by: 'cli' })
    expect(await status()).to.equal('complete')
    const { code, error } = await failing('payment', 'confirm', id)
    expect([code, error.code]).to.deep.equal([1, 'payment_not_pending'])
    expect(await eventsOf('checkout', checkoutId)).to.deep.equal(['checkout.completed'])
    expect(await lettersFor(`checkout-${checkoutId}`)).to.deep.equal(['receipt'])
  })

  it('is rejected with a reason, and its customer can pay again', async () => {
    const { id, status } = await reportedTransfer()
    const payment = await tolbor('payment', 'reject', id, '--reason', ' Not in our account. ')
    expect(payment).to.include({
      status: 'failed',
      failure_message: 'Not in our account.',
      verified_by: 'cli',
    })
    expect(await status()).to.equal('open')
  })

  it('is rejected without a reason too, but not with an endless one', async () => {
    const { id } = await reportedTransfer()
    expect((await failing('payment', 'reject', id, '--reason', 'x'.repeat(501))).error.message).to.contain(
      '500',
    )
    expect(await tolbor('payment', 'reject', id)).to.include({ status: 'failed', failure_message: null })
  })

  it('must exist', async () => {
    expect((await failing('payment', 'confirm', '999999')).error.message).to.equal(
      'There is no such payment.',
    )
  })
})

describe('the demo project', () => {
  it('is made once, with a checkout that can be paid each time', async () => {
    const [first, second] = await Promise.all([tolbor('seed'), tolbor('seed')])
    const third = await tolbor('seed')
    for (const demo of [first, second, third]) {
      expect(demo).to.have.all.keys('project', 'tokens', 'checkout')
      expect(demo.project).to.deep.equal(first.project)
      const shop = new Merchant(demo.project.id, demo.tokens)
      const { body } = await shop.get(`/checkouts/${demo.checkout.id}`)
      expect(body.data).to.include({ status: 'open', url: demo.checkout.url, amount_total: 50_000 })
      const prices = await shop.get('/prices')
      const keys = prices.body.data.map((price: { lookup_key: string }) => price.lookup_key)
      expect(keys).to.have.members(['coffee_beans', 'mug', 'club_monthly', 'club_yearly'])
    }
    const projects = await tolbor('project', 'list')
    expect(projects.filter(({ name }: { name: string }) => name === 'Demo shop')).to.have.lengthOf(1)
  })

  it('leaves alone a merchant who chose the same name', async () => {
    const { id } = await tolbor('project', 'create', '--name', 'Demo shop')
    expect((await tolbor('seed')).project.id).to.not.equal(id)
  })

  it('is printed as one document by a process that ends by itself', async () => {
    const { code, stdout, stderr } = await process_(['seed', '--json'])
    expect([code, stderr]).to.deep.equal([0, ''])
    expect(JSON.parse(stdout).checkout.url).to.match(/^http:\/\/127\.0\.0\.1:3000\/checkout\/\d+\/[\w-]{22}$/)
  })
})

describe('the queues on the command line', () => {
  it('are counted, with what waits in the database', async () => {
    const waiting = async () => (await tolbor('queues', 'status')).due[0]
    const before = await waiting() // other tests leave rows of theirs behind
    await tolbor('seed')
    const { queues, due } = await tolbor('queues', 'status')
    expect(queues.map(({ name }: { name: string }) => name)).to.deep.equal([
      'lifecycle',
      'webhooks',
      'emails',
      'images',
    ])
    expect(due[0]).to.include({ name: 'timers', overdue: before.overdue })
    expect(due[0].later).to.be.greaterThan(before.later)
  })

  it('show what is overdue', async () => {
    const { checkout } = await tolbor('seed')
    const overdue = async () => (await tolbor('queues', 'status')).due[0].overdue as number
    const before = await overdue()
    await due(checkout.id, later(new Date(), -HOUR))
    expect(await overdue()).to.equal(before + 1)
    await due(checkout.id, later(new Date(), HOUR))
  })

  it('list what is overdue: whose it is, since when, how often it was tried and why it failed', async () => {
    const { checkout, project } = await tolbor('seed')
    const since = later(new Date(), -HOUR)
    await due(checkout.id, since)
    await onConnection((sql) =>
      sql.run(`UPDATE timers SET tries = 3, error = 'No such thing.' WHERE ${timer}`, [checkout.id]),
    )
    const { overdue } = await tolbor('queues', 'overdue')
    const about = { kind: 'checkout.expire', id: checkout.id, project_id: project.id }
    expect(overdue).to.deep.include({ ...about, due_at: iso(since), tries: 3, error: 'No such thing.' })
    const { stdout } = await run(['queues', 'overdue'])
    expect(stdout).to.match(new RegExp(`checkout.expire +${checkout.id} +\\d+ +\\S+ +3 +No such thing.`))
    await due(checkout.id, later(new Date(), HOUR))
  })

  it('list overdue emails, deliveries and copies of pictures beside', async () => {
    const { project } = await tolbor('seed')
    const [emails, copies, deliveries] = await givenOverdue(project.id)
    const { overdue } = await tolbor('queues', 'overdue')
    const own = overdue.filter(({ project_id: id, tries }: Overdue) => id === project.id && tries === 7)
    expect(own.map(({ kind, id, error }: Overdue) => [kind, id, error])).to.have.deep.members([
      ['email.send', emails, 'no mail'],
      ['image.copy', copies, 'no picture'],
      ['webhook.drain', deliveries, 'HTTP 500'],
    ])
    for (const [table, id] of [
      ['emails', emails],
      ['image_copies', copies],
      ['webhook_deliveries', deliveries],
    ])
      await onConnection((sql) => sql.run(`DELETE FROM ${table} WHERE id = ?`, [id!]))
  })

  it('are rebuilt by letting every row near enough be woken anew', async () => {
    const { checkout } = await tolbor('seed')
    expect(await armed(checkout.id)).to.equal(true)
    const { released } = await tolbor('queues', 'rebuild')
    expect(released[0].rows).to.be.greaterThan(0)
    expect(await armed(checkout.id)).to.equal(false)
  })

  const timer = "kind = 'checkout.expire' AND subject_id = ?"

  function due(checkoutId: number, at: Date) {
    return onConnection((sql) => sql.run(`UPDATE timers SET due_at = ? WHERE ${timer}`, [at, checkoutId]))
  }

  interface Overdue {
    kind: string
    id: number
    project_id: number
    tries: number
    error: string | null
  }

  async function givenOverdue(project: number): Promise<number[]> {
    const stamps = { created_at: new Date(), updated_at: new Date() }
    const late = { due_at: later(new Date(), -DAY), status: 'pending', tries: 7, ...stamps }
    const own = { project_id: project, is_test: true, ...late }
    return onConnection(async (sql) => {
      const email = {
        ...own,
        kind: 'receipt',
        cause: 'overdue',
        recipient: 'a@x.mn',
        locale: 'en',
        words: '{}',
      }
      const copy = { ...own, subject: 'product', subject_id: 987_654, url: 'https://x.mn/', asked: 1 }
      const delivery = { ...own, endpoint_id: 987_654, event_id: 987_654, event_type: 'test' }
      const ids = [
        await insertRow(sql, 'emails', { ...email, error: 'no mail' }),
        await insertRow(sql, 'image_copies', { ...copy, error: 'no picture' }),
        await insertRow(sql, 'webhook_deliveries', delivery),
      ]
      const attempt = { project_id: project, delivery_id: ids[2]!, attempted_at: new Date(), duration_ms: 1 }
      await insertRow(sql, 'webhook_attempts', { ...attempt, error: 'no answer' })
      await insertRow(sql, 'webhook_attempts', { ...attempt, status_code: 500 })
      return ids
    })
  }

  async function armed(checkoutId: number): Promise<boolean> {
    const row = await onConnection((sql) =>
      sql.row<{ armed_until: Date | null }>(`SELECT armed_until FROM timers WHERE ${timer}`, [checkoutId]),
    )
    return row!.armed_until !== null
  }
})
