import { randomUUID } from 'node:crypto'
import { mkdtemp, rename, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect } from 'chai'
import { run } from '../../cli/run.ts'
import { DAY, HOUR, iso, later } from '../../common/kit/time.ts'
import { addTurns } from '../../common/runtime/queues.ts'
import { insert } from '../../db/rows.ts'
import { onConnection } from '../../db/sql.ts'
import { Customer } from '../support/customer.ts'
import { Merchant, tea } from '../support/given/merchant.ts'
import { givenTransfer } from '../support/given/transfer.ts'
import { emailsFor, eventsOf, paymentsOf } from '../support/stored.ts'
import { failing, process_, tolbor } from './tolbor.ts'

/** Creates a shop with a transfer that its customer has reported. */
async function givenReportedTransfer() {
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
  return { shop, checkoutId, id: `${payment!.id}`, status }
}

describe('a reported transfer on the command line', () => {
  it('is confirmed once, and completes its order', async () => {
    const { checkoutId, id, status } = await givenReportedTransfer()
    const payment = await tolbor('payment', 'confirm', id)
    expect(payment).to.include({ status: 'paid', verified_by: 'cli' })
    expect(await status()).to.equal('complete')
    const { code, error } = await failing('payment', 'confirm', id)
    expect([code, error.code]).to.deep.equal([1, 'payment_not_pending'])
    expect(await eventsOf('checkout', checkoutId)).to.deep.equal(['checkout.completed'])
    expect(await emailsFor(`checkout-${checkoutId}`)).to.deep.equal(['receipt'])
  })

  it('is rejected with a reason, and its customer can pay again', async () => {
    const { id, status } = await givenReportedTransfer()
    const payment = await tolbor('payment', 'reject', id, '--reason', ' Not in our account. ')
    expect(payment).to.include({
      status: 'failed',
      failure_message: 'Not in our account.',
      verified_by: 'cli',
    })
    expect(await status()).to.equal('open')
  })

  it('is rejected without a reason, but not with one of 501 characters', async () => {
    const { id } = await givenReportedTransfer()
    expect((await failing('payment', 'reject', id, '--reason', 'x'.repeat(501))).error.message).to.contain(
      '500',
    )
    expect(await tolbor('payment', 'reject', id)).to.include({ status: 'failed', failure_message: null })
  })

  it('is not found under an unknown id', async () => {
    expect((await failing('payment', 'confirm', '999999')).error.message).to.equal(
      "There is no such payment. 'bin/tolbor payment list --project ID' shows the existing ones.",
    )
  })
})

