import { expect } from 'chai'
import type { PaymentStatus } from '../../../common/domain/payments/status.ts'
import { leftOf, missingOf, receivedOf, toRefund } from '../../../common/domain/payments/sums.ts'

describe('the received, missing and refundable amounts of a payment of 100', () => {
  const cases: [
    status: PaymentStatus,
    received: number | null,
    sums: [received: number, missing: number, refund: number],
    because: string,
  ][] = [
    ['started', 0, [0, 100, 0], 'nothing was received'],
    ['started', null, [0, 100, 0], 'an older release recorded no amount'],
    ['paid', null, [100, 0, 0], 'an older release recorded whole payments only'],
    ['refund_required', null, [100, 0, 100], 'an older release recorded whole payments only'],
    ['pending', 40, [40, 60, 0], 'the rest is missing'],
    ['paid', 100, [100, 0, 0], 'everything was received'],
    ['paid', 130, [130, 0, 30], 'the surplus must be refunded'],
    ['paid', 70, [70, 30, 0], 'the merchant accepted less'],
    ['refund_required', 40, [40, 60, 40], 'its order could not use it'],
    ['failed', 0, [0, 100, 0], 'nothing was received'],
  ]
  for (const [status, amountReceived, sums, because] of cases) {
    it(`are ${sums.join(', ')} if ${amountReceived} was received and it is ${status}: ${because}`, () => {
      const payment = { status, amount: 100, amountReceived, amountRefunded: 0 }
      expect([receivedOf(payment), missingOf(payment), toRefund(payment)]).to.deep.equal(sums)
    })
  }
})

describe('the remaining and refundable amounts of a payment of 100', () => {
  const cases: [
    status: PaymentStatus,
    received: number,
    refunded: number,
    sums: [left: number, refund: number],
    because: string,
  ][] = [
    ['paid', 130, 30, [100, 0], 'the surplus was refunded'],
    ['paid', 130, 10, [120, 20], 'a part of the surplus was refunded'],
    ['paid', 100, 40, [60, 0], 'no further refund is required'],
    ['refund_required', 100, 40, [60, 60], 'everything must be refunded'],
    ['refunded', 100, 100, [0, 0], 'everything was refunded'],
  ]
  for (const [status, amountReceived, amountRefunded, sums, because] of cases) {
    it(`are ${sums.join(', ')} if ${amountRefunded} of ${amountReceived} was refunded and it is ${status}: ${because}`, () => {
      const payment = { status, amount: 100, amountReceived, amountRefunded }
      expect([leftOf(payment), toRefund(payment)]).to.deep.equal(sums)
    })
  }
})
