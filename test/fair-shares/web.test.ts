import { expect } from 'chai'
import mysql, { type Connection } from 'mysql2/promise'
import { config } from '../../common/runtime/config.ts'
import { givenCode } from '../support/given/checkout.ts'
import { givenCustomer, givenMerchant, type Merchant, tea } from '../support/given/merchant.ts'
import { givenOrder } from '../support/given/promotion-code.ts'
import { until } from '../support/service.ts'

/** More requests than connections, and than may wait for half of the pool. */
const MANY = 60

/** Requests of the other project are sent while the lock is held, so no test depends on the machine's speed. */
describe('a web process, while many requests of one project wait for locked rows', () => {
  let busy: Merchant
  let other: Merchant
  let holder: Connection

  beforeEach(async () => {
    busy = await givenMerchant()
    other = await givenMerchant()
    holder = await mysql.createConnection({ uri: config().databaseUrl })
    await other.post('/checkouts', tea()).expect(201)
  })
  afterEach(async () => {
    await holder.end()
  })

  async function lock(table: string, ids: readonly number[]): Promise<void> {
    await holder.beginTransaction()
    await holder.query('SELECT id FROM ?? WHERE id IN (?) FOR UPDATE', [table, ids])
  }

  /** Waits until requests of the busy project wait for locks, which is when they hold connections. */
  async function untilRequestsWait(table: string): Promise<void> {
    const observer = await mysql.createConnection({ uri: config().databaseUrl })
    await until(async () => {
      const [rows] = await observer.query<mysql.RowDataPacket[]>(
        'SELECT id FROM information_schema.processlist WHERE id <> CONNECTION_ID() AND info LIKE ?',
        [`%${table}%FOR UPDATE%`],
      )
      return rows.length > 1
    })
    await observer.end()
  }

  const statuses = (requests: readonly PromiseLike<{ status: number }>[]) =>
    Promise.all(requests.map(async (request) => (await request).status))

  async function serveOther(): Promise<void> {
    for (let count = 0; count < 3; count += 1) await other.post('/checkouts', tea()).expect(201)
    await other.get('/checkouts').expect(200)
  }

  it('serves another project during 60 requests about one locked customer, and then those 60', async () => {
    const customer_id = await givenCustomer(busy, { email: 'bat@example.com' })
    const { body } = await busy
      .post('/prices', {
        unit_amount: 10_000,
        recurring_interval: 'month',
        product_data: { name: 'Club' },
      })
      .expect(201)
    const price_id = (body as { data: { id: number } }).data.id
    const create = () => busy.post('/checkouts', { customer_id, items: [{ price_id, quantity: 1 }] })
    await create().expect(201)
    await lock('customers', [customer_id])
    const waiting = statuses(Array.from({ length: MANY }, create))
    await untilRequestsWait('customers')
    await serveOther()
    await holder.commit()
    expect(new Set(await waiting)).to.deep.equal(new Set([201]))
  })

  it('serves another project during requests about 30 locked customers', async () => {
    const ids = await Promise.all(
      Array.from({ length: 30 }, (_, index) => givenCustomer(busy, { email: `bat${index}@example.com` })),
    )
    await lock('customers', ids)
    const waiting = statuses(ids.map((id) => busy.patch(`/customers/${id}`, { name: 'Bat' })))
    await untilRequestsWait('customers')
    await serveOther()
    await holder.commit()
    expect(new Set(await waiting)).to.deep.equal(new Set([200]))
  })

  it('serves another project during 60 form posts to one locked checkout', async () => {
    await givenCode(busy, 'TEN', { percent_off: 10 })
    const { customer, id } = await givenOrder(busy)
    const page = await customer.get()
    await lock('checkouts', [id])
    const posts = Array.from({ length: MANY }, () =>
      customer.press('apply_code', { promotion_code: 'TEN' }, page),
    )
    const waiting = statuses(posts)
    await untilRequestsWait('checkouts')
    await serveOther()
    await holder.commit()
    const answers = await waiting
    expect(answers).to.include(200)
    // 422: the order has the code already.
    expect(answers.filter((status) => ![200, 422, 429].includes(status))).to.deep.equal([])
  })
})
