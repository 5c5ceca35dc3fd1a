import { spawn } from 'node:child_process'
import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { text } from 'node:stream/consumers'
import { expect } from 'chai'
import type { OwnCopy } from '../support/own-copy.ts'

interface Order {
  state: string
  amount: number
  currency: string
  refunded: number
  url: string
}

/** The provider that the guide describes. */
class FakeVoucher {
  readonly orders = new Map<string, Order>()
  readonly keys: string[] = []
  readonly #server: Server

  constructor() {
    this.#server = createServer((request, response) => {
      void text(request).then((body) => {
        const key = String(request.headers.authorization)
        this.keys.push(key)
        const known = key === 'Bearer tea:test-s3cret'
        const answer = this.#do(
          `${request.method} ${request.url}`,
          (body === '' ? {} : JSON.parse(body)) as Order,
        )
        response.writeHead(known ? 200 : 401).end(JSON.stringify(answer))
      })
    })
  }

  async start(): Promise<string> {
    await new Promise<void>((listening) => this.#server.listen(0, '127.0.0.1', listening))
    return `http://127.0.0.1:${(this.#server.address() as AddressInfo).port}`
  }

  stop(): void {
    this.#server.close()
    this.#server.closeAllConnections()
  }

  #do(route: string, { amount, currency }: Order): object {
    const [, method = '', resource = '', id = '', more] =
      /^(\w+) \/(\w+)(?:\/(\d+))?(\/refunds\/\d+|\/use)?$/.exec(route) ?? []
    if (resource === 'shop') return { open: true }
    const known = this.orders.get(id)
    if (more === '/use' && known) known.state = 'used'
    else if (more && known) known.refunded += amount
    else if (method === 'POST' && !known)
      this.orders.set(id, {
        state: 'open',
        amount,
        currency,
        refunded: 0,
        url: `https://voucher.example/${id}`,
      })
    else if (method === 'DELETE' && known?.state === 'open') known.state = 'void'
    return this.orders.get(id) ?? {}
  }
}

/** Runs in the copy: sets the method up with the command line, pays a checkout, and refunds a part. */
export const TRY_VOUCHER = `
import { run } from '../cli/run.ts'
import { sendRefund } from '../common/services/operations/send-refund.ts'
import { getProject } from '../common/services/projects/find.ts'
import { atomically } from '../common/runtime/atomically.ts'
import { onConnection } from '../db/sql.ts'
import { openServer } from './support/ask.ts'
import { travelTo } from './support/due.ts'
import { givenCheckout } from './support/given/checkout.ts'
import { givenMerchant } from './support/given/merchant.ts'

await openServer()
const shop = await givenMerchant()
const account = ['--mode', 'test', '--voucher-shop', 'tea', '--voucher-key', '-']
const set = await run(['project', 'update', String(shop.projectId), ...account, '--json'])
const project = await onConnection((sql) => getProject(sql, shop.projectId))
const check = await shop.post('/payment-methods/voucher/check').expect(200)
const checkout = await givenCheckout(shop)
const offered = (await checkout.customer.get()).text
await checkout.customer.pay({ payment_method: 'voucher' })
const { id } = (await shop.get('/payments?checkout_id=' + checkout.id).expect(200)).body.data[0]
const page = (await checkout.customer.get()).text
await fetch(process.env.VOUCHER_URL + '/orders/' + id + '/use', { method: 'POST', headers: { authorization: 'Bearer tea:test-s3cret' } })
await travelTo(shop.projectId, new Date(Date.now() + 6_000))
const refund = await shop.post('/payments/' + id + '/refunds', { amount: 10_000 })
await sendRefund(project, refund.body.data.id, atomically)
const payment = (await shop.get('/payments/' + id).expect(200)).body.data
const found = { set: JSON.parse(set.stdout || set.stderr), check: check.body.data, offered: offered.includes('With a voucher'),
  leads: page.includes('https://voucher.example/' + id), status: (await checkout.retrieve()).status, payment }
process.stdout.write(JSON.stringify(found), () => process.exit(0))
`

/** Tests the method of `copy`, in which `script` is the path of the bundled `TRY_VOUCHER`. */
export function testVoucher(copy: () => OwnCopy, script: () => string): void {
  const voucher = new FakeVoucher()
  let url: string

  before(async () => {
    url = await voucher.start()
  })
  after(() => voucher.stop())

  it('is set up, checked, paid with and refunded', async () => {
    const child = spawn(process.execPath, [script()], {
      cwd: copy().folder,
      env: { ...process.env, VOUCHER_URL: url },
      stdio: ['pipe', 'pipe', 'inherit'],
    })
    child.stdin.end('test-s3cret\n')
    const found = JSON.parse(await text(child.stdout)) as { set: object; check: object; payment: object }
    expect(found.set).to.have.deep.nested.property('payment_methods.voucher', {
      live: { enabled: false, shop: null, key_set: false },
      test: { enabled: true, shop: 'tea', key_set: true },
    })
    expect(found.check).to.deep.equal({ ok: true, problems: [] })
    expect(found).to.include({ offered: true, leads: true, status: 'complete' })
    expect(found.payment).to.include({
      method: 'voucher',
      status: 'paid',
      amount_received: 25_000,
      amount_refunded: 10_000,
    })
    expect([...voucher.orders.values()]).to.have.length(1)
    expect([...voucher.orders.values()][0]).to.include({ state: 'used', refunded: 10_000 })
    expect(new Set(voucher.keys)).to.deep.equal(new Set(['Bearer tea:test-s3cret']))
  })
}
