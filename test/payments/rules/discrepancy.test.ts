import { expect } from 'chai'
import { compare, type DiscrepancyKind, type OurRecord } from '../../../common/domain/payments/discrepancy.ts'
import type { ProviderAnswer } from '../../../common/methods/provider.ts'

const paid: OurRecord = {
  ...{ status: 'paid', currency: 'MNT', received: 25_000, refunded: 0 },
  ...{ refundedByProvider: 0, isAsked: false },
}
const canceled: OurRecord = { ...paid, status: 'canceled', received: 0 }
const started: OurRecord = { ...canceled, status: 'started', isAsked: true }
const given: OurRecord = { ...paid, refunded: 10_000, refundedByProvider: 10_000 }
const flagged: OurRecord = { ...paid, status: 'refund_required' }
const part: OurRecord = { ...flagged, received: 20_000 }
const partBack: OurRecord = { ...part, status: 'refunded', refunded: 20_000, refundedByProvider: 20_000 }

const allBack: OurRecord = { ...paid, status: 'refunded', refunded: 25_000, refundedByProvider: 25_000 }

const says = (amount: number, refunded = 0, currency = 'MNT'): ProviderAnswer => ({
  ...{ state: 'paid', amount, currency, refunded },
})
const saysBeside = (amount: number): ProviderAnswer => ({
  ...{
    state: 'paid',
    amount,
    currency: 'MNT',
    refunded: 0,
    otherMoney: [{ amount: 2_000, currency: 'USD' }],
  },
})
const openWith = (received: number, refunded: number): ProviderAnswer => ({
  ...{ state: 'open', received, refunded },
})
const over: ProviderAnswer = { state: 'over', why: 'lapsed' }

describe('what a provider says of a payment', () => {
  const cases: [
    ours: OurRecord,
    theirs: ProviderAnswer,
    kind: DiscrepancyKind | null,
    needsCall: boolean,
    why: string,
  ][] = [
    [paid, says(25_000), null, false, 'all is well'],
    [paid, says(20_000), 'received_differs', false, 'less has come'],
    [paid, says(50_000), 'received_differs', true, 'more has come, and is taken'],
    [flagged, says(50_000), 'received_differs', true, 'more has come, and is taken'],
    [part, { ...over, received: 25_000 }, 'received_differs', true, 'more of it has come, and is taken'],
    [paid, says(50_000, 0, 'USD'), 'currency_differs', false, 'it is other money'],
    [paid, says(25_000, 5_000), 'refunded_there', false, 'the merchant gave it back there'],
    [paid, { state: 'open' }, 'received_differs', false, 'nothing has come'],
    [paid, over, 'received_differs', false, 'nothing has come'],
    [paid, { state: 'processing', until: new Date() }, null, false, 'a bank has it: tomorrow more is known'],
    [given, says(25_000, 10_000), null, false, 'what was given back was'],
    [given, says(25_000, 0), 'not_refunded_there', false, 'it was told to, and has not'],
    [{ ...given, refundedByProvider: 0 }, says(25_000, 0), null, false, 'it was given back by hand'],
    [{ ...given, refunded: 25_000 }, over, null, false, 'nothing is left of it there either'],
    [flagged, says(25_000), null, false, 'the merchant knows of it'],
    [{ ...flagged, currency: 'USD', received: 20 }, says(20, 0, 'USD'), null, false, 'that is what came'],
    [
      { ...flagged, currency: 'USD', received: 20 },
      says(20, 20, 'USD'),
      'refunded_there',
      false,
      'it is gone',
    ],
    [{ ...flagged, received: 5_000 }, { ...over, received: 5_000 }, null, false, 'a part had come'],
    [part, { state: 'open', received: 20_000 }, null, false, 'the merchant knows of it'],
    [part, openWith(20_000, 20_000), 'refunded_there', false, 'the part was given back there'],
    [part, { ...over, received: 20_000, refunded: 5_000 }, 'refunded_there', false, 'some of it was'],
    [partBack, openWith(20_000, 20_000), null, false, 'what came in part went back by us'],
    [partBack, openWith(20_000, 0), 'not_refunded_there', false, 'it was told to, and has not'],
    [partBack, { ...over, received: 20_000 }, 'not_refunded_there', false, 'it was told to, and has not'],
    [partBack, over, null, false, 'what went back is not listed there any more'],
    [
      { ...partBack, refundedByProvider: 0 },
      { ...over, received: 20_000 },
      null,
      false,
      'it was given back by hand',
    ],
    [allBack, says(50_000, 25_000), 'received_differs', true, 'it was paid again after it had gone back'],
    [allBack, says(50_000, 25_000, 'USD'), 'currency_differs', false, 'in which the books are not kept'],
    [
      partBack,
      openWith(40_000, 20_000),
      'received_differs',
      true,
      'a part came again after it had gone back',
    ],
    [paid, saysBeside(25_000), 'currency_differs', false, 'other money came as well'],
    [started, { state: 'open' }, null, false, 'it waits here and there'],
    [started, says(25_000), null, true, 'whoever asks takes it further'],
    [started, over, null, true, 'whoever asks ends it'],
    [canceled, over, null, false, 'it is over here and there'],
    [canceled, { state: 'open' }, null, false, 'not every provider tells what was given up'],
    [canceled, { state: 'open', received: 5_000 }, 'received_differs', false, 'a part has come'],
    [canceled, says(25_000), 'paid_there', true, 'it was given up too soon'],
  ]
  for (const [ours, theirs, kind, needsCall, why] of cases) {
    const name = `${ours.status}${ours.isAsked ? ', asked' : ''}: ${JSON.stringify(theirs)}`
    it(`is ${kind ?? 'the same'} for one that is ${name}: ${why}`, () => {
      expect(compare(ours, theirs)).to.deep.equal({ kind, needsCall })
    })
  }
})
