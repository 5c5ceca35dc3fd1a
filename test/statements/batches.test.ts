import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { type IncomingMessage, request as httpRequest } from 'node:http'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { expect } from 'chai'
import type { StatementImportObject } from '../../common/domain/statements/object.ts'
import { atomically, atomicallyTogether } from '../../common/runtime/atomically.ts'
import { now } from '../../common/runtime/clock.ts'
import { cachedProject } from '../../common/services/projects/cache.ts'
import { confirmLines } from '../../common/services/statements/confirm-lines.ts'
import { type MatchedLine, previewStatement } from '../../common/services/statements/preview.ts'
import { onConnection, type Value } from '../../db/sql.ts'
import { transact } from '../../db/transaction.ts'
import { app } from '../support/ask.ts'
import type { Customer } from '../support/customer.ts'
import { givenCheckout, givenCode } from '../support/given/checkout.ts'
import { BASIC, givenClub } from '../support/given/club.ts'
import { acceptTransfers, givenInvoice } from '../support/given/invoice.ts'
import { givenCustomer, givenTransferShop, type Merchant, tea } from '../support/given/merchant.ts'
import { givenLink } from '../support/given/payment-link.ts'
import { begunBy } from '../support/given/transfer.ts'
import { roundTripsOf } from '../support/statements.ts'
import { eventsOf, paymentsOf } from '../support/stored.ts'
import { csv } from './files.ts'

interface Money {
  reference: string | null
  amount: number
}

const confirming = { verifiedBy: 'cli', atomically, atomicallyTogether }

function statement(money: readonly Money[]): Buffer {
  const day = now().toISOString().slice(0, 10)
  const rows = money.map(({ reference, amount }) => [day, `Order ${reference}`, String(amount)])
  return csv([['Date', 'Description', 'Credit'], ...rows])
}

const scopeOf = async (shop: Merchant) => ({ project: (await cachedProject(shop.projectId))!, isTest: true })

async function previewOf(shop: Merchant, money: readonly Money[]): Promise<MatchedLine[]> {
  return (await previewStatement(await scopeOf(shop), statement(money), {})).lines
}

/** Starts a transfer for an order, and returns it with its payment. */
async function transferFor(shop: Merchant, order: { id: number; customer: Customer }) {
  const begun = await begunBy(shop, order)
  const { reference, amount } = await begun.payment()
  return { id: order.id, ...begun, reference, amount }
}

/** Creates `count` orders with a transfer: one by the API, the others as copies. Returns the references and amounts. */
async function givenMany(shop: Merchant, count: number): Promise<Money[]> {
  const first = await transferFor(shop, await givenCheckout(shop))
  type Row = Record<string, Value>
  const references = await onConnection(async (sql) => {
    const copy = async (table: string, id: number, changes: (index: number) => Row) => {
      const row = (await sql.row<Row>(`SELECT * FROM ${table} WHERE id = ?`, [id]))!
      const rows = Array.from({ length: count - 1 }, (_, index) => ({ ...row, ...changes(index) }))
      const omitted = ['payer_name_from_word_2', ...(changes(0).id === undefined ? ['id'] : [])]
      const names = Object.keys(row).filter((name) => !omitted.includes(name))
      const values = rows.map((one) => names.map((name) => (one as Row)[name]!))
      await sql.run(`INSERT INTO ${table} (${names.join(', ')}) VALUES ?`, [values])
    }
    const checkoutId = (index: number) => first.id + 1_000_000 + index
    const paymentId = (index: number) => first.paymentId + 1_000_000 + index
    const reference = (index: number) =>
      String(100_000 + ((Number(first.reference) - 100_000 + 1 + index) % 900_000))
    const item = await sql.row<{ id: number }>('SELECT id FROM checkout_items WHERE checkout_id = ?', [
      first.id,
    ])
    await copy('checkouts', first.id, (index) => ({
      id: checkoutId(index),
      active_payment_id: paymentId(index),
    }))
    await copy('checkout_items', item!.id, (index) => ({ checkout_id: checkoutId(index) }))
    await copy('payments', first.paymentId, (index) => ({
      id: paymentId(index),
      payable_id: checkoutId(index),
      reference: reference(index),
      open_reference: reference(index),
    }))
    return Array.from({ length: count - 1 }, (_, index) => reference(index))
  })
  return [first.reference!, ...references].map((reference) => ({ reference, amount: 25_000 }))
}

async function numberOf(text: string, values: Value[]): Promise<number> {
  return (await onConnection((sql) => sql.row<{ count: number }>(text, values)))!.count
}

const depositsIn = (shop: Merchant) =>
  numberOf('SELECT COUNT(*) AS count FROM deposits WHERE project_id = ?', [shop.projectId])
