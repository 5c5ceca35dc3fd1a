import { expect } from 'chai'
import {
  type EntitledSubscription,
  type Intent,
  isAsIntended,
  useFor,
} from '../../../common/domain/subscriptions/use.ts'

const [GOLD, SILVER, TIN] = [1, 2, 3]
const held = (
  id: number,
  priceId: number,
  more: Partial<EntitledSubscription> = {},
): EntitledSubscription => ({
  id,
  priceId,
  scheduledPriceId: null,
  isSchedulePaid: false,
  version: 1,
  ...more,
})

const full = { hasCredit: false, hasDiscounts: false }
const buy: Intent = { purpose: 'new', subscriptionId: null, version: null, priceId: GOLD, ...full }
const renew: Intent = { purpose: 'renew', subscriptionId: 7, version: 1, priceId: GOLD, ...full }
const change: Intent = { purpose: 'change', subscriptionId: 7, version: 1, priceId: SILVER, ...full }
const withCredit: Intent = { ...change, hasCredit: true }
const lowered: Intent = { ...buy, hasDiscounts: true }

const seven = held(7, GOLD)
/** Moves to SILVER when the time begins that is paid for at that price. */
const paidAhead = (id: number) => held(id, GOLD, { scheduledPriceId: SILVER, isSchedulePaid: true })
const eight = held(8, GOLD)

describe('what the money of a checkout does', () => {
  type Row = [
    intent: Intent,
    target: EntitledSubscription | null,
    holder: EntitledSubscription | null,
    does: string,
    because: string,
  ]
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

    [withCredit, seven, seven, 'change 7', 'the credit is of this very state'],
    [withCredit, held(7, SILVER, { version: 2 }), null, 'nothing', 'the credit was used by another change'],
    [withCredit, null, null, 'nothing', 'it has ended, and its credit with it'],
    [withCredit, null, held(8, SILVER), 'nothing', 'a credit pays for no renewal'],

    [lowered, null, null, 'new', 'it is what it was made for'],
    [lowered, null, eight, 'nothing', 'a discount on a first purchase pays for no renewal'],

    [buy, null, paidAhead(8), 'nothing', 'the next time is paid for at the scheduled price'],
    [renew, paidAhead(7), paidAhead(7), 'nothing', 'nobody meant time at the old price behind the new one'],
    [{ ...renew, priceId: SILVER }, paidAhead(7), null, 'renew 7', 'more time at the scheduled price'],
  ]
  for (const [intent, target, holder, does, because] of rows) {
    it(`is ${does}, where it was made to ${intent.purpose}: ${because}`, () => {
      const use = useFor(intent, target, holder)
      const told =
        use === null ? 'nothing' : use.kind === 'new' ? 'new' : `${use.kind} ${use.subscription.id}`
      // Money that arrives late is used all the same, but nobody is asked for it any more.
      expect(use && !isAsIntended(intent, use) ? `${told}, late` : told).to.equal(does)
      if (use === null) expect(isAsIntended(intent, use)).to.equal(false)
    })
  }
})
