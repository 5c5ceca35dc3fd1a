import { expect } from 'chai'
import { nextOverdueEmailAt } from '../../common/domain/subscriptions/reminder-limit.ts'
import { setClock } from '../../common/runtime/clock.ts'
import { explain } from '../support/explain.ts'
import { at, givenJune, refusal } from '../support/given/club.ts'
import { statementsOf } from '../support/statements.ts'

/** Creates a subscription that has become overdue. The customer has had an email about it. */
async function givenOverdue() {
  const club = await givenJune({ grace_period_days: 3 })
  const { id } = await club.buy('basic')
  await club.travel('2026-07-02T00:00:00Z')
  const send = () => club.shop.post(`/subscriptions/${id}/send-renewal-link`)
  const letters = async () => (await club.letters()).filter((kind) => kind === 'past_due').length
  return { send, letters }
}

describe('POST /subscriptions/:id/send-renewal-link', () => {
  afterEach(() => setClock())

  it('emails the customer of an overdue subscription again, once an hour at most', async () => {
    const { send, letters } = await givenOverdue()
    expect(await letters()).to.equal(1)
    const early = await send()
    expect(refusal(early)).to.equal('409 email_limit_reached')
    expect(early.body.message).to.include('The renewal link cannot be emailed before 2026-07-02T00:59:59')
    at('2026-07-02T01:00:00Z')
    const { body } = await send().expect(200)
    expect(body.data).to.include({ status: 'past_due' })
    expect(refusal(await send())).to.equal('409 email_limit_reached')
    expect(await letters()).to.equal(2)
  })

  it('is possible at once for a corrected address', () => {
    const now = new Date('2026-07-02T01:00:00Z')
    const last = { recipient: 'old@example.com', at: now }
    expect(nextOverdueEmailAt(last, 'old@example.com', now)).to.deep.equal(new Date('2026-07-02T02:00:00Z'))
    expect(nextOverdueEmailAt(last, 'new@example.com', now)).to.equal(null)
  })

  it('sends one email for two requests at the same time', async () => {
    const { send, letters } = await givenOverdue()
    at('2026-07-02T01:00:00Z')
    const sent = await Promise.all([send(), send()])
    expect(sent.map(({ status }) => status).toSorted()).to.deep.equal([200, 409])
    expect(await letters()).to.equal(2)
  })

  it('finds the last email by an index', async () => {
    const { send } = await givenOverdue()
    at('2026-07-02T01:00:00Z')
    const statements = await statementsOf(async () => void (await send().expect(200)))
    const own = statements.find((text) => text.includes('FORCE INDEX (`emails_once`)'))!
    expect((await explain(own)).map(({ key }) => key)).to.deep.equal(['emails_once'])
  })

  it('is refused for one that is not overdue, and without an address', async () => {
    const club = await givenJune({ grace_period_days: 3 })
    const { id } = await club.buy('basic')
    const send = () => club.shop.post(`/subscriptions/${id}/send-renewal-link`)
    const active = await send()
    expect(refusal(active)).to.equal('409 subscription_not_past_due')
    expect(active.body.message).to.include('This subscription is active, not past_due')
    const known = { email: null, phone: '+97699112233' }
    await club.shop.patch(`/customers/${club.customerId}`, known).expect(200)
    await club.travel('2026-07-02T00:00:00Z')
    const unknown = await send()
    expect(refusal(unknown)).to.equal('409 no_email_address')
    expect(unknown.body.message).to.include(`PATCH /customers/${club.customerId}`)
    expect(refusal(await club.shop.live.post(`/subscriptions/${id}/send-renewal-link`))).to.equal(
      '404 not_found',
    )
  })
})
