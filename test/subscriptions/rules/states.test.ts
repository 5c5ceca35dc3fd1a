import { expect } from 'chai'
import type { SubscriptionStatus } from '../../../common/domain/subscriptions/object.ts'
import { isEntitled, move, type Trigger } from '../../../common/domain/subscriptions/states.ts'
import { Refusal } from '../../../common/kit/refusal.ts'

const TRIGGERS: Trigger[] = [
  'payment',
  'trial_end',
  'period_end',
  'period_end_with_grace',
  'grace_end',
  'cancel',
]

/** The next state for each trigger, in the order of `TRIGGERS`; `-` is not allowed. */
const table: Record<SubscriptionStatus, string> = {
  trialing: 'active   canceled -        -        -        canceled',
  active: 'active   -        canceled past_due -        canceled',
  past_due: 'active   -        -        -        canceled canceled',
  canceled: '-        -        -        -        -        -',
}

describe('the states of a subscription', () => {
  for (const [from, row] of Object.entries(table) as [SubscriptionStatus, string][]) {
    row.split(/ +/).forEach((to, index) => {
      const trigger = TRIGGERS[index]!
      if (to !== '-') {
        it(`change from ${from} to ${to} on ${trigger}`, () => {
          expect(move(from, trigger)).to.equal(to)
        })
      } else if (from === 'canceled') {
        it(`reject ${trigger} in the state canceled`, () => {
          expect(() => move(from, trigger))
            .to.throw(Refusal)
            .with.property('code', 'subscription_canceled')
        })
      } else {
        it(`throw for ${trigger} in ${from}, since that is a bug`, () => {
          expect(() => move(from, trigger))
            .to.throw(`no move from ${from} by ${trigger}`)
            .and.not.instanceOf(Refusal)
        })
      }
    })
  }

  it('give access in every state except canceled', () => {
    expect((Object.keys(table) as SubscriptionStatus[]).filter(isEntitled)).to.deep.equal([
      'trialing',
      'active',
      'past_due',
    ])
  })
})
