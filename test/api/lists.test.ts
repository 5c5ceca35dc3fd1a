import { expect } from 'chai'
import { numbers } from '../../bench/fill/numbers.ts'
import { listCustomers } from '../../common/services/customers/list.ts'
import { getProject } from '../../common/services/projects/find.ts'
import { onConnection, type Sql } from '../../db/sql.ts'
import { atomically } from '../../worker/atomically.ts'
import { givenCustomer, givenMerchant, type Merchant, tea } from '../support/given/merchant.ts'
import { givenClock, givenMonthly } from '../support/given/test-clock.ts'
import { separately } from '../support/separately.ts'
import { statementsOf } from '../support/statements.ts'

interface Listed {
  id: number
  created_at: string
}

interface Answer {
  data: Listed[]
  meta: { has_more?: boolean; total?: number; per_page?: number; last_page?: number }
}

const idsOf = ({ data }: Answer) => data.map(({ id }) => id)

async function list(shop: Merchant, path: string): Promise<Answer> {
  return (await shop.get(path).expect(200)).body as Answer
}

async function givenProducts(shop: Merchant, count: number): Promise<number[]> {
  const ids: number[] = []
  for (let n = 0; n < count; n += 1) {
    ids.push((await shop.post('/products', { name: `Tea ${n}` }).expect(201)).body.data.id)
  }
  return ids
}

const LISTS = [
  'audit-log',
  'checkouts',
  'customers',
  'events',
  'invoices',
  'payment-links',
  'payments',
  'prices',
  'products',
  'promotion-codes',
  'refunds',
  'subscriptions',
  'test-clocks',
  'webhook-deliveries',
  'webhook-endpoints',
]

describe('every list', () => {
  for (const path of LISTS) {
    describe(path, () => {
      it('accepts a limit, a cursor and times, and rejects invalid ones', async () => {
        const shop = await givenMerchant()
        const page = await list(shop, `/${path}?limit=100&page=1`)
        expect(page.meta.per_page).to.equal(100)
        const times = 'created[gt]=2020-01-01T00:00:00Z&created[lte]=2020-01-02T00:00:00%2B08:00'
        for (const cursor of ['after=0', 'before=9'])
          expect((await list(shop, `/${path}?limit=1&${cursor}&${times}`)).meta).to.include({
            has_more: false,
          })
        const wrong =
          'limit=101&after=-1&before=0&created[gte]=yesterday&created[lt]=1&created=1&created[eq]=2'
        const { status, body } = await shop.get(`/${path}?${wrong}`)
        expect(status).to.equal(422)
        expect(body.errors).to.include.keys(
          ...['limit', 'after', 'before', 'created[gte]', 'created[lt]', 'created', 'created[eq]'],
        )
      })

      it('rejects a page together with a cursor, under both parameters', async () => {
        const shop = await givenMerchant()
        const { status, body } = await shop.get(`/${path}?page=1&after=5`)
        expect(status).to.equal(422)
        expect(body.errors).to.deep.equal({
          page: ['Pass at most one of page, after, before.'],
          after: ['Pass at most one of page, after, before.'],
        })
      })
    })
  }
})

describe('a list in pages', () => {
  it('has `limit` objects on each page, and links that keep the limit', async () => {
    const shop = await givenMerchant()
    const ids = (await givenProducts(shop, 7)).reverse()
    const answer = await shop.get('/products?limit=3&page=2').expect(200)
    expect(idsOf(answer.body as Answer)).to.deep.equal(ids.slice(3, 6))
    expect(answer.body.meta).to.deep.equal({ current_page: 2, last_page: 3, per_page: 3, total: 7 })
    const base = `<http://127.0.0.1:3000/v1/projects/${shop.projectId}/products`
    expect(answer.headers.link).to.equal(
      `${base}?limit=3&page=3>; rel="next", ${base}?limit=3&page=1>; rel="prev"`,
    )
    expect(idsOf(await list(shop, '/products?limit=3&page=3'))).to.deep.equal(ids.slice(6))
  })
})

