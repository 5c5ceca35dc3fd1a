import { expect } from 'chai'
import type { PaymentStatus } from '../../../common/domain/payments/status.ts'
import { leftOf, missingOf, receivedOf, toRefund } from '../../../common/domain/payments/sums.ts'

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
      const payment = { status, amount: 100, amountReceived, amountRefunded: 0 }
      expect([receivedOf(payment), missingOf(payment), toRefund(payment)]).to.deep.equal(sums)
    })
  }
})

describe('what is left of a payment of 100 after a refund', () => {
  const cases: [
    status: PaymentStatus,
    came: number,
    given: number,
    sums: [left: number, refund: number],
    because: string,
  ][] = [
    ['paid', 130, 30, [100, 0], 'the surplus has gone back'],
    ['paid', 130, 10, [120, 20], 'a part of the surplus has'],
    ['paid', 100, 40, [60, 0], 'nothing more has to go back'],
    ['refund_required', 100, 40, [60, 60], 'all of it has to go back'],
    ['refunded', 100, 100, [0, 0], 'all of it has gone back'],
  ]
  for (const [status, amountReceived, amountRefunded, sums, because] of cases) {
    it(`${status}, ${amountRefunded} of ${amountReceived} given back, is ${sums.join(', ')}: ${because}`, () => {
      const payment = { status, amount: 100, amountReceived, amountRefunded }
      expect([leftOf(payment), toRefund(payment)]).to.deep.equal(sums)
    })
  }
})
