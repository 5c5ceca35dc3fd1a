import { expect } from 'chai'
import { dashboard } from '../../api/dashboard/router.ts'
import { rowsOf } from '../../bench/plans/rows.ts'
import { onConnection } from '../../db/sql.ts'
import { csv } from '../statements/files.ts'
import { pathsOf } from '../support/dashboard-paths.ts'
import { givenMember, MemberBrowser } from '../support/given/member.ts'
import { givenMerchant } from '../support/given/merchant.ts'
import { forgetNothing, outlineOf, statementsOf } from '../support/statements.ts'

/** The most statements of each page. The first reads the session; a page of an object has two for its changes. */
const MOST: Readonly<Record<string, number>> = {
  '/dashboard/sign-in': 1,
  '/dashboard/sign-in/code': 1,
  '/dashboard/sign-in/:id/:token': 0,
  '/dashboard': 2,
  '/dashboard/sessions': 2,
  '/dashboard/passkeys': 2,
  '/dashboard/:project/:mode': 8,
  '/dashboard/:project/:mode/payments/waiting': 4,
  '/dashboard/:project/:mode/payments/import': 1,
  '/dashboard/:project/:mode/payments/import/:id': 11,
  '/dashboard/:project/:mode/payments/import/:id/report.csv': 2,
  '/dashboard/:project/:mode/payments/refunds.csv': 8,
  '/dashboard/:project/:mode/payments/refunds': 8,
  '/dashboard/:project/:mode/payments.csv': 7,
  '/dashboard/:project/:mode/payments': 7,
  '/dashboard/:project/:mode/payments/:id': 9,
  '/dashboard/:project/:mode/checkouts.csv': 6,
  '/dashboard/:project/:mode/checkouts': 6,
  '/dashboard/:project/:mode/checkouts/new': 3,
  '/dashboard/:project/:mode/checkouts/:id': 15,
  '/dashboard/:project/:mode/payment-links.csv': 7,
  '/dashboard/:project/:mode/payment-links': 7,
  '/dashboard/:project/:mode/payment-links/new': 3,
  '/dashboard/:project/:mode/payment-links/:id': 11,
  '/dashboard/:project/:mode/payment-links/:id/edit': 5,
  '/dashboard/:project/:mode/products/prices.csv': 6,
  '/dashboard/:project/:mode/products/prices': 6,
  '/dashboard/:project/:mode/products/prices/:id': 9,
  '/dashboard/:project/:mode/products/prices/:id/edit': 2,
  '/dashboard/:project/:mode/products/:id/new-price': 2,
  '/dashboard/:project/:mode/products/codes.csv': 6,
  '/dashboard/:project/:mode/products/codes': 6,
  '/dashboard/:project/:mode/products/codes/new': 6,
  '/dashboard/:project/:mode/products/codes/:id': 4,
  '/dashboard/:project/:mode/products/codes/:id/edit': 2,
  '/dashboard/:project/:mode/products.csv': 8,
  '/dashboard/:project/:mode/products': 8,
  '/dashboard/:project/:mode/products/new': 1,
  '/dashboard/:project/:mode/products/:id': 11,
  '/dashboard/:project/:mode/products/:id/edit': 2,
  '/dashboard/:project/:mode/subscriptions.csv': 6,
  '/dashboard/:project/:mode/subscriptions': 6,
  '/dashboard/:project/:mode/subscriptions/new': 3,
  '/dashboard/:project/:mode/subscriptions/:id': 17,
  '/dashboard/:project/:mode/invoices.csv': 6,
  '/dashboard/:project/:mode/invoices': 6,
  '/dashboard/:project/:mode/invoices/new': 1,
  '/dashboard/:project/:mode/invoices/:id': 12,
  '/dashboard/:project/:mode/invoices/:id/edit': 3,
  '/dashboard/:project/:mode/customers.csv': 7,
  '/dashboard/:project/:mode/customers': 7,
  '/dashboard/:project/:mode/customers/:id': 27,
  '/dashboard/:project/:mode/customers/:id/edit': 3,
  '/dashboard/:project/:mode/developers': 1,
  '/dashboard/:project/:mode/developers/requests.csv': 6,
  '/dashboard/:project/:mode/developers/requests': 6,
  '/dashboard/:project/:mode/developers/requests/:id': 3,
  '/dashboard/:project/:mode/developers/webhooks.csv': 7,
  '/dashboard/:project/:mode/developers/webhooks': 7,
  '/dashboard/:project/:mode/developers/webhooks/new': 1,
  '/dashboard/:project/:mode/developers/webhooks/:id': 11,
  '/dashboard/:project/:mode/developers/webhooks/:id/edit': 3,
  '/dashboard/:project/:mode/developers/webhooks/:id/secret': 2,
  '/dashboard/:project/:mode/developers/deliveries.csv': 8,
  '/dashboard/:project/:mode/developers/deliveries': 8,
  '/dashboard/:project/:mode/developers/deliveries/:id': 4,
  '/dashboard/:project/:mode/developers/events.csv': 6,
  '/dashboard/:project/:mode/developers/events': 6,
  '/dashboard/:project/:mode/developers/events/:id': 9,
  '/dashboard/:project/:mode/developers/tokens.csv': 2,
  '/dashboard/:project/:mode/developers/tokens': 2,
  '/dashboard/:project/:mode/developers/tokens/new': 1,
  '/dashboard/:project/:mode/developers/tokens/:id': 4,
  '/dashboard/:project/:mode/developers/tokens/:id/secret': 3,
  '/dashboard/:project/:mode/members.csv': 2,
  '/dashboard/:project/:mode/members': 2,
  '/dashboard/:project/:mode/members/new': 1,
  '/dashboard/:project/:mode/members/:id': 3,
  '/dashboard/:project/:mode/settings': 1,
  '/dashboard/:project/:mode/settings/shop': 2,
  '/dashboard/:project/:mode/settings/brand': 3,
  '/dashboard/:project/:mode/settings/brand/preview': 1,
  '/dashboard/:project/:mode/settings/methods': 2,
  '/dashboard/:project/:mode/settings/methods/qpay': 2,
  '/dashboard/:project/:mode/settings/methods/stripe': 2,
  '/dashboard/:project/:mode/settings/methods/bank_transfer': 2,
  '/dashboard/:project/:mode/audit-log.csv': 7,
  '/dashboard/:project/:mode/audit-log': 7,
  '/dashboard/:project/:mode/*rest': 1,
}

