import { expect } from 'chai'
import { parseAmount, readAmount } from '../../common/kit/read-amount.ts'

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

  const faults: [text: string, currency: string, fault: string][] = [
    ['', 'MNT', 'sum_unreadable'],
    ['nothing', 'MNT', 'sum_unreadable'],
    ['25 00', 'MNT', 'sum_unreadable'],
    ['25000 USD', 'MNT', 'sum_unreadable'],
    ['25,00', 'USD', 'sum_unreadable'],
    ['1.5', 'MNT', 'sum_whole'],
    ['12,50', 'MNT', 'sum_whole'],
    ['₮5.000', 'MNT', 'sum_whole'],
    ['25 000.00', 'MNT', 'sum_whole'],
    ['1.250.000', 'JPY', 'sum_whole'],
    ['10.505', 'USD', 'sum_decimals'],
    ['0', 'MNT', 'sum_not_positive'],
    ['0.00', 'USD', 'sum_not_positive'],
    ['-5', 'MNT', 'sum_not_positive'],
    ['-12.50', 'USD', 'sum_not_positive'],
    ['1000000000000', 'MNT', 'sum_too_large'],
    ['99999999999999999999', 'MNT', 'sum_too_large'],
  ]
  for (const [text, currency, fault] of faults) {
    it(`'${text}' in ${currency} is ${fault}`, () => {
      expect(parseAmount(text, currency)).to.equal(fault)
    })
  }
})
