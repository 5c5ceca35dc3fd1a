import { expect } from 'chai'
import { numbers } from '../../bench/fill/numbers.ts'
import { setClock } from '../../common/runtime/clock.ts'
import { MOST_ENDPOINTS, MOST_IN_A_DAY } from '../../common/services/webhooks/endpoints/limit.ts'
import { onConnection } from '../../db/sql.ts'
import { clean } from '../../worker/clean.ts'
import { givenMerchant, type Merchant } from '../support/given/merchant.ts'
import { deliveriesOf, givenEndpoint, somethingHappens } from '../support/given/receiver.ts'

const HOOKS = 'https://shop.example/hooks'

describe('the number of webhook endpoints', () => {
  /** Creates `count` more endpoints, deleted at `deletedAt` unless it is null. */
  async function givenMore(shop: Merchant, count: number, deletedAt: Date | null = null): Promise<void> {
    const { id } = await givenEndpoint(shop, HOOKS)
    await onConnection((sql) =>
      sql.run(
        `INSERT INTO webhook_endpoints (project_id, is_test, url, active, secret, deleted_at, created_at, updated_at)
         SELECT project_id, is_test, url, ?, secret, ?, created_at, updated_at
         FROM webhook_endpoints JOIN ${numbers(1, count)} WHERE id = ?`,
        [deletedAt === null, deletedAt, id],
      ),
    )
  }
  const create = (shop: Merchant) => shop.post('/webhook-endpoints', { url: HOOKS })

  it('is limited to 200 in each mode of a project, even for concurrent requests', async () => {
    const shop = await givenMerchant()
    await givenMore(shop, MOST_ENDPOINTS - 4)
    const answers = await Promise.all(Array.from({ length: 6 }, () => create(shop)))
    expect(answers.map(({ status }) => status).sort()).to.deep.equal([201, 201, 201, 422, 422, 422])
    const { body } = await create(shop)
    expect(body.errors.url).to.deep.equal([
      'This project has 200 webhook endpoints in this mode, which is the limit. Delete one that is no longer used.',
    ])
    expect((await create(shop.live)).status).to.equal(201)
    const [newest] = (await shop.get('/webhook-endpoints')).body.data
    await shop.delete(`/webhook-endpoints/${newest.id}`).expect(200)
    expect((await create(shop)).status).to.equal(201)
  })

  it('is limited per day for endpoints that are created and deleted', async () => {
    const shop = await givenMerchant()
    await givenMore(shop, MOST_IN_A_DAY, new Date())
    const refused = await create(shop)
    expect([refused.status, refused.body.message]).to.deep.equal([
      422,
      'Too many webhook endpoints were created and deleted within a day. Change the url of an existing one, or try again tomorrow.',
    ])
    const tomorrow = new Date(Date.now() + 86_400_000 + 60_000)
    setClock(() => tomorrow)
    await clean(new AbortController().signal)
    setClock()
    expect((await create(shop)).status).to.equal(201)
  })

  it('keeps the canceled deliveries of a deleted endpoint', async () => {
    const shop = await givenMerchant()
    const endpoint = await givenEndpoint(shop, HOOKS)
    await somethingHappens(shop)
    await shop.delete(`/webhook-endpoints/${endpoint.id}`).expect(200)
    const tomorrow = new Date(Date.now() + 86_400_000 + 60_000)
    setClock(() => tomorrow)
    await clean(new AbortController().signal)
    setClock()
    const [delivery] = await deliveriesOf(shop, endpoint)
    expect(delivery!.status).to.equal('canceled')
    const resent = await shop.post(`/webhook-deliveries/${delivery!.id}/resend`)
    expect([resent.status, resent.body.code]).to.deep.equal([409, 'endpoint_inactive'])
  })

  it('leaves no delivery pending if no worker canceled it', async () => {
    const shop = await givenMerchant()
    const { id } = await givenEndpoint(shop, HOOKS)
    await somethingHappens(shop)
    await shop.delete(`/webhook-endpoints/${id}`).expect(200)
    // A concurrent transaction of an event has written this delivery.
    await onConnection((sql) =>
      sql.run("UPDATE webhook_deliveries SET status = 'pending', due_at = NOW(6) WHERE endpoint_id = ?", [
        id,
      ]),
    )
    const tomorrow = new Date(Date.now() + 86_400_000 + 60_000)
    setClock(() => tomorrow)
    await clean(new AbortController().signal)
    setClock()
    expect((await deliveriesOf(shop, { id }))[0]).to.include({ status: 'canceled', next_attempt_at: null })
    const kept = await onConnection((sql) => sql.rows('SELECT id FROM webhook_endpoints WHERE id = ?', [id]))
    expect(kept).to.deep.equal([])
  })
})
