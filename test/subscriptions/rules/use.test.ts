import { expect } from 'chai'
import {
  type EntitledSubscription,
  type Intent,
  isAsIntended,
  useFor,
} from '../../../common/domain/subscriptions/use.ts'

const [GOLD, SILVER, TIN] = [1, 2, 3]
const subscribed = (
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

const seven = subscribed(7, GOLD)
/** Changes to SILVER when the time that is paid at that price begins. */
const paidAhead = (id: number) => subscribed(id, GOLD, { scheduledPriceId: SILVER, isSchedulePaid: true })
const eight = subscribed(8, GOLD)

describe('the use of a checkout’s money', () => {
  type Row = [
    intent: Intent,
    target: EntitledSubscription | null,
    holder: EntitledSubscription | null,
    does: string,
    because: string,
  ]
  const rows: Row[] = [
    [buy, null, null, 'new', 'the customer does not have the product'],
    [buy, null, eight, 'renew 8, late', 'the customer has the product at the same price by now'],
    [buy, null, subscribed(8, SILVER), 'nothing', 'the customer has the product at another price'],
    [
      buy,
      null,
      subscribed(8, SILVER, { scheduledPriceId: GOLD }),
      'renew 8, late',
      'this price is scheduled there',
    ],

    [renew, seven, seven, 'renew 7', 'as intended'],
    [renew, subscribed(7, GOLD, { version: 5 }), seven, 'renew 7', 'two open renewals may both be paid'],
    [renew, subscribed(7, SILVER), subscribed(7, SILVER), 'nothing', 'the plan has changed'],
    [
      renew,
      subscribed(7, SILVER, { scheduledPriceId: GOLD }),
      seven,
      'renew 7',
      'it is for the scheduled price',
    ],
    [
      renew,
      subscribed(7, SILVER, { scheduledPriceId: TIN }),
      seven,
      'nothing',
      'another price is scheduled now',
    ],
    [renew, null, null, 'new', 'the subscription has ended'],
    [renew, null, eight, 'renew 8', 'the subscription has ended, and another has begun at the same price'],
    [
      renew,
      null,
      subscribed(8, SILVER),
      'nothing',
      'the subscription has ended, and another has begun at another price',
    ],

    [change, seven, null, 'change 7', 'as intended'],
    [change, seven, seven, 'change 7', 'a change to another price of its own product'],
    [change, seven, subscribed(8, SILVER), 'nothing', 'another subscription has the product'],
    [
      change,
      subscribed(7, GOLD, { version: 2 }),
      null,
      'nothing',
      'the subscription was renewed, so its credit is outdated',
    ],
    [
      change,
      subscribed(7, SILVER, { version: 2 }),
      null,
      'renew 7, late',
      'the subscription was changed to this price already',
    ],
    [change, null, null, 'new', 'the subscription has ended'],
    [
      change,
      null,
      subscribed(8, SILVER),
      'renew 8, late',
      'the subscription has ended, and another has this price',
    ],
    [change, null, eight, 'nothing', 'the subscription has ended, and another has another price'],

    [withCredit, seven, seven, 'change 7', 'the credit is for the present state'],
    [
      withCredit,
      subscribed(7, SILVER, { version: 2 }),
      null,
      'nothing',
      'the credit was used by another change',
    ],
    [withCredit, null, null, 'nothing', 'the subscription has ended, and its credit with it'],
    [withCredit, null, subscribed(8, SILVER), 'nothing', 'credit cannot pay for a renewal'],

    [lowered, null, null, 'new', 'as intended'],
    [lowered, null, eight, 'nothing', 'a discount on a first purchase cannot pay for a renewal'],

    [buy, null, paidAhead(8), 'nothing', 'the next time is paid for at the scheduled price'],
    [renew, paidAhead(7), paidAhead(7), 'nothing', 'no time at the old price after time at the new price'],
    [{ ...renew, priceId: SILVER }, paidAhead(7), null, 'renew 7', 'more time at the scheduled price'],
  ]
  for (const [intent, target, holder, does, because] of rows) {
    it(`is ${does} for the purpose ${intent.purpose}: ${because}`, () => {
      const use = useFor(intent, target, holder)
      const result =
        use === null ? 'nothing' : use.kind === 'new' ? 'new' : `${use.kind} ${use.subscription.id}`
      // Late money is still used, but the page no longer asks for it.
      expect(use && !isAsIntended(intent, use) ? `${result}, late` : result).to.equal(does)
      if (use === null) expect(isAsIntended(intent, use)).to.equal(false)
    })
  }
})
