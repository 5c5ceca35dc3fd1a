import { expect } from 'chai'
import { orderOf } from '../../../common/webhooks/rules/rehearsal.ts'
import { verdict } from '../../../common/webhooks/rules/verdict.ts'

describe('what a rehearsal says of a receiver', () => {
  const well = { status_code: 200, duration_ms: 20, error: null, duplicate: false }
  const sent = { event_type: 'invoice.paid', out_of_order: false, status: 'succeeded' }
  const once = { duplicates: false, reorder: false }

  const cases: [attempt: object, delivery: object, verdict: RegExp][] = [
    [{}, {}, /^Every delivery was answered with 2xx in time\.$/],
    [{ status_code: 299 }, {}, /^Every delivery/],
    [{ status_code: 500 }, {}, /^Answered invoice\.paid with 500\. Anything but 2xx is sent again\.$/],
    [{ status_code: 302 }, {}, /with 302\. Redirects are not followed/],
    [{ status_code: 401 }, {}, /signature/],
    [{ status_code: 410 }, {}, /switches the endpoint off/],
    [{ status_code: 500, duplicate: true }, {}, /^Answered the duplicate of invoice\.paid with 500\./],
    [
      { status_code: 409 },
      { out_of_order: true },
      /^Answered invoice\.paid, which came out of order, with 409\./,
    ],
    [
      { status_code: null, error: 'the connection was refused' },
      {},
      /^Invoice\.paid got no answer: the connection was refused\.$/,
    ],
    [{ duration_ms: 4_999 }, {}, /^Every delivery/],
    [{ duration_ms: 5_000 }, {}, /^Took 5\.0 s to answer invoice\.paid\./],
    [{}, { status: 'canceled' }, /^1 deliveries were canceled/],
    [{}, { status: 'pending' }, /^1 of 1 deliveries are still to be made/],
  ]
  for (const [attempt, delivery, sentence] of cases) {
    it(`is ${String(sentence)} of ${JSON.stringify({ ...attempt, ...delivery })}`, () => {
      const verdicts = verdict([{ ...sent, ...delivery, attempts: [{ ...well, ...attempt }] }], once)
      expect(verdicts).to.have.lengthOf(1)
      expect(verdicts[0]).to.match(sentence)
    })
  }

  it('names what was borne', () => {
    const [all] = verdict([{ ...sent, attempts: [well] }], { duplicates: true, reorder: true })
    expect(all).to.match(/, the duplicates and what came out of order too\.$/)
  })
})

describe('the order of a rehearsal', () => {
  it('is that of the story, or each three backwards', () => {
    expect(orderOf(4, false)).to.deep.equal([0, 1, 2, 3])
    expect(orderOf(8, true)).to.deep.equal([2, 1, 0, 5, 4, 3, 7, 6])
    expect(orderOf(1, true)).to.deep.equal([0])
    expect(orderOf(0, true)).to.deep.equal([])
  })
})
