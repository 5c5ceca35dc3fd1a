import { expect } from 'chai'
import { readAmount } from '../../common/kit/read-amount.ts'

describe('a typed amount', () => {
  const cases: [text: string, currency: string, read: number | null][] = [
    ['25000', 'MNT', 25_000],
    [' 25,000 ', 'MNT', 25_000],
    ['₮ 1,250,000', 'MNT', 1_250_000],
    ['25 000', 'MNT', 25_000],
    ['25\u00a0000 MNT', 'MNT', 25_000],
    ['25.000', 'MNT', null], // 25 or 25,000
    ['25,00', 'MNT', null],
    ['25', 'USD', 2_500],
    ['$1,250.5', 'USD', 125_050],
    ['MNT 25,000', 'MNT', 25_000],
    ['$25,000', 'MNT', null],
    ['25000 USD', 'MNT', null],
    ['€5', 'USD', null],
    ['12.345', 'USD', null],
    ['1.234', 'KWD', 1_234],
    ['0', 'MNT', null],
    ['-5', 'MNT', null],
    ['1e5', 'MNT', null],
    ['9999999999999', 'MNT', null],
    ['nothing', 'MNT', null],
  ]
  for (const [text, currency, read] of cases) {
    it(`'${text}' in ${currency} is ${read ?? 'refused'}`, () => {
      expect(readAmount(text, currency)).to.equal(read)
    })
  }
})