describe('a list with a cursor', () => {
  it('has no gap and no duplicate going backward while rows are added', async () => {
    const shop = await givenMerchant()
    const ids = await givenProducts(shop, 10)
    const seen: number[] = []
    let before = ids.at(-1)! + 1
    for (;;) {
      const { data, meta } = await list(shop, `/products?limit=4&before=${before}`)
      expect(meta).to.deep.equal({ has_more: seen.length + data.length < 10 })
      seen.push(...data.map(({ id }) => id))
      if (meta.has_more !== true) break
      before = seen.at(-1)!
      await givenProducts(shop, 1)
    }
    expect(seen).to.deep.equal(ids.reverse())
  })

  it('is oldest first going forward, and includes rows added meanwhile', async () => {
    const shop = await givenMerchant()
    const ids = await givenProducts(shop, 5)
    const first = await shop.get('/products?limit=4&after=0').expect(200)
    expect(idsOf(first.body as Answer)).to.deep.equal(ids.slice(0, 4))
    expect(first.body.meta).to.deep.equal({ has_more: true })
    expect(first.headers.link).to.match(new RegExp(`\\?limit=4&after=${ids[3]}>; rel="next"$`))
    ids.push(...(await givenProducts(shop, 2)))
    const rest = await list(shop, `/products?limit=4&after=${ids[3]}`)
    expect(idsOf(rest)).to.deep.equal(ids.slice(4))
    expect(await list(shop, `/products?after=${ids[6]}`)).to.deep.equal({
      data: [],
      meta: { has_more: false },
    })
  })

  it('continues after an object that was deleted meanwhile, and is empty after an id that no object has', async () => {
    const shop = await givenMerchant()
    const draft = { amount: 1_000, auto_advance: false }
    const ids: number[] = []
    for (let made = 0; made < 2; made += 1) {
      const { body } = await shop.post('/invoices', draft).expect(201)
      ids.push((body as { data: { id: number } }).data.id)
    }
    await shop.delete(`/invoices/${ids[0]}`).expect(200)
    expect(idsOf(await list(shop, `/invoices?after=${ids[0]}`))).to.deep.equal([ids[1]])
    await shop.delete(`/invoices/${ids[1]}`).expect(200)
    for (const id of [ids[1], 999_999_999])
      expect(await list(shop, `/invoices?after=${id}`)).to.deep.equal({ data: [], meta: { has_more: false } })
  })

  it('ends, going forward, before a row that is not committed yet', async () => {
    const shop = await givenMerchant()
    const [first = 0] = await givenProducts(shop, 1)
    const insert = `INSERT INTO products (project_id, is_test, name, created_at, updated_at) VALUES (?, TRUE, 'Late', ?, ?)`
    let during: Answer | undefined
    let later = 0
    const late = await atomically(async (tx) => {
      const { insertId } = await tx.sql.run(insert, [shop.projectId, tx.now, tx.now])
      await separately(async () => {
        later = (await givenProducts(shop, 1))[0]!
        during = await list(shop, '/products?after=0')
      })
      return insertId
    })
    expect(late).to.be.below(later)
    expect(idsOf(during!), 'a client that saw the later row would never ask for the late one').to.deep.equal([
      first,
    ])
    expect(during!.meta.has_more).to.equal(true)
    expect(idsOf(await list(shop, `/products?after=${first}`))).to.deep.equal([late, later])
  })

  it('contains only one mode of one project', async () => {
    const shop = await givenMerchant()
    await givenProducts(shop, 2)
    for (const stranger of [shop.live, await givenMerchant()])
      expect(idsOf(await list(stranger, '/products?after=0'))).to.deep.equal([])
  })
})

