import { expect } from 'chai'
import { serializeEvent } from '../../common/events/rows.ts'

describe('an event as it is delivered', () => {
  it('keeps its bytes from release to release, since its attempts may lie days apart', () => {
    const row = {
      id: 501,
      project_id: 1,
      is_test: 1,
      type: 'checkout.expired',
      object: 'checkout',
      sequence: 2,
      data: '{"id":7,"metadata":{"b":"Ө","a":"</script>"},"amount_total":9007199254740991}',
      created_at: new Date('2026-01-31T09:30:00.123Z'),
    } as const
    expect(JSON.stringify(serializeEvent(row))).to.equal(
      '{"id":501,"project_id":1,"type":"checkout.expired","object":"checkout","is_test":true,"sequence":2,' +
        '"data":{"object":{"id":7,"metadata":{"b":"Ө","a":"</script>"},"amount_total":9007199254740991}},' +
        '"created_at":"2026-01-31T09:30:00.123000Z","updated_at":"2026-01-31T09:30:00.123000Z"}',
    )
  })
})