const completedIn = (shop: Merchant) =>
  numberOf("SELECT COUNT(*) AS count FROM events WHERE project_id = ? AND type = 'checkout.completed'", [
    shop.projectId,
  ])
const receiptsIn = (shop: Merchant) =>
  numberOf('SELECT COUNT(DISTINCT receipt_number) AS count FROM checkouts WHERE project_id = ?', [
    shop.projectId,
  ])

/** Imports a statement as an API user does. */
async function imported(shop: Merchant, money: readonly Money[]): Promise<StatementImportObject> {
  const { body } = await shop
    .call('post', '/payments/import?dry_run=false')
    .set('Content-Type', 'text/csv')
    .send(statement(money) as unknown as string)
    .expect(200)
  return (body as { data: StatementImportObject }).data
}

/** Locks the row of a payment until `release` is called. */
async function holdPayment(paymentId: number): Promise<{ release: () => Promise<void> }> {
  const released = new AbortController()
  let isHeld: () => void = () => undefined
  const held = new Promise<void>((resolve) => (isHeld = resolve))
  const transaction = transact(
    async (tx) => {
      await tx.sql.row('SELECT id FROM payments WHERE id = ? FOR UPDATE', [paymentId])
      isHeld()
      // The server ends a transaction that is idle.
      for (; !released.signal.aborted; await pause(100)) await tx.sql.row('SELECT 1')
    },
    { now },
  )
  await held
  return {
    release: async () => {
      released.abort()
      await transaction
    },
  }
}

describe('confirming many lines together', () => {
  it('takes the same number of calls for 2 and for 40 orders', async () => {
    const shop = await givenTransferShop()
    const countFor = async (count: number) => {
      const lines = await previewOf(shop, await givenMany(shop, count))
      const calls = await roundTripsOf(async () => confirmLines(await scopeOf(shop), lines, confirming))
      expect(lines.every(({ confirmed }) => confirmed)).to.equal(true)
      return calls.length
    }
    await countFor(2)
    expect(await countFor(40)).to.equal(await countFor(2))
    expect(await completedIn(shop)).to.equal(44)
    expect(await receiptsIn(shop)).to.equal(44)
  })

  it('confirms orders of every kind, each with its events', async () => {
    const { shop, another } = await bindClub()
    const link = await givenLink(shop)
    await givenCode(shop, 'TEN')
    const bat = await givenCustomer(shop, { email: 'bat@example.com' })
    const dorj = await givenCustomer(shop, { email: 'dorj@example.com' })
    const orders = {
      guest: await givenCheckout(shop),
      'first of a customer': await givenCheckout(shop, { ...tea(), customer_id: bat }),
      'second of a customer': await givenCheckout(shop, { ...tea(), customer_id: bat }),
      'of another customer': await givenCheckout(shop, { ...tea(), customer_id: dorj }),
      'by link': await link.visitor.buy(shop),
      'also by link': await link.another().buy(shop),
      'with a code': await givenCheckout(shop, { ...tea(), allow_promotion_codes: true }),
      subscription: await another('sukh@example.com'),
      'another subscription': await another('tuya@example.com'),
    }
    await orders['with a code'].customer.press('apply_code', { promotion_code: 'TEN' })
    const transfers: Record<string, Awaited<ReturnType<typeof transferFor>>> = {}
    for (const [name, order] of Object.entries(orders)) transfers[name] = await transferFor(shop, order)
    const invoice = await invoiceOf(shop, bat)

    const lines = await previewOf(shop, [...Object.values(transfers), invoice.money])
    expect(lines.map(({ result }) => result)).to.deep.equal(lines.map(() => 'exact'))
    expect(await confirmLines(await scopeOf(shop), lines, confirming)).to.equal(0)
    expect(lines.map(({ confirmed }) => confirmed)).to.deep.equal(lines.map(() => true))

    for (const [name, { id, payment }] of Object.entries(transfers)) {
      expect((await payment()).status, name).to.equal('paid')
      expect(await eventsOf('checkout', id), name).to.deep.equal(['checkout.completed'])
    }
    expect(await eventsOf('invoice', invoice.id)).to.include('invoice.paid')
    expect(await receiptsIn(shop)).to.equal(Object.keys(orders).length)
    expect(await link.link()).to.include({ times_sold: 2 })
    const { body: subscriptions } = await shop.get('/subscriptions?status=active').expect(200)
    expect((subscriptions as { data: unknown[] }).data).to.have.lengthOf(2)
  })

  it('loses no other line if one no longer fits', async () => {
    const shop = await givenTransferShop()
    const money = await givenMany(shop, 30)
    const lines = await previewOf(shop, money)
    const decided = lines[12]!
    await shop.post(`/payments/${decided.paymentId}/confirm`).expect(200)
    await confirmLines(await scopeOf(shop), lines, confirming)
    expect(decided).to.include({ confirmed: false, result: 'already_confirmed' })
    expect(lines.filter(({ confirmed }) => confirmed)).to.have.lengthOf(29)
    expect(await depositsIn(shop)).to.equal(30)
    expect(await completedIn(shop)).to.equal(30)
  })

  it('loses no other line while another transaction holds one payment', async () => {
    const shop = await givenTransferShop()
    const money = await givenMany(shop, 20)
    const lines = await previewOf(shop, money)
    const { release } = await holdPayment(lines[7]!.paymentId!)
    const importing = confirmLines(await scopeOf(shop), lines, confirming)
    while ((await depositsIn(shop)) < 7) await pause(20)
    await release()
    await importing
    expect(lines.every(({ confirmed }) => confirmed)).to.equal(true)
    expect(await depositsIn(shop)).to.equal(20)
  })

  it('continues with the lines that remain when there was no time for them', async () => {
    const shop = await givenTransferShop()
    const money = await givenMany(shop, 310)
    let asked = 0
    const remaining = await confirmLines(await scopeOf(shop), await previewOf(shop, money), {
      ...confirming,
      mayContinue: () => (asked += 1) <= 3,
    })
    expect(remaining).to.equal(10)
    expect(await imported(shop, money)).to.deep.include({ confirmed: 10, remaining: 0 })
    expect(await depositsIn(shop)).to.equal(310)
  })

  it('confirms each line once if its process is killed and the file is imported again', async () => {
    const folder = mkdtempSync(join(tmpdir(), 'statement-'))
    const file = join(folder, 'statement.csv')
    const shop = await givenTransferShop()
    const money = await givenMany(shop, 160)
    writeFileSync(file, statement(money))
    // The import cannot finish: its last batch waits for this row when the process is killed.
    const { release } = await holdPayment((await previewOf(shop, money)).at(-1)!.paymentId!)
    const args = ['payment', 'import', file, '--project', `${shop.projectId}`, '--mode', 'test']
    const child = spawn(process.execPath, ['dist/cli/main.js', ...args])
    const ended = once(child, 'exit')
    while ((await depositsIn(shop)) === 0) await pause(5)
    child.kill('SIGKILL')
    expect(await ended).to.deep.equal([null, 'SIGKILL'])
    await release()
    rmSync(folder, { recursive: true })

    const before = await depositsIn(shop)
    expect(before).to.be.within(1, 159)
    const { counts, confirmed } = await imported(shop, money)
    // The killed process's last transaction may still have committed.
    expect(counts.already_confirmed).to.be.at.least(before)
    expect(counts.already_confirmed + confirmed).to.equal(160)
    expect([await depositsIn(shop), await completedIn(shop), await receiptsIn(shop)]).to.deep.equal([
      160, 160, 160,
    ])
  })
})

