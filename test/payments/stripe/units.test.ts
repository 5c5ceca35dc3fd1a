import { expect } from 'chai'
import { fromStripe, toStripe } from '../../../common/methods/stripe/units.ts'

describe('an amount in the units of Stripe', () => {
  const both: [currency: string, ours: number, theirs: number, reason: string][] = [
    ['EUR', 1_299, 1_299, 'both count cents'],
    ['MNT', 25_000, 2_500_000, 'Stripe counts möngö, which are no longer used'],
    ['JPY', 500, 500, 'a yen has no smaller unit'],
    ['KRW', 15_000, 15_000, 'a won has no smaller unit'],
    ['ISK', 5, 500, 'Stripe counts hundredths of a króna, which are no longer used'],
    ['UGX', 5, 500, 'Stripe counts hundredths of a shilling, which are no longer used'],
    ['HUF', 1_045, 1_045, 'only payouts must be whole forints'],
    ['KWD', 5_120, 5_120, 'the last of three decimals is 0'],
    ['MGA', 50_000, 500, 'Stripe counts whole ariary'],
    ['USD', Number.MAX_SAFE_INTEGER, Number.MAX_SAFE_INTEGER, 'it is the largest safe integer'],
  ]
  for (const [currency, ours, theirs, reason] of both) {
    it(`is ${theirs} for ${ours} ${currency}, and converts back: ${reason}`, () => {
      expect(toStripe(ours, currency)).to.equal(theirs)
      expect(fromStripe(theirs, currency)).to.equal(ours)
    })
  }

  const none: [currency: string, ours: number, reason: string][] = [
    ['KWD', 5_124, 'the last of three decimals is not 0'],
    ['TND', 1, 'the last of three decimals must be 0'],
    ['MGA', 50_050, 'it has a part of an ariary'],
    ['IQD', 1_001, 'Stripe counts two decimals, we count three'],
    ['MNT', Number.MAX_SAFE_INTEGER, 'a hundred times as much is not a safe integer'],
  ]
  for (const [currency, ours, reason] of none) {
    it(`does not exist for ${ours} ${currency}: ${reason}`, () => {
      expect(toStripe(ours, currency)).to.equal(null)
    })
  }

  it('is rounded down to our smallest unit', () => {
    expect(fromStripe(2_499_999, 'MNT')).to.equal(24_999)
    expect(fromStripe(1, 'MNT')).to.equal(0)
  })
})
