import { expect } from 'chai'
import { stillFits, useFor } from '../../../common/subscriptions/rules/use.ts'
import type { Held, Intent } from '../../../common/subscriptions/rules/use.ts'

const [GOLD, SILVER, TIN] = [1, 2, 3]
const held = (id: number, priceId: number, more: Partial<Held> = {}): Held => ({
  id,
  priceId,
  scheduledPriceId: null,
  version: 1,
  ...more,
})

const buy: Intent = { purpose: 'new', subscriptionId: null, version: null, priceId: GOLD }
const renew: Intent = { purpose: 'renew', subscriptionId: 7, version: 1, priceId: GOLD }
const change: Intent = { purpose: 'change', subscriptionId: 7, version: 1, priceId: SILVER }

const seven = held(7, GOLD)
const eight = held(8, GOLD)

describe('what the money of a checkout does', () => {
  type Row = [intent: Intent, target: Held | null, holder: Held | null, does: string, because: string]
  const rows: Row[] = [
    [buy, null, null, 'new', 'nobody has the product'],
    [buy, null, eight, 'renew 8, late', 'the product is held at the same price by now'],
    [buy, null, held(8, SILVER), 'nothing', 'the product is held at another price'],
    [
      buy,
      null,
      held(8, SILVER, { scheduledPriceId: GOLD }),
      'renew 8, late',
      'this price is scheduled there',
    ],

    [renew, seven, seven, 'renew 7', 'it is what it was made for'],
    [renew, held(7, GOLD, { version: 5 }), seven, 'renew 7', 'two open renewals may both be paid'],
    [renew, held(7, SILVER), held(7, SILVER), 'nothing', 'its plan has changed'],
    [renew, held(7, SILVER, { scheduledPriceId: GOLD }), seven, 'renew 7', 'it is at the scheduled price'],
    [renew, held(7, SILVER, { scheduledPriceId: TIN }), seven, 'nothing', 'another price is scheduled now'],
    [renew, null, null, 'new', 'it has ended: a promise kept'],
    [renew, null, eight, 'renew 8', 'it has ended, and another has begun at the same price'],
    [renew, null, held(8, SILVER), 'nothing', 'it has ended, and another has begun at another price'],

    [change, seven, null, 'change 7', 'it is what it was made for'],
    [change, seven, seven, 'change 7', 'to another price of its own product'],
    [change, seven, held(8, SILVER), 'nothing', 'the product is held by another subscription'],
    [
      change,
      held(7, GOLD, { version: 2 }),
      null,
      'nothing',
      'it was renewed: the credit is not good any more',
    ],
    [change, held(7, SILVER, { version: 2 }), null, 'renew 7, late', 'it was changed to that very price'],
    [change, null, null, 'new', 'it has ended: a promise kept'],
    [change, null, held(8, SILVER), 'renew 8, late', 'it has ended, and the product is held at this price'],
    [change, null, eight, 'nothing', 'it has ended, and the product is held at another price'],
  ]
  for (const [intent, target, holder, does, because] of rows) {
    it(`is ${does}, where it was made to ${intent.purpose}: ${because}`, () => {
      const use = useFor(intent, target, holder)
      const told =
        use === null ? 'nothing' : use.kind === 'new' ? 'new' : `${use.kind} ${use.subscription.id}`
      // Money that arrives late is used all the same, but nobody is asked for it any more.
      expect(use && !stillFits(intent, use) ? `${told}, late` : told).to.equal(does)
      if (use === null) expect(stillFits(intent, use)).to.equal(false)
    })
  }
})
