import { expect } from 'chai'

interface Row {
  object_id: number
  type: string
  data: string
  previous_attributes: string | null
}

/** What nothing changes without an event. */
const TOLD =
  'status product_id price_id scheduled_price_id current_period_end trial_ends_at canceled_at ended_at cancellation_reason'.split(
    ' ',
  )
const TELLING = ['subscription.updated', 'subscription.renewed']

/** Events in order: each that tells of a change says, laid over what it carries, what the one before it carried. */
export function expectChangesTold(events: readonly Row[]): void {
  for (const [index, { type, object_id: id, data, previous_attributes: former }] of events.entries()) {
    expect(former !== null, type).to.equal(TELLING.includes(type))
    const earlier = events[index - 1]
    if (former === null || earlier?.object_id !== id) continue
    const was = { ...JSON.parse(data), ...JSON.parse(former) } as Record<string, unknown>
    const before = JSON.parse(earlier.data) as Record<string, unknown>
    for (const name of TOLD) expect(was[name], `${type} of ${id}: ${name}`).to.deep.equal(before[name])
    if (type === 'subscription.updated') expect(JSON.parse(former)).to.satisfy(isTold, former)
  }
}

/** The plan, the schedule, the period or a cancellation, and nothing else, is what `subscription.updated` tells of. */
function isTold(former: object): boolean {
  return ['price_id', 'scheduled_price_id', 'current_period_end', 'canceled_at'].some(
    (name) => name in former,
  )
}