describe('a list of objects created in a range', () => {
  it('includes or excludes each end to the microsecond', async () => {
    const shop = await givenMerchant()
    const times = ['2026-03-01 00:00:00.000000', '2026-03-01 00:00:00.001000', '2026-03-02 00:00:00.000000']
    const ids: number[] = []
    for (const time of times) {
      const id = await givenCustomer(shop, { client_reference_id: time })
      await onConnection((sql) => sql.run('UPDATE customers SET created_at = ? WHERE id = ?', [time, id]))
      ids.push(id)
    }
    const [one, two, three] = ids
    const found = async (query: string) => idsOf(await list(shop, `/customers?${query}`))
    expect(await found('created[gt]=2026-03-01T00:00:00Z')).to.deep.equal([three, two])
    expect(await found('created[gte]=2026-03-01T00:00:00Z')).to.deep.equal([three, two, one])
    expect(await found('created[lt]=2026-03-01T00:00:00.001Z')).to.deep.equal([one])
    expect(await found('created[lte]=2026-03-01T00:00:00.001Z')).to.deep.equal([two, one])
    expect(
      await found('created[gte]=2026-03-01T08:00:00%2B08:00&created[lt]=2026-03-02T00:00:00Z'),
    ).to.deep.equal([two, one])
    expect(await found(`created[lt]=2026-03-02T00:00:00Z&after=${one}`)).to.deep.equal([two])
  })
})

/** Returns how many entries of tables and indexes a connection has read since `FLUSH STATUS`. */
async function entriesRead(sql: Sql): Promise<number> {
  const counts = await sql.rows<{ Value: string }>("SHOW SESSION STATUS LIKE 'Handler_read%'")
  return counts.reduce((sum, { Value }) => sum + Number(Value), 0)
}

describe('a list of objects created in a range, in live mode', () => {
  it('reads no older or newer rows, and contains all in the range', async () => {
    const shop = await givenMerchant()
    await onConnection(async (sql) => {
      const project = await getProject(sql, shop.projectId)
      const times = "'2020-01-01' + INTERVAL seq * 10 MINUTE"
      await sql.run(
        `INSERT INTO customers (project_id, is_test, client_reference_id, created_at, updated_at)
         SELECT ?, FALSE, seq, ${times}, ${times} FROM ${numbers(1, 3_000)}`,
        [shop.projectId],
      )
      // Ids rise, but a time is written a moment after its id: a row may be older than the one before it.
      await sql.run(
        `UPDATE customers SET created_at = created_at - INTERVAL 20 MINUTE
         WHERE project_id = ? AND client_reference_id IN ('492', '1510')`,
        [shop.projectId],
      )
      await sql.run('ANALYZE TABLE customers')
      const time = {
        'created[gte]': new Date('2020-01-04T09:40:00Z'), // the time of 490, and now of 492
        'created[lt]': new Date('2020-01-11T11:30:00Z'), // the time of 1509; 1510 is now earlier
      }
      const read = async (part: object) => {
        await sql.run('FLUSH STATUS')
        const { items } = await listCustomers(sql, { project, isTest: false }, { ...time, ...part })
        return [items.map(({ client_reference_id }) => client_reference_id), await entriesRead(sql)] as const
      }
      const [newest, entries] = await read({ before: 2 ** 40, limit: 5 })
      expect(newest).to.deep.equal(['1510', '1508', '1507', '1506', '1505'])
      expect(entries).to.be.below(100)
      const [oldest, others] = await read({ after: 0, limit: 3 })
      expect(oldest).to.deep.equal(['490', '491', '492'])
      expect(others).to.be.below(100)
      expect((await read({ page: 41 }))[0].at(-1)).to.equal('490')
    })
  })

  for (const path of LISTS.filter((list) => !/clocks|endpoints/.test(list)))
    it(`starts reading at an id: ${path}`, async () => {
      const { live } = await givenMerchant()
      const list = `/${path}?created[gte]=2020-01-02T00:00:00Z&created[lt]=9999-12-31T23:59:59Z`
      const lookups = (await statementsOf(() => live.get(list).expect(200))).filter((text) =>
        / ORDER BY created_at (ASC|DESC) LIMIT 1$/.test(text),
      )
      expect(lookups).to.have.length(path === 'customers' ? 4 : 2)
    })
})

