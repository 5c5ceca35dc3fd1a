import { expect } from 'chai'
import {
  bareAmount,
  formatAmount,
  formatDate,
  formatDateTime,
  formatShortDate,
  formatShortDateTime,
  type Locale,
  unbroken,
  withPlainSpaces,
} from '../../common/kit/format.ts'

describe('an amount in words', () => {
  const cases: [amount: number, currency: string, locale: Locale, text: string, because: string][] = [
    [25_000, 'MNT', 'en', '₮25,000', 'the sign stands before the number'],
    [25_000, 'MNT', 'mn', '₮ 25,000', 'and apart from it in Mongolian'],
    [0, 'MNT', 'en', '₮0', 'nothing is an amount too'],
    [1_250, 'USD', 'en', '$12.50', 'a dollar has cents'],
    [5, 'USD', 'en', '$0.05', 'and may be less than one'],
    [1_250, 'USD', 'mn', '$ 12.50', 'in Mongolian too'],
    [1_250, 'CAD', 'en', 'CA$12.50', 'a Canadian dollar says so'],
    [1_250, 'JPY', 'en', '¥1,250', 'a yen has none'],
    [1_250, 'KWD', 'en', 'KWD 1.250', 'a dinar has three decimals'],
    [9_007_199_254_740_991, 'USD', 'en', '$90,071,992,547,409.91', 'the largest sum keeps its last cent'],
  ]
  for (const [amount, currency, locale, text, because] of cases) {
    it(`is ${text} (${locale}): ${because}`, () => {
      expect(withPlainSpaces(formatAmount(amount, currency, locale))).to.equal(text)
    })
  }

  it('is bare digits where it is copied into a bank’s app', () => {
    expect(bareAmount(25_000, 'MNT')).to.equal('25000')
    expect(bareAmount(123_450, 'USD')).to.equal('1234.50')
    expect(bareAmount(5, 'USD')).to.equal('0.05')
  })
})

describe('an amount on a page', () => {
  it('stays on one line, whatever its language sets between sign and number', () => {
    expect(formatAmount(25_000, 'MNT', 'mn')).to.equal(unbroken('₮ 25,000'))
    expect(formatAmount(1_250, 'KWD', 'en')).to.equal(unbroken('KWD 1.250'))
  })
})

describe('a time in words', () => {
  const at = new Date('2026-08-12T17:04:00Z')
  const plain = (text: string) => withPlainSpaces(text)

  it('is the merchant’s day, which may be the next one', () => {
    expect(plain(formatDate(at, 'UTC', 'en'))).to.equal('12 Aug 2026')
    expect(plain(formatDate(at, 'Asia/Ulaanbaatar', 'en'))).to.equal('13 Aug 2026')
    expect(plain(formatDate(at, 'Asia/Ulaanbaatar', 'mn'))).to.equal('2026 оны 8-р сарын 13')
  })

  it('is short where there is little room', () => {
    expect(plain(formatShortDate(at, 'UTC', 'en'))).to.equal('12 Aug 2026')
    expect(formatShortDate(at, 'UTC', 'mn')).to.equal('2026.08.12')
    expect(formatShortDateTime(at, 'UTC', 'mn')).to.equal('2026.08.12, 17:04')
  })

  it('names its zone', () => {
    expect(plain(formatDateTime(at, 'Asia/Ulaanbaatar', 'en'))).to.equal(
      '13 Aug 2026, 01:04 (Ulaanbaatar Time)',
    )
    expect(plain(formatDateTime(at, 'Asia/Ulaanbaatar', 'mn'))).to.equal(
      '2026 оны 8-р сарын 13, 01:04 (Улаанбаатарын цаг)',
    )
    expect(plain(formatDateTime(at, 'UTC', 'mn'))).to.equal('2026 оны 8-р сарын 12, 17:04 (UTC)')
  })

  it('says midnight as 00:00', () => {
    const midnight = new Date('2026-08-12T00:00:00Z')
    expect(plain(formatDateTime(midnight, 'UTC', 'en'))).to.equal('12 Aug 2026, 00:00 (UTC)')
  })

  it('breaks over lines before its hour and before its zone, and nowhere else', () => {
    const pieces = (locale: Locale) => formatDateTime(at, 'Asia/Ulaanbaatar', locale).split(' ')
    expect(pieces('en').map(plain)).to.deep.equal(['13 Aug 2026,', '01:04', '(Ulaanbaatar Time)'])
    expect(pieces('mn').map(plain)).to.deep.equal(['2026 оны 8-р сарын 13,', '01:04', '(Улаанбаатарын цаг)'])
  })
})