describe('transfers on the command line', () => {
  /** Creates unreported transfers of ₮25,000, and returns a function that confirms lines of a file. */
  async function givenTransfers(count: number) {
    const { shop, id } = await givenReportedTransfer()
    const transfers = []
    for (let n = 0; n < count; n += 1) transfers.push(await givenTransfer(shop))
    const references = await Promise.all(transfers.map(async ({ payment }) => (await payment()).reference!))
    const folder = await mkdtemp(join(tmpdir(), 'tolbor-'))
    const confirm = async (lines: string[], ...more: string[]) => {
      const file = join(folder, 'transfers.txt')
      // Rename is atomic: another process that reads the file never finds it empty.
      const draft = join(folder, randomUUID())
      await writeFile(draft, lines.join('\r\n'))
      await rename(draft, file)
      const args = ['--project', `${shop.projectId}`, '--file', file, ...more]
      const { code, stdout } = await run(['payment', 'confirm', ...args, '--json'])
      const outcomes = JSON.parse(stdout) as { line: number; outcome: string; message: string }[]
      return { code, outcomes, results: outcomes.map(({ outcome }) => outcome) }
    }
    return { shop, reported: id, transfers, references, confirm }
  }

  it('are listed by status, reference and mode, with reference and amount', async () => {
    const { shop, reported, transfers, references } = await givenTransfers(1)
    const project = ['--project', `${shop.projectId}`]
    const ids = async (...more: string[]) =>
      (await tolbor('payment', 'list', ...project, ...more)).map(({ id }: { id: number }) => id)
    expect(await ids('--status', 'pending')).to.deep.equal([Number(reported)])
    expect(await ids('--status', 'pending,started')).to.deep.equal([
      transfers[0]!.paymentId,
      Number(reported),
    ])
    expect(await ids('--reference', references[0]!)).to.deep.equal([transfers[0]!.paymentId])
    expect(await ids('--mode', 'live')).to.deep.equal([])
    const { stdout } = await run(['payment', 'list', ...project])
    expect(stdout).to.contain('REFERENCE').and.contain(references[0]).and.contain('₮25,000')
    expect((await failing('payment', 'list', ...project, '--status', 'open')).error.message).to.contain(
      '--status',
    )
    expect((await failing('payment', 'list', ...project, '--mode', 'both')).error.message).to.contain(
      '--mode',
    )
  })

  it('are confirmed by reference, reported or not', async () => {
    const { shop, transfers, references } = await givenTransfers(1)
    const args = ['--project', `${shop.projectId}`, '--reference', references[0]!]
    const ofLive = await failing('payment', 'confirm', ...args, '--mode', 'live')
    expect(ofLive.error.message).to.contain('There is no such payment in this project')
    expect((await failing('payment', 'confirm', '7', '--mode', 'test')).code).to.equal(2)
    expect(await tolbor('payment', 'confirm', ...args, '--amount', '10000')).to.include({
      status: 'pending',
      amount_received: 10_000,
    })
    const { stdout } = await run(['payment', 'confirm', ...args, '--amount', '14000', '--accept-partial'])
    expect(stdout).to.contain('in test mode is paid')
    expect((await transfers[0]!.payment()).amount_received).to.equal(24_000)
    const unknown = await failing(
      'payment',
      'confirm',
      '--project',
      `${shop.projectId}`,
      '--reference',
      '000000',
    )
    expect(unknown.error.message).to.contain('There is no such payment in this project')
    expect((await failing('payment', 'confirm')).code).to.equal(2)
    expect((await failing('payment', 'confirm', '7', '--reference', '726741')).code).to.equal(2)
    expect((await failing('payment', 'confirm', ...args, '--amount', '1.5')).error.message).to.contain(
      '--amount',
    )
  })

  it('are confirmed by a file that can be read twice, with an outcome for each line', async () => {
    const { transfers, references, confirm } = await givenTransfers(4)
    const [full, less, more, repeated] = references as [string, string, string, string]
    const lines = [
      '# from the bank, 5 June',
      full,
      `${less};10000`,
      `${more},26000`,
      '',
      `${repeated} 25000`,
      `${repeated} 25000`,
      '000000 5000',
      '726741 25,000',
    ]
    const first = await confirm(lines)
    expect(first.results).to.deep.equal([
      ...['confirmed', 'waits', 'confirmed', 'confirmed', 'refused', 'unknown', 'unreadable'],
    ])
    expect(first.outcomes.map(({ line }) => line)).to.deep.equal([2, 3, 4, 6, 7, 8, 9])
    expect(first.code).to.equal(1)
    const sums = () => Promise.all(transfers.map(async ({ payment }) => (await payment()).amount_received))
    expect(await sums()).to.deep.equal([25_000, 10_000, 26_000, 25_000])
    const second = await confirm(lines)
    expect(second.results.slice(0, 4)).to.deep.equal(Array.from({ length: 4 }, () => 'entered_before'))
    expect(await sums()).to.deep.equal([25_000, 10_000, 26_000, 25_000])
    const third = await confirm([`${less} 10000`, `${less} 10000 TRX-77`, `${less} 10000 TRX-77`])
    expect(third.results).to.deep.equal(['entered_before', 'waits', 'entered_before'])
    const again = await confirm([full, `${less} 10000 TRX-77`])
    expect([again.code, ...again.results]).to.deep.equal([0, 'entered_before', 'entered_before'])
    const maybeAnother = await confirm([`${less} 10000`])
    expect([maybeAnother.code, ...maybeAnother.results]).to.deep.equal([1, 'entered_before'])
    const last = await confirm([`${less} 5000`])
    expect([last.code, ...last.results]).to.deep.equal([0, 'confirmed'])
    expect(await sums()).to.deep.equal([25_000, 25_000, 26_000, 25_000])
  })

  it('are skipped if confirmed elsewhere, unless the line repeats or has a sum', async () => {
    const { transfers, references, confirm } = await givenTransfers(2)
    await transfers[0]!.confirm().expect(200)
    await transfers[1]!.confirm({ amount_received: 20_000, accept_partial: true }).expect(200)
    const again = await confirm(references)
    expect([again.code, ...again.results]).to.deep.equal([0, 'confirmed_before', 'confirmed_before'])
    const twice = await confirm([references[0]!, references[0]!, `${references[1]!} 5000`])
    expect(twice.results, 'it may be another deposit').to.deep.equal([
      'confirmed_before',
      'refused',
      'refused',
    ])
    for (const { payment } of transfers) expect((await payment()).status).to.equal('paid')
  })

  it('are settled with the received part by --accept-partial without a sum', async () => {
    const { shop, transfers, references, confirm } = await givenTransfers(2)
    const lines = references.map((reference) => `${reference} 10000`)
    expect((await confirm(lines)).results).to.deep.equal(['waits', 'waits'])
    expect((await confirm([references[0]!], '--accept-partial')).results).to.deep.equal(['confirmed'])
    const args = ['--project', `${shop.projectId}`, '--reference', references[1]!]
    await tolbor('payment', 'confirm', ...args, '--accept-partial')
    for (const { payment } of transfers)
      expect(await payment()).to.include({ status: 'paid', amount_received: 10_000 })
  })

  it('are entered once though three commands read the same file at once', async () => {
    const { transfers, references, confirm } = await givenTransfers(2)
    const lines = references.map((reference) => `${reference} 5000`)
    await Promise.all([confirm(lines), confirm(lines), confirm(lines)])
    for (const { payment } of transfers) expect((await payment()).amount_received).to.equal(5_000)
  })

  it('need a refund if their order has expired, except with --accept-late', async () => {
    const { shop, transfers, references, confirm } = await givenTransfers(2)
    for (const { id } of transfers) await shop.post(`/checkouts/${id}/expire`).expect(200)
    expect((await confirm([references[0]!])).results).to.deep.equal(['refund_required'])
    expect((await confirm([references[1]!], '--accept-late')).results).to.deep.equal(['confirmed'])
  })

  it('are read from standard input', async () => {
    const { shop, transfers, references } = await givenTransfers(1)
    const args = ['payment', 'confirm', '--project', `${shop.projectId}`, '--file', '-', '--json']
    const { code, stderr } = await process_(args, {}, references[0])
    expect([code, stderr]).to.deep.equal([0, ''])
    expect((await transfers[0]!.payment()).status).to.equal('paid')
  })

  it('are not confirmed by a file without lines', async () => {
    const { shop } = await givenTransfers(1)
    for (const input of ['', '\uFEFF\r\n', '# reference, sum\n\n']) {
      const args = ['payment', 'confirm', '--project', `${shop.projectId}`, '--file', '-', '--json']
      const { code, stderr } = await process_(args, {}, input)
      expect([code, stderr.includes('--file - has no payments')], JSON.stringify(input)).to.deep.equal([
        1,
        true,
      ])
    }
  })

  it('are not confirmed by a file that cannot be read', async () => {
    const { error } = await failing('payment', 'confirm', '--project', '1', '--file', '/nowhere/at/all')
    expect(error.message).to.contain('cannot be read')
  })
})