/** Fewer rows than a page of a list has, and more. */
const [FEW, MANY] = [12, 120]
const FIRST = 700_000_000

interface Filled {
  browser: MemberBrowser
  /** Returns the address of a page for the path in the router. */
  addressOf: (path: string) => string
}

/** Creates a shop with this many rows in each table. Half of them have a rare status, and all belong to the same objects. */
async function givenFilled(rows: number): Promise<Filled> {
  const { projectId } = await givenMerchant()
  const first = FIRST + projectId * 1_000
  const run = (text: string) => onConnection((sql) => sql.run(text, []))
  for (const statement of rowsOf(projectId, true, rows, { isRare: (seq) => `${seq} MOD 2 = 0`, first }))
    await run(statement)
  const ids = new Map<string, number>()
  for (const [place, table, id = 'id'] of OBJECTS) {
    const text = `SELECT MIN(${id}) AS id FROM ${table} WHERE project_id = ${projectId}${table === 'prices' ? " AND type = 'recurring'" : ''}`
    ids.set(place, (await onConnection((sql) => sql.row<{ id: number }>(text, [])))!.id)
  }
  const own = `WHERE project_id = ${projectId}`
  const of = (place: string) => String(ids.get(place))
  for (const change of [
    `payments SET customer_id = ${of('/customers')}, payable_id = ${of('/checkouts')}`,
    `checkouts SET customer_id = ${of('/customers')}, payment_link_id = ${of('/payment-links')}, subscription_id = ${of('/subscriptions')}`,
    `invoices SET customer_id = ${of('/customers')}`,
    `subscriptions SET customer_id = ${of('/customers')}, price_id = ${of('/products/prices')}`,
    `prices SET product_id = ${of('/products')}`,
    `checkout_items SET checkout_id = ${of('/checkouts')}`,
    `refunds SET payment_id = ${of('/payments')}`,
    `webhook_deliveries SET endpoint_id = ${of('/developers/webhooks')}`,
    `events SET object = 'payment', object_id = ${of('/payments')}, sequence = id`,
  ])
    await run(`UPDATE ${change} ${own}`)
  // The ids of earlier tests decide whether the event has another delivery already.
  const [event, delivery] = [of('/developers/events'), of('/developers/deliveries')]
  await run(`DELETE FROM webhook_deliveries ${own} AND event_id = ${event} AND id <> ${delivery}`)
  await run(`UPDATE webhook_deliveries SET event_id = ${event} WHERE id = ${delivery}`)
  // Each page of an object has changes of its own.
  for (const [place, , , object] of OBJECTS)
    if (object)
      await run(
        `INSERT INTO audit_log (project_id, is_test, actor, actor_id, operation, object, object_id, \`change\`, created_at)
         SELECT project_id, is_test, actor, actor_id, operation, '${object}', ${of(place)}, \`change\`, created_at FROM audit_log ${own}
         AND object IN ('payment', 'checkout') LIMIT ${Math.min(rows, 20)}`,
      )
  const email = `statements-${projectId}@example.com`
  await givenMember(projectId, email)
  const browser = await MemberBrowser.of(email)
  const section = `/dashboard/${projectId}/test`
  const file = csv([
    ['Огноо', 'Утга', 'Орлого'],
    ...Array.from({ length: rows }, (_, line) => ['2026-08-12', `Order ${100_000 + line}`, '5']),
  ])
  const { headers } = await browser.upload(`${section}/payments/import`, 'upload', [
    'file',
    file,
    'lines.csv',
  ])
  ids.set('/payments/import', Number(headers.location!.split('/').at(-1)))
  return {
    browser,
    addressOf: (path) => {
      const own = path.replace('/dashboard/:project/:mode', '')
      const place = own.slice(0, own.indexOf('/:id'))
      return path
        .replace('/dashboard/:project/:mode', section)
        .replace(':id', of(place))
        .replace(':token', 'x')
        .replace('*rest', 'x')
    },
  }
}