describe('a file that is sent without its length', () => {
  it('is refused with the limit if it is larger than 10 MB', async () => {
    const shop = await givenTransferShop()
    const server = app.listen(0, '127.0.0.1')
    await once(server, 'listening')
    const sending = httpRequest({
      port: (server.address() as AddressInfo).port,
      path: `/v1/projects/${shop.projectId}/payments/import`,
      method: 'POST',
      headers: { authorization: `Bearer ${shop.tokens.test}`, 'content-type': 'text/csv' },
    })
    const answered = once(sending, 'response') as Promise<[IncomingMessage]>
    const part = Buffer.alloc(64 * 1024, 'a')
    for (let sent = 0; sent <= 10 * 1024 * 1024; sent += part.length)
      if (!sending.write(part)) await once(sending, 'drain')
    sending.end()
    const [response] = await answered
    const body = Buffer.concat(await response.toArray()).toString()
    expect(sending.getHeader('content-length')).to.equal(undefined)
    expect(response.statusCode).to.equal(413)
    expect((JSON.parse(body) as { message: string }).message).to.contain('10 MB')
    server.close()
  })
})

/** A merchant who accepts transfers and sells a subscription, with a function that opens one for a new customer. */
async function bindClub() {
  const club = await givenClub([BASIC])
  await acceptTransfers(club.shop)
  return { shop: club.shop, another: async (email: string) => (await club.another(email)).opened('basic') }
}

async function invoiceOf(shop: Merchant, customerId: number) {
  const { id, customer } = await givenInvoice(shop, { customer_id: customerId })
  await customer.pay({ payment_method: 'bank_transfer' })
  const [payment] = await paymentsOf(id, 'invoice')
  const { body } = await shop.get(`/payments/${payment!.id}`).expect(200)
  const { reference, amount } = (body as { data: Money }).data
  return { id, money: { reference, amount } }
}
