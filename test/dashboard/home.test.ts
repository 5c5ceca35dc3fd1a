import { expect } from 'chai'
import type { Role } from '../../common/domain/members/role.ts'
import { DAY, HOUR, later } from '../../common/kit/time.ts'
import { setClock } from '../../common/runtime/clock.ts'
import { findProject } from '../../common/services/projects/find.ts'
import type { Scope } from '../../common/services/projects/project.ts'
import { findTasks } from '../../common/services/tasks/find-tasks.ts'
import { insert } from '../../db/rows.ts'
import { onConnection, type Sql } from '../../db/sql.ts'
import { explain } from '../support/explain.ts'
import { forgetSignIns, givenMember, MemberBrowser } from '../support/given/member.ts'
import { givenMerchant } from '../support/given/merchant.ts'
import { textOf } from '../support/given/portal-visitor.ts'
import { forgetNothing, outlineOf, statementsOf } from '../support/statements.ts'

const NOW = new Date('2026-08-12T11:04:00Z')

async function givenScope(): Promise<Scope> {
  const { projectId } = await givenMerchant()
  const project = await onConnection((sql) => findProject(sql, projectId))
  return { project: project!, isTest: false }
}

function write(table: string, { project, isTest }: Scope, row: object): Promise<number> {
  const own = { project_id: project.id, is_test: isTest, created_at: NOW, updated_at: NOW }
  return onConnection((sql) => insert(sql, table, { ...own, ...row }))
}

const transfer = {
  ...{ method: 'bank_transfer', status: 'pending', amount: 25_000, currency: 'MNT' },
  ...{ payable_type: 'checkout', payable_id: 1, claimed_at: NOW },
}

describe('the tasks on the first page', () => {
  it('have a count of zero in an empty shop', async () => {
    const scope = await givenScope()
    const tasks = await onConnection((sql) => findTasks(sql, scope, NOW))
    expect(Object.values(tasks).map(({ count }) => count)).to.deep.equal([0, 0, 0, 0, 0])
    expect(tasks.payments).to.deep.equal({ count: 0, sums: {}, since: null })
  })

  it('are counted with sums by currency and the oldest time, in one project and mode', async () => {
    const scope = await givenScope()
    for (const other of [await givenScope(), { ...scope, isTest: true }])
      await write('payments', other, transfer)
    const old = later(NOW, -3 * DAY)
    await write('payments', scope, { ...transfer, claimed_at: old })
    await write('payments', scope, { ...transfer, amount_received: 5_000 })
    await write('payments', scope, { ...transfer, currency: 'USD', amount: 700 })
    await write('payments', scope, { ...transfer, status: 'paid' })
    const unused = { ...transfer, status: 'refund_required', amount_received: 30_000, created_at: old }
    await write('payments', scope, unused)
    const invoice = { token: 'x', status: 'open', amount: 7_000, currency: 'MNT' }
    await write('invoices', scope, { ...invoice, due_date: old })
    await write('invoices', scope, { ...invoice, due_date: later(NOW, 1) })
    await write('invoices', scope, { ...invoice, status: 'paid', due_date: old })
    const endpoint = { url: 'https://x.mn/', secret: Buffer.from('x'), failing_since: old }
    await write('webhook_endpoints', scope, { ...endpoint, failures: 5 })
    await write('webhook_endpoints', scope, { ...endpoint, failures: 4 })
    await write('webhook_endpoints', scope, { ...endpoint, failures: 9, active: false })
    await write('webhook_endpoints', scope, { ...endpoint, failures: 9, deleted_at: NOW })

    const tasks = await onConnection((sql) => findTasks(sql, scope, NOW))
    expect(tasks).to.deep.equal({
      payments: { count: 3, sums: { MNT: 45_000, USD: 700 }, since: old },
      refunds: { count: 1, sums: { MNT: 30_000 }, since: old }, // as its list says
      endpoints: { count: 1, sums: {}, since: old },
      invoices: { count: 1, sums: { MNT: 7_000 }, since: old },
      subscriptions: { count: 0, sums: {}, since: null },
    })
  })

  it('take five statements, and each reads at most 1,000 rows of an index', async () => {
    const scope = await givenScope()
    const statements: { text: string; values: unknown[] }[] = []
    await onConnection(async (sql) => {
      const seen = Object.create(sql) as Sql
      seen.rows = ((text: string, values: unknown[]) => {
        statements.push({ text, values })
        return sql.rows(text, values as never)
      }) as Sql['rows']
      await findTasks(seen, scope, NOW)
    })
    expect(statements).to.have.length(5)
    for (const { text, values } of statements) {
      expect(text).to.include('LIMIT 1000')
      const steps = await explain(text, values as never)
      const read = steps.filter(({ key }) => key !== 'PRIMARY').at(-1)
      expect(read?.type, text).to.be.oneOf(['ref', 'range'])
      expect(read?.key, text).to.match(/_status$|_live$|_due$|_ends$/)
    }
  })
})

