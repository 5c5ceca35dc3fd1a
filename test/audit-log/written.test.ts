import { expect } from 'chai'
import { DAY, later } from '../../common/kit/time.ts'
import { setClock } from '../../common/runtime/clock.ts'
import { deleteOldEntries } from '../../common/services/audit-log/delete-old.ts'
import { decisionUrl } from '../../common/services/links/decision.ts'
import { onConnection } from '../../db/sql.ts'
import { tolbor } from '../cli/tolbor.ts'
import { Customer } from '../support/customer.ts'
import { givenCheckout } from '../support/given/checkout.ts'
import { givenClub } from '../support/given/club.ts'
import { forgetSignIns, givenMember, MemberBrowser } from '../support/given/member.ts'
import { givenMerchant, type Merchant, tea } from '../support/given/merchant.ts'
import { givenReported } from '../support/given/transfer.ts'
import { takeTimerOf, takeTimersOf } from '../support/turns.ts'

interface Entry {
  actor: string
  actor_id: number | null
  operation: string
  object: string
  object_id: number
  change: string
  ip_address: string | null
  request_id: string | null
}

/** Returns the last entry about an object. */
async function lastAbout(shop: Merchant, object: string, id: number): Promise<Entry> {
  const { body } = await shop.get(`/audit-log?object=${object}&object_id=${id}`).expect(200)
  return body.data[0]
}

/** Returns what a transaction changed: `payment updated`, for the newest entries with one operation. */
async function changesBy(shop: Merchant, operation: string): Promise<string[]> {
  const { body } = await shop.get('/audit-log?limit=100').expect(200)
  return (body.data as Entry[])
    .filter((entry) => entry.operation === operation)
    .map(({ object, change }) => `${object} ${change}`)
    .sort()
}

async function tokenIdOf(shop: Merchant): Promise<number> {
  const rows = await onConnection((sql) =>
    sql.rows<{ id: number }>('SELECT id FROM api_tokens WHERE project_id = ? AND is_test', [shop.projectId]),
  )
  return rows[0]!.id
}

describe('the audit log names who made a change', () => {
  afterEach(() => {
    setClock()
  })

  it('a token, with the operation, the address and the request id', async () => {
    const { shop, paymentId, confirm } = await givenReported()
    await confirm().set('X-Request-Id', 'confirm-1').expect(200)
    const { actor, actor_id, operation, change, ip_address, request_id } = await lastAbout(
      shop,
      'payment',
      paymentId,
    )
    expect({ actor, actor_id, operation, change, ip_address, request_id }).to.deep.equal({
      ...{ actor: 'token', actor_id: await tokenIdOf(shop), operation: 'confirmPayment', change: 'updated' },
      ...{ ip_address: '127.0.0.1', request_id: 'confirm-1' },
    })
  })

  it('a member, with the button of the dashboard and their address', async () => {
    const { shop, paymentId } = await givenReported()
    const email = 'auditor@example.com'
    const memberId = await givenMember(shop.projectId, email)
    await forgetSignIns()
    const browser = await MemberBrowser.of(email)
    const page = `/dashboard/${shop.projectId}/test/payments/waiting`
    await browser.press(page, 'confirm', { [`payment_${paymentId}`]: '25000' })
    expect(await lastAbout(shop, 'payment', paymentId)).to.include({
      ...{ actor: 'member', actor_id: memberId, actor_email: email, change: 'updated' },
      ...{ operation: 'dashboard/payments/waiting.confirm', ip_address: '127.0.0.1' },
    })
  })

  it('the command line, with the command', async () => {
    const { shop, paymentId } = await givenReported()
    await tolbor('payment', 'confirm', String(paymentId))
    expect(await lastAbout(shop, 'payment', paymentId)).to.include({
      ...{ actor: 'cli', actor_id: null, operation: 'payment confirm', ip_address: null },
    })
  })

  it('a person with the link in an email', async () => {
    const { shop, paymentId, payment } = await givenReported()
    const { claimed_at: claimed, expires_at: expires } = await payment()
    await new Customer(decisionUrl(paymentId, claimed!, new Date(expires!))).press('confirm')
    expect(await lastAbout(shop, 'payment', paymentId)).to.include({
      ...{ actor: 'email_link', operation: 'decision.confirm', ip_address: '127.0.0.1' },
    })
  })

  it('a customer, without the address of their network', async () => {
    const { shop, paymentId } = await givenReported()
    expect(await lastAbout(shop, 'payment', paymentId)).to.include({
      ...{ actor: 'customer', operation: 'checkout.claim_transfer', ip_address: null },
    })
  })

  it('a timer, alone and in a batch, with the request that set it', async () => {
    const shop = await givenMerchant()
    const ids: number[] = []
    for (const request of ['open-1', 'open-2', 'open-3']) {
      const { body } = await shop.post('/checkouts', tea()).set('X-Request-Id', request).expect(201)
      ids.push(body.data.id)
    }
    setClock(() => later(new Date(), 100 * DAY))
    await takeTimerOf('checkout.expire', ids[0]!)
    await takeTimersOf('checkout.expire', ids.slice(1))
    const entries = await Promise.all(ids.map((id) => lastAbout(shop, 'checkout', id)))
    expect(entries.map(({ request_id }) => request_id)).to.deep.equal(['open-1', 'open-2', 'open-3'])
    for (const entry of entries)
      expect(entry).to.include({ actor: 'system', operation: 'checkout.expire', change: 'updated' })
  })
})