describe('the demo project', () => {
  it('is created once, with a new open checkout each time', async () => {
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
      expect(keys).to.have.members(['coffee_beans', 'mug', 'dripper', 'club_monthly', 'club_yearly'])
    }
    const projects = await tolbor('project', 'list')
    expect(projects.filter(({ name }: { name: string }) => name === 'Altan Coffee')).to.have.lengthOf(1)
  })

  it('is not the project of a merchant who chose the same name', async () => {
    const { id } = await tolbor('project', 'create', '--name', 'Altan Coffee')
    expect((await tolbor('seed')).project.id).to.not.equal(id)
  })

  it('is printed as one JSON document by a process that exits', async () => {
    const { code, stdout, stderr } = await process_(['seed', '--json'])
    expect([code, stderr]).to.deep.equal([0, ''])
    expect(JSON.parse(stdout).checkout.url).to.match(/^http:\/\/127\.0\.0\.1:3000\/checkout\/\d+\/[\w-]{22}$/)
  })
})

describe('the queues on the command line', () => {
  it('are counted together with the due rows', async () => {
    const waiting = async () => (await tolbor('queues', 'status')).due[0]
    const before = await waiting() // other tests leave rows behind
    await tolbor('seed')
    const { queues, due } = await tolbor('queues', 'status')
    expect(queues.map(({ name }: { name: string }) => name)).to.deep.equal([
      'lifecycle',
      'clocks',
      'providers',
      'reconciliations',
      'emails',
      'images',
      'webhooks',
    ])
    expect(due[0]).to.include({ name: 'timers', overdue: before.overdue })
    expect(due[0].later).to.be.greaterThan(before.later)
  })

  it('count overdue rows', async () => {
    const { checkout } = await tolbor('seed')
    const overdue = async () => (await tolbor('queues', 'status')).due[0].overdue as number
    const before = await overdue()
    await due(checkout.id, later(new Date(), -HOUR))
    expect(await overdue()).to.equal(before + 1)
    await due(checkout.id, later(new Date(), HOUR))
  })

  it('list overdue timers with project, due time, tries and error', async () => {
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

  it('list overdue emails, deliveries and picture copies too', async () => {
    const { project } = await tolbor('seed')
    const [emails, copies, deliveries] = await givenOverdue(project.id)
    const { overdue } = await tolbor('queues', 'overdue')
    const own = overdue.filter(({ project_id: id, tries }: Overdue) => id === project.id && tries === 7)
    expect(own.map(({ kind, id, error }: Overdue) => [kind, id, error])).to.have.deep.members([
      ['email.send', emails, 'no mail'],
      ['image.copy', copies, 'no picture'],
      ['webhook.drain', deliveries, 'endpoint 987654: HTTP 500'],
    ])
    for (const [table, id] of [
      ['emails', emails],
      ['image_copies', copies],
      ['webhook_deliveries', deliveries],
    ])
      await onConnection((sql) => sql.run(`DELETE FROM ${table} WHERE id = ?`, [id!]))
  })

  it('are rebuilt by deleting the jobs in Redis, while due rows stay', async () => {
    const { project } = await tolbor('seed')
    await addTurns([{ queue: 'lifecycle', group: project.id, lane: 1 }])
    const { deleted } = await tolbor('queues', 'rebuild')
    expect(deleted[0].name).to.equal('lifecycle')
    expect(deleted[0].jobs).to.be.greaterThan(0)
    const { queues, due } = await tolbor('queues', 'status')
    expect(queues[0]).to.include({ name: 'lifecycle', waiting: 0, delayed: 0 })
    expect(due[0].later).to.be.greaterThan(0)
    const turns = addTurns([{ queue: 'lifecycle', group: project.id, lane: 1 }])
    expect(await turns, 'the lane accepts turns again').to.equal(true)
    const after = await tolbor('queues', 'status')
    expect(after.queues[0].waiting).to.equal(1)
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
        await insert(sql, 'emails', { ...email, error: 'no mail' }),
        await insert(sql, 'image_copies', { ...copy, error: 'no picture' }),
        await insert(sql, 'webhook_deliveries', delivery),
      ]
      const attempt = { project_id: project, delivery_id: ids[2]!, attempted_at: new Date(), duration_ms: 1 }
      await insert(sql, 'webhook_attempts', { ...attempt, error: 'no answer' })
      await insert(sql, 'webhook_attempts', { ...attempt, status_code: 500 })
      return ids
    })
  }
})
