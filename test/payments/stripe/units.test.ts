import { expect } from 'chai'
import { fromStripe, toStripe } from '../../../common/methods/stripe/units.ts'

describe('an amount in the units of Stripe', () => {
  const both: [currency: string, ours: number, theirs: number, because: string][] = [
    ['EUR', 1_299, 1_299, 'both count cents'],
    ['MNT', 25_000, 2_500_000, 'Stripe counts möngö, which are out of use'],
    ['JPY', 500, 500, 'neither knows a part of a yen'],
    ['KRW', 15_000, 15_000, 'nor of a won'],
    ['ISK', 5, 500, 'the króna has no parts any more, and is counted in them still'],
    ['UGX', 5, 500, 'so is the shilling of Uganda'],
    ['HUF', 1_045, 1_045, 'only payouts of forints are whole'],
    ['KWD', 5_120, 5_120, 'of three decimals the last is 0'],
    ['MGA', 50_000, 500, 'Stripe knows no part of an ariary'],
    ['USD', Number.MAX_SAFE_INTEGER, Number.MAX_SAFE_INTEGER, 'the largest there is'],
  ]
  for (const [currency, ours, theirs, because] of both) {
    it(`is ${theirs} for ${ours} ${currency}, and back: ${because}`, () => {
      expect(toStripe(ours, currency)).to.equal(theirs)
      expect(fromStripe(theirs, currency)).to.equal(ours)
    })
  }

  const none: [currency: string, ours: number, because: string][] = [
    ['KWD', 5_124, 'the last of three decimals is not 0'],
    ['TND', 1, 'it is less than the least step'],
    ['MGA', 50_050, 'it has a part of an ariary'],
    ['IQD', 1_001, 'Stripe counts two decimals, we three'],
    ['MNT', Number.MAX_SAFE_INTEGER, 'a hundred times as much is no whole number that is exact'],
  ]
  for (const [currency, ours, because] of none) {
    it(`does not exist for ${ours} ${currency}: ${because}`, () => {
      expect(toStripe(ours, currency)).to.equal(null)
    })
  }

  it('never rounds away a part of our smallest unit', () => {
    expect(fromStripe(2_499_999, 'MNT')).to.equal(24_999)
    expect(fromStripe(1, 'MNT')).to.equal(0)
  })
})
