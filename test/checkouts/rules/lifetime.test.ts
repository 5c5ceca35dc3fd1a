import { expect } from 'chai'
import { checkExpiry, expiryOf } from '../../../common/domain/checkouts/lifetime.ts'
import { Problems } from '../../../common/kit/refusal.ts'

const now = new Date('2026-12-31T10:00:00Z')
const at = (time: string) => new Date(time)

function isRefused(expiresAt: Date | undefined): boolean {
  const problems = new Problems()
  checkExpiry(expiresAt, now, problems)
  return problems.has('expires_at')
}

describe('when a checkout ends', () => {
  const ends: [asked: string | undefined, purpose: 'new' | 'change' | null, end: string, because: string][] =
    [
      [undefined, null, '2027-02-28T10:00:00Z', 'two calendar months are the most, and February is short'],
      [undefined, 'new', '2027-02-28T10:00:00Z', 'a subscription is bought like anything else'],
      ['2027-01-01T00:00:00Z', null, '2027-01-01T00:00:00Z', 'it was asked for'],
      [undefined, 'change', '2027-01-01T10:00:00Z', 'the credit of a plan change is for one day'],
    ]
  for (const [asked, purpose, end, because] of ends) {
    it(`is ${end} where ${asked ?? 'nothing'} is asked for ${purpose ?? 'goods'}: ${because}`, () => {
      expect(expiryOf(asked === undefined ? undefined : at(asked), purpose, now)).to.deep.equal(at(end))
    })
  }

  const asked: [time: string | undefined, refused: boolean, because: string][] = [
    [undefined, false, 'nobody has to ask'],
    ['2026-12-31T10:30:00Z', false, 'half an hour is the least'],
    ['2026-12-31T10:29:50Z', false, 'clocks may differ by ten seconds'],
    ['2026-12-31T10:29:49Z', true, 'clocks do not differ by more'],
    ['2027-02-28T10:00:10Z', false, 'clocks may differ at the other end too'],
    ['2027-02-28T10:00:11Z', true, 'it is longer than two months'],
  ]
  for (const [time, refused, because] of asked) {
    it(`${refused ? 'cannot' : 'can'} be ${time ?? 'left open'}: ${because}`, () => {
      expect(isRefused(time === undefined ? undefined : at(time))).to.equal(refused)
    })
  }
})
