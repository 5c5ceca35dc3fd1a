import { expect } from 'chai'
import {
  bareAmount,
  formatAmount,
  formatDate,
  formatDateTime,
  formatShortDateTime,
  type Locale,
  typedAmount,
  unbroken,
  withPlainSpaces,
} from '../../common/kit/format.ts'

describe('an amount in a sentence', () => {
  const cases: [amount: number, currency: string, locale: Locale, text: string, reason: string][] = [
    [25_000, 'MNT', 'en', '₮25,000', 'the sign comes before the number'],
    [25_000, 'MNT', 'mn', '₮ 25,000', 'Mongolian has a space after the sign'],
    [0, 'MNT', 'en', '₮0', 'zero has no special text'],
    [1_250, 'USD', 'en', '$12.50', 'a dollar has cents'],
    [5, 'USD', 'en', '$0.05', 'cents have a leading zero'],
    [1_250, 'USD', 'mn', '$ 12.50', 'cents are shown in Mongolian too'],
    [1_250, 'CAD', 'en', 'CA$12.50', 'a Canadian dollar has its own sign'],
    [1_250, 'JPY', 'en', '¥1,250', 'a yen has no cents'],
    [1_250, 'KWD', 'en', 'KWD 1.250', 'a dinar has three decimals'],
    [9_007_199_254_740_991, 'USD', 'en', '$90,071,992,547,409.91', 'the largest amount keeps its last cent'],
  ]
  for (const [amount, currency, locale, text, reason] of cases) {
    it(`is ${text} (${locale}): ${reason}`, () => {
      expect(withPlainSpaces(formatAmount(amount, currency, locale))).to.equal(text)
    })
  }

  it('stays the same after many others', () => {
    const first = formatAmount(1_250, 'USD', 'en')
    for (let amount = 0; amount < 250; amount += 1) formatAmount(amount, 'MNT', 'mn')
    expect(formatAmount(1_250, 'USD', 'en')).to.equal(first)
    expect(formatAmount(1_250, 'MNT', 'en')).to.equal('₮1,250')
  })

  it('has digits only for copying into a banking app', () => {
    expect(bareAmount(25_000, 'MNT')).to.equal('25000')
    expect(bareAmount(123_450, 'USD')).to.equal('1234.50')
    expect(bareAmount(5, 'USD')).to.equal('0.05')
  })

  it('has groups of digits in a field, and no sign', () => {
    expect(typedAmount(500, 'MNT')).to.equal('500')
    expect(typedAmount(1_234_567, 'MNT')).to.equal('1,234,567')
    expect(typedAmount(123_450, 'USD')).to.equal('1,234.50')
    expect(typedAmount(1_234_500, 'KWD')).to.equal('1,234.500')
  })
})

describe('an amount on a page', () => {
  it('stays on one line in every language', () => {
    expect(formatAmount(25_000, 'MNT', 'mn')).to.equal(unbroken('₮ 25,000'))
    expect(formatAmount(1_250, 'KWD', 'en')).to.equal(unbroken('KWD 1.250'))
  })
})

describe('a time in a sentence', () => {
  const at = new Date('2026-08-12T17:04:00Z')
  const plain = (text: string) => withPlainSpaces(text)

  it('has the date in the time zone of the merchant', () => {
    expect(plain(formatDate(at, 'UTC', 'en'))).to.equal('12 Aug 2026')
    expect(plain(formatDate(at, 'Asia/Ulaanbaatar', 'en'))).to.equal('13 Aug 2026')
    expect(plain(formatDate(at, 'Asia/Ulaanbaatar', 'mn'))).to.equal('2026.08.13')
  })

  it('can leave its time zone out', () => {
    expect(formatShortDateTime(at, 'UTC', 'mn')).to.equal('2026.08.12, 17:04')
  })

  it('includes its time zone', () => {
    expect(plain(formatDateTime(at, 'Asia/Ulaanbaatar', 'en'))).to.equal(
      '13 Aug 2026, 01:04 (Ulaanbaatar time)',
    )
    expect(plain(formatDateTime(at, 'Asia/Ulaanbaatar', 'mn'))).to.equal(
      '2026.08.13, 01:04 (Улаанбаатарын цаг)',
    )
    expect(plain(formatDateTime(at, 'UTC', 'mn'))).to.equal('2026.08.12, 17:04 (UTC)')
  })

  it('shows midnight as 00:00', () => {
    const midnight = new Date('2026-08-12T00:00:00Z')
    expect(plain(formatDateTime(midnight, 'UTC', 'en'))).to.equal('12 Aug 2026, 00:00 (UTC)')
  })

  it('can break only before the hour and before the time zone', () => {
    const pieces = (locale: Locale) => formatDateTime(at, 'Asia/Ulaanbaatar', locale).split(' ')
    expect(pieces('en').map(plain)).to.deep.equal(['13 Aug 2026,', '01:04', '(Ulaanbaatar time)'])
    expect(pieces('mn').map(plain)).to.deep.equal(['2026.08.13,', '01:04', '(Улаанбаатарын цаг)'])
  })
})
