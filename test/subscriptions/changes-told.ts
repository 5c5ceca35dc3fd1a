import { expect } from 'chai'

interface Row {
  object_id: number
  type: string
  data: string
  previous_attributes: string | null
}

/** Fields that never change without an event. */
const REPORTED_FIELDS =
  'status product_id price_id scheduled_price_id current_period_end trial_ends_at canceled_at ended_at cancellation_reason'.split(
    ' ',
  )
const TYPES_OF_CHANGE = ['subscription.updated', 'subscription.renewed']

/** Checks that each change carries the values of the event before it as previous attributes. */
export function expectChangesReported(events: readonly Row[]): void {
  for (const [index, { type, object_id: id, data, previous_attributes: former }] of events.entries()) {
    expect(former !== null, type).to.equal(TYPES_OF_CHANGE.includes(type))
    const earlier = events[index - 1]
    if (former === null || earlier?.object_id !== id) continue
    const was = { ...JSON.parse(data), ...JSON.parse(former) } as Record<string, unknown>
    const before = JSON.parse(earlier.data) as Record<string, unknown>
    for (const name of REPORTED_FIELDS)
      expect(was[name], `${type} of ${id}: ${name}`).to.deep.equal(before[name])
    if (type === 'subscription.updated') expect(JSON.parse(former)).to.satisfy(isReported, former)
  }
}

/** Whether a change of these fields records `subscription.updated`: only the plan, schedule, period and cancellation do. */
function isReported(former: object): boolean {
  return ['price_id', 'scheduled_price_id', 'current_period_end', 'canceled_at'].some(
    (name) => name in former,
  )
}
