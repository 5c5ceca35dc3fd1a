import { expect } from 'chai'
import { orderOf } from '../../../common/domain/webhooks/rehearsal.ts'
import { verdict } from '../../../common/domain/webhooks/verdict.ts'

describe('the verdict of a rehearsal', () => {
  const healthy = { status_code: 200, duration_ms: 20, error: null, duplicate: false }
  const sent = { event_type: 'invoice.paid', out_of_order: false, status: 'succeeded' }
  const once = { duplicates: false, reorder: false }

  const cases: [attempt: object, delivery: object, verdict: RegExp][] = [
    [{}, {}, /^The endpoint responded 2xx in time to every delivery\.$/],
    [{ status_code: 299 }, {}, /^The endpoint responded 2xx/],
    [
      { status_code: 500 },
      {},
      /^Responded 500 to invoice\.paid\. Deliveries without a 2xx response are sent again\.$/,
    ],
    [{ status_code: 302 }, {}, /^Responded 302 to invoice\.paid\. Redirects are not followed/],
    [{ status_code: 401 }, {}, /signature/],
    [{ status_code: 410 }, {}, /disables the endpoint/],
    [{ status_code: 500, duplicate: true }, {}, /^Responded 500 to the duplicate of invoice\.paid\./],
    [{ status_code: 409 }, { out_of_order: true }, /^Responded 409 to invoice\.paid, sent out of order\./],
    [
      { status_code: null, error: 'the connection was refused' },
      {},
      /^Invoice\.paid got no response: the connection was refused\.$/,
    ],
    [{ duration_ms: 4_999 }, {}, /^The endpoint responded 2xx/],
    [{ duration_ms: 5_000 }, {}, /^Took 5\.0 s to respond to invoice\.paid\./],
    [{}, { status: 'canceled' }, /^1 deliveries were canceled/],
    [{}, { status: 'pending' }, /^1 of 1 deliveries are still to be sent/],
  ]
  for (const [attempt, delivery, sentence] of cases) {
    it(`matches ${String(sentence)} for ${JSON.stringify({ ...attempt, ...delivery })}`, () => {
      const verdicts = verdict([{ ...sent, ...delivery, attempts: [{ ...healthy, ...attempt }] }], once)
      expect(verdicts).to.have.lengthOf(1)
      expect(verdicts[0]).to.match(sentence)
    })
  }

  it('names the options of a successful rehearsal', () => {
    const [all] = verdict([{ ...sent, attempts: [healthy] }], { duplicates: true, reorder: true })
    expect(all).to.match(/, including the duplicates and the reordered events\.$/)
  })
})

describe('the order of a rehearsal', () => {
  it('is the order of the story, or reversed within each three', () => {
    expect(orderOf(4, false)).to.deep.equal([0, 1, 2, 3])
    expect(orderOf(8, true)).to.deep.equal([2, 1, 0, 5, 4, 3, 7, 6])
    expect(orderOf(1, true)).to.deep.equal([0])
    expect(orderOf(0, true)).to.deep.equal([])
  })
})
