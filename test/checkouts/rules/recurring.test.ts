import { expect } from 'chai'
import type { CheckoutInput } from '../../../common/domain/checkouts/input.ts'
import { checkRecurring } from '../../../common/domain/checkouts/recurring.ts'
import { Problems, Refusal } from '../../../common/kit/refusal.ts'

const goods = { quantity: 1, adjustable: null, recurring: null }
const plan = { ...goods, recurring: {} }
const items = (count: number) => Array.from({ length: count }, () => ({ price: 'any', quantity: 1 }))

function refused(request: Partial<CheckoutInput>, priced: (typeof plan)[]): string[] {
  const problems = new Problems()
  checkRecurring(request, priced, problems)
  try {
    problems.refuse()
    return []
  } catch (error) {
    return (error as Refusal).problems.map(({ code, path }) => `${code} ${path}`)
  }
}

describe('a request for a recurring price', () => {
  const rows: [request: Partial<CheckoutInput>, priced: object[], refusals: string[], because: string][] = [
    [{ items: items(2) }, [goods, goods], [], 'goods need no customer'],
    [{ items: items(1), customer_id: 1 }, [plan], [], 'it names its customer'],
    [{ items: items(1) }, [plan], ['customer_required customer_id'], 'a subscription needs a customer'],
    [
      { items: items(2) },
      [goods, plan],
      ['single_item_required items', 'customer_required customer_id'],
      'all problems are reported at once',
    ],
    [
      { items: items(1), subscription_id: 1 },
      [goods],
      ['validation_failed subscription_id'],
      'goods cannot renew a subscription',
    ],
    [
      { items: items(1), customer_id: 1 },
      [{ ...plan, quantity: 1_000 }],
      ['validation_failed items.0.quantity'],
      'too many periods',
    ],
    [
      { items: items(1), customer_id: 1 },
      [{ ...plan, adjustable: { max: 1_000 } }],
      ['validation_failed items.0.adjustable_quantity.max'],
      'the maximum allows too many periods',
    ],
  ]
  for (const [request, priced, refusals, because] of rows) {
    it(`${refusals.length === 0 ? 'is accepted' : `is rejected with ${refusals.join(', ')}`}: ${because}`, () => {
      expect(refused(request, priced as (typeof plan)[])).to.deep.equal(refusals)
    })
  }
})
