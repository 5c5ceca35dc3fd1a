import { expect } from 'chai'
import { missingOf, receivedOf, toRefund } from '../../../common/payments/rules/sums.ts'
import type { PaymentStatus } from '../../../common/payments/rules/status.ts'

describe('the sums of a payment of 100', () => {
  const cases: [
    status: PaymentStatus,
    came: number | null,
    sums: [received: number, missing: number, refund: number],
    because: string,
  ][] = [
    ['started', 0, [0, 100, 0], 'nothing has come'],
    ['started', null, [0, 100, 0], 'an older release says nothing of it'],
    ['paid', null, [100, 0, 0], 'and knew of whole sums only'],
    ['refund_required', null, [100, 0, 100], 'and knew of whole sums only'],
    ['pending', 40, [40, 60, 0], 'the rest is awaited'],
    ['paid', 100, [100, 0, 0], 'all has come'],
    ['paid', 130, [130, 0, 30], 'what came beyond it is not the merchant’s'],
    ['paid', 70, [70, 30, 0], 'less was accepted'],
    ['refund_required', 40, [40, 60, 40], 'it could pay for nothing'],
    ['failed', 0, [0, 100, 0], 'nothing has come'],
  ]
  for (const [status, amountReceived, sums, because] of cases) {
    it(`of which ${amountReceived} came, ${status}, are ${sums.join(', ')}: ${because}`, () => {
      const payment = { status, amount: 100, amountReceived }
      expect([receivedOf(payment), missingOf(payment), toRefund(payment)]).to.deep.equal(sums)
    })
  }
})
