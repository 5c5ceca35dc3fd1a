import { expect } from 'chai'
import { compare, type DiscrepancyKind, type OurRecord } from '../../../common/domain/payments/discrepancy.ts'
import type { ProviderAnswer } from '../../../common/methods/provider.ts'

const paid: OurRecord = {
  ...{ status: 'paid', currency: 'MNT', received: 25_000, refunded: 0 },
  ...{ refundedByProvider: 0, isAsked: false },
}
const canceled: OurRecord = { ...paid, status: 'canceled', received: 0 }
const started: OurRecord = { ...canceled, status: 'started', isAsked: true }
const partlyRefunded: OurRecord = { ...paid, refunded: 10_000, refundedByProvider: 10_000 }
const flagged: OurRecord = { ...paid, status: 'refund_required' }
const partial: OurRecord = { ...flagged, received: 20_000 }
const partialRefunded: OurRecord = {
  ...partial,
  status: 'refunded',
  refunded: 20_000,
  refundedByProvider: 20_000,
}

const fullyRefunded: OurRecord = { ...paid, status: 'refunded', refunded: 25_000, refundedByProvider: 25_000 }

const paidAnswer = (amount: number, refunded = 0, currency = 'MNT'): ProviderAnswer => ({
  ...{ state: 'paid', amount, currency, refunded },
})
const alsoPaidInDollars = (amount: number): ProviderAnswer => ({
  ...{
    state: 'paid',
    amount,
    currency: 'MNT',
    refunded: 0,
    otherMoney: [{ amount: 2_000, currency: 'USD' }],
  },
})
const openAnswer = (received: number, refunded: number): ProviderAnswer => ({
  ...{ state: 'open', received, refunded },
})
const ended: ProviderAnswer = { state: 'over', why: 'lapsed' }

describe('comparing a payment with its provider', () => {
  const cases: [
    ours: OurRecord,
    theirs: ProviderAnswer,
    kind: DiscrepancyKind | null,
    needsCall: boolean,
    why: string,
  ][] = [
    [paid, paidAnswer(25_000), null, false, 'the records agree'],
    [paid, paidAnswer(20_000), 'received_differs', false, 'the provider received less'],
    [paid, paidAnswer(50_000), 'received_differs', true, 'the provider received more, which we record'],
    [flagged, paidAnswer(50_000), 'received_differs', true, 'the provider received more, which we record'],
    [
      partial,
      { ...ended, received: 25_000 },
      'received_differs',
      true,
      'the provider received more of it, which we record',
    ],
    [paid, paidAnswer(50_000, 0, 'USD'), 'currency_differs', false, 'the currency is different'],
    [
      paid,
      paidAnswer(25_000, 5_000),
      'refunded_there',
      false,
      'the merchant refunded a part at the provider',
    ],
    [paid, { state: 'open' }, 'received_differs', false, 'the provider received nothing'],
    [paid, ended, 'received_differs', false, 'the provider received nothing'],
    [paid, { state: 'processing', until: new Date() }, null, false, 'a bank is still processing it'],
    [partlyRefunded, paidAnswer(25_000, 10_000), null, false, 'the refunds agree'],
    [
      partlyRefunded,
      paidAnswer(25_000, 0),
      'not_refunded_there',
      false,
      'the provider has not made our refund',
    ],
    [
      { ...partlyRefunded, refundedByProvider: 0 },
      paidAnswer(25_000, 0),
      null,
      false,
      'it was refunded by hand',
    ],
    [{ ...partlyRefunded, refunded: 25_000 }, ended, null, false, 'the provider has no money left either'],
    [flagged, paidAnswer(25_000), null, false, 'the merchant was already told'],
    [
      { ...flagged, currency: 'USD', received: 20 },
      paidAnswer(20, 0, 'USD'),
      null,
      false,
      'the received amounts agree',
    ],
    [
      { ...flagged, currency: 'USD', received: 20 },
      paidAnswer(20, 20, 'USD'),
      'refunded_there',
      false,
      'the merchant refunded it at the provider',
    ],
    [
      { ...flagged, received: 5_000 },
      { ...ended, received: 5_000 },
      null,
      false,
      'the partial amounts agree',
    ],
    [partial, { state: 'open', received: 20_000 }, null, false, 'the merchant was already told'],
    [
      partial,
      openAnswer(20_000, 20_000),
      'refunded_there',
      false,
      'the merchant refunded the partial amount at the provider',
    ],
    [
      partial,
      { ...ended, received: 20_000, refunded: 5_000 },
      'refunded_there',
      false,
      'the merchant refunded some of the partial amount at the provider',
    ],
    [partialRefunded, openAnswer(20_000, 20_000), null, false, 'we refunded the partial amount'],
    [
      partialRefunded,
      openAnswer(20_000, 0),
      'not_refunded_there',
      false,
      'the provider has not made our refund',
    ],
    [
      partialRefunded,
      { ...ended, received: 20_000 },
      'not_refunded_there',
      false,
      'the provider has not made our refund',
    ],
    [partialRefunded, ended, null, false, 'the provider no longer lists refunded money'],
    [
      { ...partialRefunded, refundedByProvider: 0 },
      { ...ended, received: 20_000 },
      null,
      false,
      'it was refunded by hand',
    ],
    [
      fullyRefunded,
      paidAnswer(50_000, 25_000),
      'received_differs',
      true,
      'it was paid again after the refund',
    ],
    [
      fullyRefunded,
      paidAnswer(50_000, 25_000, 'USD'),
      'currency_differs',
      false,
      'the second payment is in another currency',
    ],
    [
      partialRefunded,
      openAnswer(40_000, 20_000),
      'received_differs',
      true,
      'a partial amount came again after the refund',
    ],
    [paid, alsoPaidInDollars(25_000), 'currency_differs', false, 'money in another currency came as well'],
    [started, { state: 'open' }, null, false, 'both wait for the payment'],
    [started, paidAnswer(25_000), null, true, 'the next request records it'],
    [started, ended, null, true, 'the next request ends it'],
    [canceled, ended, null, false, 'both have ended it'],
    [canceled, { state: 'open' }, null, false, 'some providers do not report canceled payments'],
    [canceled, { state: 'open', received: 5_000 }, 'received_differs', false, 'the provider received a part'],
    [canceled, paidAnswer(25_000), 'paid_there', true, 'we canceled it too early'],
  ]
  for (const [ours, theirs, kind, needsCall, why] of cases) {
    const name = `${ours.status}${ours.isAsked ? ', asked' : ''}: ${JSON.stringify(theirs)}`
    it(`finds ${kind ?? 'no difference'} for ${name}: ${why}`, () => {
      expect(compare(ours, theirs)).to.deep.equal({ kind, needsCall })
    })
  }
})
