import { expect } from 'chai'
import type { EventObject } from '../../common/domain/events/object.ts'
import type { SubscriptionObject, TimelineEntry } from '../../common/domain/subscriptions/object.ts'
import { setClock } from '../../common/runtime/clock.ts'
import { clean } from '../../worker/clean.ts'
import { at, type Club, givenJune } from '../support/given/club.ts'

/** Returns the newest event about a subscription. */
async function lastEvent({ shop }: Club, id: number): Promise<EventObject> {
  return (await shop.get(`/events?object=subscription&object_id=${id}&limit=1`).expect(200)).body.data[0]
}

/** Returns the type and the changed fields of the newest event, and checks that they match the state before. */
async function checkChange(
  club: Club,
  before: SubscriptionObject,
): Promise<{ type: string; fields: string[] }> {
  const { type, data } = await lastEvent(club, before.id)
  const { object, previous_attributes: previous = {} } = data
  expect(object).to.deep.equal(await club.subscription(before.id))
  expect({ ...object, ...previous }).to.deep.equal(before)
  for (const [name, value] of Object.entries(previous))
    expect((object as unknown as Record<string, unknown>)[name], name).not.to.deep.equal(value)
  return { type: type.replace('subscription.', ''), fields: Object.keys(previous).sort() }
}