describe('the first page of a shop', () => {
  let members = 0

  beforeEach(forgetSignIns)
  afterEach(() => {
    setClock()
  })

  async function givenHome(role: Role = 'owner') {
    const shop = await givenMerchant()
    const email = `home-${(members += 1)}@example.com`
    await givenMember(shop.projectId, email, role)
    const browser = await MemberBrowser.of(email)
    return { shop, browser, home: `/dashboard/${shop.projectId}/test` }
  }

  const paid = { ...transfer, status: 'paid', paid_at: new Date() }

  it('shows a new shop three steps to its first payment', async () => {
    const { browser, home, shop } = await givenHome()
    const before = textOf(await browser.get(home))
    expect(before).to.include('Three steps to your first payment').and.include('Create something to pay')
    expect(before).not.to.include('Revenue')
    await shop
      .post('/checkouts', {
        items: [{ price_data: { unit_amount: 500, product_data: { name: 'Tea' } }, quantity: 1 }],
      })
      .expect(201)
    expect((await browser.get(home)).text.match(/>Done</g)).to.have.length(2)
    await onConnection((sql) =>
      insert(sql, 'payments', {
        ...{ project_id: shop.projectId, is_test: true, created_at: NOW, updated_at: NOW },
        ...paid,
      }),
    )
    const after = textOf(await browser.get(home))
    expect(after).to.include('Revenue').and.not.include('Three steps')
  })

  it('offers in a new shop only the steps that the member may take', async () => {
    const { browser, home } = await givenHome('viewer')
    const { text } = await browser.get(home)
    expect(text).to.include('The shop has no payments yet').and.not.include('tasks first-steps')
    const staff = await givenHome('staff')
    const page = await staff.browser.get(staff.home)
    // The shop has a method already, and staff may create the order.
    expect(textOf(page)).to.match(/Choose how customers pay .*Done .*Create something to pay/)
    expect(page.text.match(/class="task" href="/g)).to.have.length(2)
  })

  it('shows the revenue of today with the age of the figures, to each mode its own', async () => {
    const { browser, home, shop } = await givenHome('viewer')
    const row = { project_id: shop.projectId, created_at: NOW, updated_at: NOW, ...paid }
    await onConnection((sql) => insert(sql, 'payments', { ...row, is_test: true }))
    await onConnection((sql) => insert(sql, 'payments', { ...row, is_test: false, amount: 1_234 }))
    const test = textOf(await browser.get(home)).replaceAll('\u00a0', ' ')
    expect(test).to.include('₮25,000').and.include('Counted less than a minute ago').and.not.include('₮1,234')
    const live = textOf(await browser.get(home.replace('/test', '/live')))
    expect(live).to.include('₮1,234').and.not.include('₮25,000')
  })

  it('leads from the revenue to the payments that it counts', async () => {
    const { browser, home, shop } = await givenHome('viewer')
    // The orders began on an earlier day. One was refunded since.
    const row = { project_id: shop.projectId, is_test: true, created_at: NOW, updated_at: NOW, ...paid }
    await onConnection((sql) => insert(sql, 'payments', { ...row, amount: 1_234 }))
    await onConnection((sql) => insert(sql, 'payments', { ...row, amount: 5_678, status: 'refunded' }))
    await onConnection((sql) =>
      insert(sql, 'payments', { ...row, amount: 999, paid_at: later(new Date(), -40 * DAY) }),
    )
    const page = await browser.get(home)
    expect(textOf(page)).to.include('₮6,912')
    const links = [...page.text.matchAll(/href="([^"]*\/payments\?[^"]*until[^"]*)"/g)]
    expect(links).to.have.length(3)
    for (const [, href] of links) {
      const list = textOf(
        await browser.get(href!.replaceAll('&amp;', '&').replaceAll('&#x3D;', '=')),
      ).replaceAll('\u00a0', ' ')
      expect(list).to.include('₮1,234').and.include('₮5,678').and.not.include('₮999')
      expect(list).to.include('On this page: 2 payments, ₮6,912')
    }
  })

  it('leads to exactly the payments of the day in the time zone of the shop', async () => {
    const begin = new Date('2026-08-11T16:00:00Z')
    const end = later(begin, DAY)
    setClock(() => later(end, -HOUR))
    const { browser, home, shop } = await givenHome('viewer')
    await shop.patch('', { timezone: 'Asia/Ulaanbaatar' }).expect(200)
    for (const [at, amount] of [
      [later(begin, -1), 1_111],
      [begin, 2_222],
      [later(end, -1), 3_333],
      [end, 4_444],
    ] as const)
      await onConnection((sql) =>
        insert(sql, 'payments', {
          ...{ project_id: shop.projectId, is_test: true, created_at: NOW, updated_at: NOW },
          ...{ ...paid, amount, paid_at: at },
        }),
      )
    const page = await browser.get(home)
    expect(textOf(page)).to.include('₮5,555')
    const [today] = [...page.text.matchAll(/href="([^"]*\/payments\?[^"]*until[^"]*)"/g)]
    const href = today![1]!.replaceAll('&amp;', '&').replaceAll('&#x3D;', '=')
    expect(href).to.include('from=2026-08-12&until=2026-08-12')
    const list = textOf(await browser.get(href)).replaceAll('\u00a0', ' ')
    expect(list)
      .to.include('₮2,222')
      .and.include('₮3,333')
      .and.not.include('₮1,111')
      .and.not.include('₮4,444')
    expect(list).to.include('On this page: 2 payments, ₮5,555')
  })

  describe('while its figures are fresh', () => {
    forgetNothing()

    it('takes eight statements', async () => {
      const { browser, home, shop } = await givenHome()
      await onConnection((sql) =>
        insert(sql, 'payments', {
          ...{ project_id: shop.projectId, is_test: true, created_at: NOW, updated_at: NOW },
          ...paid,
        }),
      )
      await browser.get(home)
      expect(outlineOf(await statementsOf(() => browser.get(home)))).to.deep.equal([
        ...['SELECT dashboard_sessions', 'SELECT payments', 'SELECT payments', 'SELECT webhook_endpoints'],
        ...['SELECT invoices', 'SELECT subscriptions', 'SELECT payments', 'SELECT figures'],
      ])
    })
  })
})
