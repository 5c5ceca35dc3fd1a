import { expect } from 'chai'
import { epcCode, type EuroTransfer } from '../../../common/domain/payments/epc-code.ts'

const transfer: EuroTransfer = {
  holder: 'Steppe Goods GmbH',
  account: 'DE89 3704 0044 0532 0130 00',
  amount: 12_305,
  reference: '482913',
}

describe('the code from which a bank’s app fills in a transfer of euros', () => {
  it('has each field in its own line, as EPC069-12 numbers them', () => {
    expect(epcCode(transfer)).to.equal(
      'BCD\n002\n1\nSCT\n\nSteppe Goods GmbH\nDE89370400440532013000\nEUR123.05\n\n\n482913',
    )
  })

  const cases: [because: string, changes: Partial<EuroTransfer>, isThere: boolean][] = [
    ['an account in small letters', { account: 'de89370400440532013000' }, true],
    ['the largest sum', { amount: 999_999_999_99 }, true],
    ['a sum the standard has no place for', { amount: 1_000_000_000_00 }, false],
    ['a digit of the account mistyped', { account: 'DE89 3704 0044 0532 0130 01' }, false],
    ['an account that is no IBAN', { account: '5012 345 678' }, false],
    ['a name of 70 signs', { holder: 'Ü'.repeat(70) }, true],
    ['a name of 71 signs', { holder: 'Ü'.repeat(71) }, false],
    ['a name of 70 signs of three bytes', { holder: '金'.repeat(70) }, true],
    ['a name of 70 signs that take more bytes than the code may', { holder: '🐪'.repeat(70) }, false],
    ['a name of two lines', { holder: 'Steppe\nGoods' }, true],
  ]
  for (const [because, changes, isThere] of cases) {
    it(`is ${isThere ? '' : 'not '}there with ${because}`, () => {
      const code = epcCode({ ...transfer, ...changes })
      expect(code !== null).to.equal(isThere)
      if (code) expect(code.split('\n')).to.have.length(11)
    })
  }
})