describe('the audit log entries of a transaction', () => {
  it('are one for each object, not one for each row', async () => {
    const { shop, confirm } = await givenReported()
    expect(await changesBy(shop, 'createCheckout')).to.deep.equal(['checkout created'])
    await confirm().expect(200)
    expect(await changesBy(shop, 'confirmPayment')).to.deep.equal(['checkout updated', 'payment updated'])
  })

  it('include the subscription that a payment begins', async () => {
    const club = await givenClub([{ lookup_key: 'plan' }])
    await club.buy('plan')
    expect(await changesBy(club.shop, 'checkout.pay')).to.include.members([
      ...['checkout updated', 'payment created', 'subscription created'],
    ])
  })

  it('do not exist if the transaction is rolled back', async () => {
    const { shop, paymentId, confirm } = await givenReported()
    await confirm().expect(200)
    await confirm().expect(409)
    const { body } = await shop.get(`/audit-log?object=payment&object_id=${paymentId}`).expect(200)
    expect((body.data as Entry[]).filter(({ operation }) => operation === 'confirmPayment')).to.have.length(1)
  })

  it('include deletions, written before the row is gone', async () => {
    const shop = await givenMerchant()
    const invoice = (await shop.post('/invoices', { amount: 5_000, auto_advance: false })).body.data as {
      id: number
    }
    const { body } = await shop.post('/customers', { email: 'gone@example.com' }).expect(201)
    const hook = (await shop.post('/webhook-endpoints', { url: 'http://127.0.0.1:9/' })).body.data as {
      id: number
    }
    const own = [
      ['invoice', invoice.id, `/invoices/${invoice.id}`],
      ['customer', body.data.id, `/customers/${body.data.id}`],
      ['webhook_endpoint', hook.id, `/webhook-endpoints/${hook.id}`],
    ] as const
    for (const [object, id, path] of own) {
      await shop.delete(path).expect(200)
      expect((await lastAbout(shop, object, id)).change, object).to.equal('deleted')
    }
  })

  it('include projects, tokens and members that the command line changes', async () => {
    const { id, tokens } = await tolbor('project', 'create', '--name', 'Shop', '--email', 'own@shop.test')
    const project = ['--project', String(id)]
    const member = await tolbor('member', 'add', 'saraa@shop.test', ...project)
    await tolbor('member', 'remove', 'saraa@shop.test', ...project)
    await tolbor('project', 'update', String(id), '--name', 'Tea Shop')
    const rows = await onConnection((sql) =>
      sql.rows<Entry>('SELECT * FROM audit_log WHERE project_id = ? ORDER BY id', [id]),
    )
    expect(tokens).to.be.an('object')
    expect(rows.map(({ object, change, operation }) => `${operation}: ${object} ${change}`)).to.deep.equal([
      'project create: token created',
      'project create: token created',
      'project create: project created',
      'project create: member created',
      'member add: member created',
      'member remove: member deleted',
      'project update: project updated',
    ])
    expect(rows[4]!.object_id).to.equal(member.id)
  })
})

describe('the audit log', () => {
  it('is not changed by the erasure of a person, since it names none', async () => {
    const shop = await givenMerchant()
    const person = { email: 'private@example.com', phone: '99112233', name: 'Private Person' }
    const { body } = await shop.post('/customers', person).expect(201)
    await givenCheckout(shop, { ...tea(), customer_id: body.data.id })
    const entries = await onConnection((sql) =>
      sql.rows<Entry>('SELECT * FROM audit_log WHERE project_id = ?', [shop.projectId]),
    )
    for (const value of Object.values(person)) expect(JSON.stringify(entries)).not.to.include(value)
  })

  it('is read by its own project and mode only', async () => {
    const [one, two] = [await givenMerchant(), await givenMerchant()]
    await one.post('/checkouts', tea()).expect(201)
    const count = async (shop: Merchant) => (await shop.get('/audit-log?object=checkout')).body.data.length
    expect([await count(one), await count(two), await count(one.live)]).to.deep.equal([1, 0, 0])
  })

  it('is filtered by object, actor and time', async () => {
    const { shop, paymentId, confirm } = await givenReported()
    await confirm().expect(200)
    const list = async (query: string) =>
      (await shop.get(`/audit-log?${query}`).expect(200)).body.data as (Entry & { id: number })[]
    const byToken = await list(`actor=token&actor_id=${await tokenIdOf(shop)}`)
    expect(byToken.map(({ operation }) => operation)).to.include.members(['createCheckout', 'confirmPayment'])
    expect(await list('actor=cli')).to.deep.equal([])
    expect(
      (await list('object=payment&actor=customer')).every(({ object_id: id }) => id === paymentId),
    ).to.equal(true)
    expect(await list('created[gte]=2100-01-01T00:00:00Z')).to.deep.equal([])
    await shop.get('/audit-log?object=nothing').expect(422)
  })
})

describe('entries of the audit log', () => {
  it('are deleted after two years', async () => {
    const shop = await givenMerchant()
    for (let count = 0; count < 3; count += 1) await shop.post('/checkouts', tea()).expect(201)
    const rows = () =>
      onConnection((sql) =>
        sql.rows<{ id: number }>('SELECT id FROM audit_log WHERE project_id = ? ORDER BY id', [
          shop.projectId,
        ]),
      )
    const all = await rows()
    const old = later(new Date(), -731 * DAY)
    await onConnection((sql) =>
      sql.run('UPDATE audit_log SET created_at = ? WHERE id <= ?', [old, all[1]!.id]),
    )
    while (await onConnection(deleteOldEntries));
    expect(await rows()).to.deep.equal(all.slice(2))
  })
})
