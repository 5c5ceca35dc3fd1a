import { expect } from 'chai'
import { endpoints } from '../../api/v1/router.ts'
import { config } from '../../common/runtime/config.ts'
import { trace } from '../../common/runtime/log.ts'
import { leaveReplica, onReplica } from '../../db/replica.ts'
import type { Sql } from '../../db/sql.ts'
import { givenMember, MemberBrowser } from '../support/given/member.ts'
import { givenMerchant, type Merchant, tea } from '../support/given/merchant.ts'
import { until } from '../support/service.ts'
import { statementsOf } from '../support/statements.ts'
import { StaleCopy } from './stale-copy.ts'

interface List {
  data: { id: number }[]
  meta: { safe_after?: number }
}

/** Lists that the primary answers: their answers must be exact. */
const EXACT: Record<string, string> = {
  listEvents: 'safe_after says up to which id no event can appear any more',
  listEntitlements: 'they decide about access',
}

describe('a read that can be seconds old', () => {
  let copy: StaleCopy
  let shop: Merchant
  let customerId: number
  before(async () => {
    copy = await StaleCopy.create()
  })
  after(async () => {
    await copy.drop()
  })
  beforeEach(async () => {
    shop = await givenMerchant()
    const { body } = await shop.post('/customers', { email: 'saraa@example.com', name: 'Saraa' }).expect(201)
    customerId = (body as { data: { id: number } }).data.id
    const order = await shop.post('/checkouts', { ...tea(), customer_id: customerId }).expect(201)
    await shop.post(`/checkouts/${(order.body as { data: { id: number } }).data.id}/expire`).expect(200)
    copy.use()
  })
  afterEach(() => {
    copy.leave()
  })

  const readsCopy = async (work: () => PromiseLike<unknown>) =>
    (await statementsOf(async () => work(), copy.name)).some((text) => text.includes('SELECT'))
  const listed = async (path: string) => (await shop.get(path).expect(200)).body as List

  it('is read from the replica if it is a page of a list, or with before', async () => {
    for (const query of ['', '?page=2', `?before=${customerId + 1}`, '?created[gt]=2020-01-01T00:00:00Z'])
      expect((await listed(`/customers${query}`)).data, query).to.deep.equal([])
  })

  it('is read from the replica in every list of the API but the exact ones', async () => {
    const lists = endpoints.filter(({ name }) => name.startsWith('list'))
    const exact: string[] = []
    for (const { name, path } of lists) if (!(await readsCopy(() => shop.get(path)))) exact.push(name)
    expect(lists.length).to.be.greaterThan(10)
    expect(exact).to.have.members(Object.keys(EXACT))
  })

  it('is read from the replica if it is a search', async () => {
    const { body } = await shop.get('/search?q=saraa').expect(200)
    expect(JSON.stringify(body)).not.to.include('saraa@example.com')
  })

  it('is read from the primary with after, which must miss no row', async () => {
    expect((await listed('/customers?after=0')).data.map(({ id }) => id)).to.deep.equal([customerId])
  })

  it('is read from the primary for events, which say up to which id they are complete', async () => {
    const { data, meta } = await listed('/events')
    expect(data.length).to.be.greaterThan(0)
    expect(meta.safe_after).to.be.at.least(data[0]!.id)
  })

  it('is read from the primary if an object is retrieved', async () => {
    await shop.get(`/customers/${customerId}`).expect(200)
  })

  describe('in the dashboard', () => {
    let browser: MemberBrowser
    let list: string
    const shows = async (address: string) =>
      (await browser.get(address)).text.replaceAll('<wbr>', '').includes('saraa@example.com')

    beforeEach(async () => {
      copy.leave()
      const email = `replica-${shop.projectId}@example.com`
      await givenMember(shop.projectId, email)
      browser = await MemberBrowser.of(email)
      list = `/dashboard/${shop.projectId}/test/customers`
      expect(await shows(list)).to.equal(true)
      copy.use()
    })

    it('is read from the replica for lists, search, files and the first page', async () => {
      for (const address of [list, `${list}?q=saraa`, `${list}.csv`])
        expect(await shows(address)).to.equal(false)
      const home = `/dashboard/${shop.projectId}/test`
      expect(await readsCopy(() => browser.get(home))).to.equal(true)
    })

    it('is read from the primary for the page of an object', async () => {
      expect(await shows(`${list}/${customerId}`)).to.equal(true)
    })

    it('is read from the primary after the member has changed something, for some seconds', async () => {
      const fields = { name: 'Saruul', email: 'saraa@example.com', phone: '', client_reference_id: '' }
      const answer = await browser.press(`${list}/${customerId}/edit`, 'save', fields)
      const [cookie] = (answer.headers['set-cookie'] as unknown as string[]).filter((text) =>
        text.startsWith('tolbor_changed='),
      )
      expect(cookie).to.match(/Max-Age=10;.*HttpOnly; SameSite=Lax/)
      for (const address of [list, `${list}?q=saraa`, `${list}.csv`])
        expect(await shows(address)).to.equal(true)
      browser.cookies.delete('tolbor_changed')
      expect(await shows(list)).to.equal(false)
    })
  })

  describe('while the replica fails', () => {
    it('is read from the primary while a table of this release has not arrived', async () => {
      await copy.run('RENAME TABLE ??.customers TO ??.customers_old', [copy.name, copy.name])
      expect((await listed('/customers')).data).to.have.length(1)
      await copy.run('RENAME TABLE ??.customers_old TO ??.customers', [copy.name, copy.name])
    })

    it('is read from the primary while a column of this release has not arrived', async () => {
      await copy.run('ALTER TABLE ??.customers RENAME COLUMN phone TO telephone', [copy.name])
      const read = onReplica((sql) => sql.rows('SELECT phone FROM customers'))
      expect((await read).length).to.be.greaterThan(0)
      await copy.run('ALTER TABLE ??.customers RENAME COLUMN telephone TO phone', [copy.name])
    })

    it('is read from the primary if the connection breaks meanwhile', async () => {
      const read = onReplica(async (sql) => {
        if (await isStale(sql, copy))
          throw Object.assign(new Error('lost'), { code: 'PROTOCOL_CONNECTION_LOST', fatal: true })
        return sql.rows('SELECT id FROM customers')
      })
      expect((await read).length).to.be.greaterThan(0)
    })

    it('is read from the primary if the replica hangs and is given up', async () => {
      let goOn: () => void = () => undefined
      const hangs = new Promise<void>((resolve) => (goOn = resolve))
      let runs = 0
      const read = onReplica(async (sql) => {
        runs += 1
        if (await isStale(sql, copy)) await hangs
        return sql.rows('SELECT id FROM customers')
      })
      await until(async () => runs === 1)
      leaveReplica({ isLost: true })
      expect((await read).length).to.be.greaterThan(0)
      expect(runs).to.equal(2)
      goOn()
    })

    it('fails if it waits too long for a connection, so that the primary does not get all reads', async () => {
      let free: () => void = () => undefined
      const freed = new Promise<void>((resolve) => (free = resolve))
      const all = Array.from({ length: config().dbPoolMax }, () => onReplica(() => freed))
      const read = trace.run({ answerBy: performance.now() + 400 }, () =>
        onReplica((sql) => sql.rows('SELECT id FROM customers')),
      )
      const error = await read.catch((thrown: unknown) => thrown)
      free()
      await Promise.all(all)
      expect(String(error)).to.include('no connection to the database was free in time')
    })

    it('fails with a fault of its own, which the primary would repeat', async () => {
      let runs = 0
      const read = onReplica(async () => {
        runs += 1
        throw new TypeError('wrong')
      })
      expect(await read.catch(String)).to.equal('TypeError: wrong')
      expect(runs).to.equal(1)
    })
  })

  it('cannot write, even on a server that takes writes', async () => {
    const write = onReplica(async (sql) => {
      expect(await isStale(sql, copy)).to.equal(true)
      await sql.run("INSERT INTO migrations (name) VALUES ('by mistake')")
    })
    expect(await write.catch(String)).to.include('READ ONLY')
  })

  it('uses at most four fifths of the replica’s connections for one project', async () => {
    let free: () => void = () => undefined
    const freed = new Promise<void>((resolve) => (free = resolve))
    let begun = 0
    const of = (share: number, work: () => Promise<void>) =>
      trace.run({ share, answerBy: performance.now() + 5_000 }, () => onReplica(work))
    const busy = Array.from({ length: 15 }, () =>
      of(1, async () => {
        begun += 1
        await freed
      }),
    )
    await until(async () => begun === 8)
    await of(2, async () => undefined)
    expect(begun).to.equal(8)
    free()
    await Promise.all(busy)
  })
})

async function isStale(sql: Sql, { name }: StaleCopy): Promise<boolean> {
  return (await sql.row<{ name: string }>('SELECT DATABASE() AS name'))?.name === name
}
