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

describe('the expiry of a checkout', () => {
  const ends: [asked: string | undefined, purpose: 'new' | 'change' | null, end: string, because: string][] =
    [
      [undefined, null, '2027-02-28T10:00:00Z', 'the default is two calendar months, and February is short'],
      [undefined, 'new', '2027-02-28T10:00:00Z', 'a new subscription is like any purchase'],
      ['2027-01-01T00:00:00Z', null, '2027-01-01T00:00:00Z', 'the requested time'],
      [undefined, 'change', '2027-01-01T10:00:00Z', 'the credit of a plan change lasts one day'],
    ]
  for (const [asked, purpose, end, because] of ends) {
    it(`is ${end} if the request has ${asked ?? 'no time'} for ${purpose ?? 'goods'}: ${because}`, () => {
      expect(expiryOf(asked === undefined ? undefined : at(asked), purpose, now)).to.deep.equal(at(end))
    })
  }

  const asked: [time: string | undefined, refused: boolean, because: string][] = [
    [undefined, false, 'it is optional'],
    ['2026-12-31T10:30:00Z', false, 'the minimum is half an hour'],
    ['2026-12-31T10:29:50Z', false, 'clocks may differ by ten seconds'],
    ['2026-12-31T10:29:49Z', true, 'clocks may not differ by more'],
    ['2027-02-28T10:00:10Z', false, 'clocks may differ at the maximum too'],
    ['2027-02-28T10:00:11Z', true, 'longer than two months'],
  ]
  for (const [time, refused, because] of asked) {
    it(`${refused ? 'cannot' : 'can'} be ${time ?? 'left out'}: ${because}`, () => {
      expect(isRefused(time === undefined ? undefined : at(time))).to.equal(refused)
    })
  }
})