describe('a list of objects created in a range, with advanced test clocks', () => {
  it('contains everything created in the range, by any clock', async () => {
    const shop = await givenMerchant()
    await givenMonthly(shop)
    const start = Date.now()
    const inDays = (days: number) => new Date(start + days * 86_400_000).toISOString()
    const order = { items: [{ price: 'club', quantity: 1 }] }
    const realTime = async (name: string) => {
      const customer_id = await givenCustomer(shop, { client_reference_id: name })
      await shop.post('/checkouts', { ...order, customer_id }).expect(201)
    }
    await realTime('first')
    const [ahead, behind] = [await givenClock(shop, inDays(400)), await givenClock(shop, inDays(-400))]
    for (const clock of [ahead, behind]) await clock.buy((await clock.givenCustomer()).id, 'club')
    await realTime('second')
    for (const clock of [ahead, behind]) {
      await clock.advance(
        new Date(Date.parse((await clock.get()).frozen_time) + 40 * 86_400_000).toISOString(),
      )
      await clock.givenCustomer({ email: 'later@example.com' })
    }
    await realTime('third')
    const ranges = [
      [-500, -380],
      [-380, -300],
      [-1, 1],
      [1, 410],
      [410, 500],
      [-390, 405],
    ] as const
    for (const path of ['customers', 'checkouts', 'payments', 'subscriptions', 'events']) {
      const { data: all } = await list(shop, `/${path}?limit=100`)
      for (const [from, until] of ranges) {
        const within = all.filter(({ created_at: at }) => at >= inDays(from) && at < inDays(until))
        const query = `created[gte]=${inDays(from)}&created[lt]=${inDays(until)}&limit=100`
        expect(idsOf(await list(shop, `/${path}?${query}`)), `${path} ${query}`).to.deep.equal(
          within.map(({ id }) => id),
        )
        expect(idsOf(await list(shop, `/${path}?${query}&after=0`))).to.deep.equal(
          within.map(({ id }) => id).reverse(),
        )
      }
    }
  })
})

describe('a list of customers', () => {
  it('starts reading at the cursor, though it skips erased customers', async () => {
    const shop = await givenMerchant()
    await onConnection(async (sql) => {
      const project = await getProject(sql, shop.projectId)
      await sql.run(
        `INSERT INTO customers (project_id, is_test, client_reference_id, created_at, updated_at)
         SELECT ?, FALSE, seq, '2020-01-01', '2020-01-01' FROM ${numbers(1, 4_000)}`,
        [shop.projectId],
      )
      await sql.run('ANALYZE TABLE customers')
      const middle = await sql.row<{ id: number }>(
        'SELECT id FROM customers WHERE project_id = ? ORDER BY id LIMIT 1 OFFSET 2500',
        [shop.projectId],
      )
      for (const part of [{ before: middle!.id }, { after: middle!.id }]) {
        await sql.run('FLUSH STATUS')
        const { items } = await listCustomers(sql, { project, isTest: false }, { ...part, limit: 5 })
        expect(items).to.have.length(5)
        expect(await entriesRead(sql), JSON.stringify(part)).to.be.below(100)
      }
    })
  })
})

describe('a list of several statuses', () => {
  it('contains and counts the objects of each status, in one order', async () => {
    const shop = await givenMerchant()
    const ids: number[] = []
    for (let n = 0; n < 6; n += 1)
      ids.unshift((await shop.post('/checkouts', tea()).expect(201)).body.data.id)
    const expired = [ids[1]!, ids[4]!]
    for (const id of expired) await shop.post(`/checkouts/${id}/expire`).expect(200)
    const both = await list(shop, '/checkouts?status=open,expired&limit=4')
    expect(idsOf(both)).to.deep.equal(ids.slice(0, 4))
    expect(both.meta).to.include({ total: 6, last_page: 2 })
    expect(idsOf(await list(shop, '/checkouts?status=open,expired&limit=4&page=2'))).to.deep.equal(
      ids.slice(4),
    )
    expect(idsOf(await list(shop, '/checkouts?status=expired,complete'))).to.deep.equal(expired)
    expect(idsOf(await list(shop, '/checkouts?status=expired,open&after=0'))).to.deep.equal(
      [...ids].reverse(),
    )
  })

  for (const path of ['checkouts', 'payments', 'subscriptions'])
    it(`of ${path} rejects an unknown status`, async () => {
      const shop = await givenMerchant()
      for (const status of ['open;paid', 'active,', 'nothing']) {
        const { body } = await shop.get(`/${path}?status=${status}`).expect(422)
        expect(body.errors.status[0]).to.match(
          /^status must be one or more of '\w+', .+, separated by commas\.$/,
        )
      }
    })
})