describe('the previous attributes of an event', () => {
  afterEach(() => {
    setClock()
  })

  async function givenMember() {
    const club = await givenJune()
    const { id } = await club.buy('basic')
    at('2026-06-10T00:00:00Z')
    return { club, id, before: await club.subscription(id) }
  }

  const CANCELED = ['canceled_at', 'cancellation_reason', 'updated_at']
  const PLAN_CHANGED = 'current_period_end current_period_start price price_id updated_at'.split(' ')

  it('show a requested cancellation, and its withdrawal', async () => {
    const { club, id, before } = await givenMember()
    await club.cancel(id).expect(200)
    expect(await checkChange(club, before)).to.deep.equal({ type: 'updated', fields: CANCELED })
    const canceled = await club.subscription(id)
    at('2026-06-11T00:00:00Z')
    await club.resume(id).expect(200)
    expect(await checkChange(club, canceled)).to.deep.equal({ type: 'updated', fields: CANCELED })
  })

  it('show a scheduled change, and its withdrawal, but no repetition', async () => {
    const { club, id, before } = await givenMember()
    const fields = ['scheduled_price_id', 'updated_at']
    await club.schedule(id, 'gold').expect(200)
    expect(await checkChange(club, before)).to.deep.equal({ type: 'updated', fields })
    const scheduled = await club.subscription(id)
    at('2026-06-11T00:00:00Z')
    await club.schedule(id, 'gold').expect(200)
    expect((await lastEvent(club, id)).created_at).to.equal('2026-06-10T00:00:00.000000Z')
    await club.schedule(id, null).expect(200)
    expect(
      await checkChange(club, { ...scheduled, updated_at: '2026-06-11T00:00:00.000000Z' }),
    ).to.have.property('type')
  })

  it('show the fields that a renewal changed, including a requested cancellation', async () => {
    const { club, id, before } = await givenMember()
    await club.buy('basic')
    const fields = ['current_period_end', 'updated_at']
    expect(await checkChange(club, before)).to.deep.equal({ type: 'renewed', fields })
    await club.cancel(id).expect(200)
    const canceled = await club.subscription(id)
    at('2026-06-11T00:00:00Z')
    await club.buy('basic')
    expect(await checkChange(club, canceled)).to.deep.equal({
      type: 'renewed',
      fields: [...CANCELED.slice(0, 2), ...fields],
    })
  })

  it('show the fields that the first payment after a trial changed', async () => {
    const club = await givenJune()
    const before = await club.trial('basic', 14)
    at('2026-06-02T00:00:00Z')
    await club.buy('basic')
    const fields = ['current_period_end', 'status', 'updated_at']
    expect(await checkChange(club, before)).to.deep.equal({ type: 'renewed', fields })
  })

  it('contain the former price and product of a plan change', async () => {
    const { club, id, before } = await givenMember()
    await club.buy('gold', { subscription_id: id })
    expect(await checkChange(club, before)).to.deep.equal({ type: 'updated', fields: PLAN_CHANGED })
    const gold = await club.subscription(id)
    at('2026-06-29T00:00:00Z')
    await club.buy('gym', { subscription_id: id })
    const fields = [...PLAN_CHANGED, 'product', 'product_id'].sort()
    expect(await checkChange(club, gold)).to.deep.equal({ type: 'updated', fields })
  })

  it('show the fields that a scheduled change altered at its time', async () => {
    const { club, id } = await givenMember()
    await club.schedule(id, 'gold').expect(200)
    await club.buy('gold')
    const before = await club.subscription(id)
    await club.travel('2026-07-01T23:59:59Z')
    const fields = PLAN_CHANGED.filter((name) => name !== 'current_period_end')
    expect(await checkChange(club, before)).to.deep.equal({
      type: 'updated',
      fields: [...fields, 'scheduled_price_id'].sort(),
    })
  })

  it('show two simultaneous changes separately', async () => {
    const club = await givenJune({ grace_period_days: 5 })
    const { id } = await club.buy('basic')
    await club.schedule(id, 'gold').expect(200)
    await club.travel('2026-07-03T00:00:00Z')
    await club.buy('basic')
    const { body } = await club.shop.get(`/events?object=subscription&object_id=${id}&limit=2`).expect(200)
    const [updated, renewed] = body.data as EventObject[]
    expect([renewed!.type, updated!.type]).to.deep.equal(['subscription.renewed', 'subscription.updated'])
    expect(renewed!.data.previous_attributes).to.include.keys('status', 'current_period_end')
    expect(renewed!.data.previous_attributes).not.to.include.keys('price_id')
    expect(updated!.data.previous_attributes).to.include.keys('price_id', 'current_period_start')
    expect(updated!.data.previous_attributes).not.to.include.keys('status')
  })

  it('are absent in events about a creation, a reminder or an end', async () => {
    const { club, id } = await givenMember()
    await club.travel('2026-07-02T00:00:00Z')
    const { body } = await club.shop.get(`/events?object_id=${id}&object=subscription`).expect(200)
    const types = (body.data as EventObject[]).map(({ type, data }) => {
      expect(data).to.have.all.keys('object')
      return type.replace('subscription.', '')
    })
    expect(types).to.deep.equal(['canceled', 'renewal_due', 'renewal_due', 'created'])
  })

  it('are described by the timeline, even after the payload is deleted', async () => {
    const { club, id } = await givenMember()
    await club.cancel(id).expect(200)
    await club.resume(id).expect(200)
    await club.buy('gold', { subscription_id: id })
    await club.schedule(id, 'basic').expect(200)
    await club.buy('basic')
    await club.travel('2026-07-11T00:00:00Z')
    const descriptions = async () => {
      const { body } = await club.shop.get(`/subscriptions/${id}/timeline`).expect(200)
      return (body.data as TimelineEntry[])
        .filter(({ type, done }) => done && type === 'subscription.updated')
        .map(({ description }) => description)
    }
    const all = [
      'A cancellation at the end of the period was requested.',
      'The requested cancellation was taken back.',
      'The plan was changed: another price was paid.',
      'A change of the plan was scheduled for the end of the period.',
      'The plan changed, as scheduled and paid.',
    ]
    expect(await descriptions()).to.deep.equal(all)
    const later = new Date(Date.parse('2026-07-11T00:00:00Z') + 91 * 86_400_000)
    setClock(() => later)
    await clean(new AbortController().signal)
    const { data } = await lastEvent(club, id)
    expect(data).to.deep.equal({ object: null })
    expect(await descriptions()).to.deep.equal(all)
  })
})
