import { expect } from 'chai'
import { bodyOf, type EventRow } from '../../common/services/events/rows.ts'

describe('the body of a delivered event', () => {
  const row: EventRow = {
    id: 501,
    project_id: 1,
    is_test: 1,
    type: 'checkout.expired',
    object: 'checkout',
    sequence: 2,
    data: '{"id":7,"metadata":{"b":"Ө","a":"</script>"},"amount_total":9007199254740991}',
    previous_attributes: null,
    body_version: 2,
    created_at: new Date('2026-01-31T09:30:00.123Z'),
  }
  const data = '{"object":{"id":7,"metadata":{"b":"Ө","a":"</script>"},"amount_total":9007199254740991}}'
  const before =
    '"project_id":1,"type":"checkout.expired","object":"checkout","is_test":true,"sequence":2,"data":'
  const times = '"created_at":"2026-01-31T09:30:00.123000Z","updated_at":"2026-01-31T09:30:00.123000Z"}'

  it('keeps its bytes in every release, since attempts may be days apart', () => {
    expect(bodyOf(row)).to.equal(`{"id":501,"webhook_id":"evt_501",${before}${data},${times}`)
    expect(bodyOf({ ...row, body_version: 1 })).to.equal(`{"id":501,${before}${data},${times}`)
  })

  it('contains previous_attributes after the object of a change', () => {
    const changed = { ...row, previous_attributes: '{"canceled_at":null,"metadata":{"a":"1"}}' }
    const more = data.replace(/\}$/, ',"previous_attributes":{"canceled_at":null,"metadata":{"a":"1"}}}')
    expect(bodyOf(changed)).to.equal(`{"id":501,"webhook_id":"evt_501",${before}${more},${times}`)
  })
})