/** The objects with pages, by the path above them: their table, id and kind in the audit log. */
const OBJECTS: readonly [place: string, table: string, id?: string, audited?: string][] = [
  ['/payments', 'payments', 'id', 'payment'],
  ['/checkouts', 'checkouts', 'id', 'checkout'],
  ['/subscriptions', 'subscriptions', 'id', 'subscription'],
  ['/invoices', 'invoices', 'id', 'invoice'],
  ['/payment-links', 'payment_links', 'id', 'payment_link'],
  ['/products', 'products', 'id', 'product'],
  ['/products/prices', 'prices', 'id', 'price'],
  ['/products/codes', 'promotion_codes', 'id', 'promotion_code'],
  ['/customers', 'customers', 'id', 'customer'],
  ['/developers/webhooks', 'webhook_endpoints', 'id', 'webhook_endpoint'],
  ['/developers/deliveries', 'webhook_deliveries'],
  ['/developers/events', 'events'],
  ['/developers/requests', 'api_requests'],
  ['/developers/tokens', 'api_tokens', 'id', 'token'],
  ['/members', 'member_projects', 'member_id', 'member'],
]

describe('the statements of a page of the dashboard', () => {
  forgetNothing()
  let few: Filled
  let many: Filled

  before(async () => {
    few = await givenFilled(FEW)
    many = await givenFilled(MANY)
  })

  async function countIn({ browser, addressOf }: Filled, path: string) {
    const address = addressOf(path)
    await browser.get(address)
    let status = 0
    const statements = await statementsOf(async () => {
      status = (await browser.get(address)).status
    })
    return { status, statements: outlineOf(statements) }
  }

  const paths = pathsOf(dashboard())

  it('are stated for each page', () => {
    expect(Object.keys(MOST).sort()).to.deep.equal([...new Set(paths)].sort())
  })

  for (const path of new Set(paths))
    it(`are at most ${MOST[path]} for ${path}, for any number of rows`, async () => {
      const [one, other] = [await countIn(few, path), await countIn(many, path)]
      expect(other.status).to.equal(one.status)
      // A menu that cannot offer all rows is read with one more.
      expect(other.statements.length, 'with many rows').to.be.at.most(one.statements.length + 1)
      expect(other.statements.length, other.statements.join(', ')).to.be.at.most(MOST[path]!)
    })
})
