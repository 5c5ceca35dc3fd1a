import { expect } from 'chai'
import { epcCode, type EuroTransfer } from '../../../common/domain/payments/epc-code.ts'

const transfer: EuroTransfer = {
  holder: 'Steppe Goods GmbH',
  account: 'DE89 3704 0044 0532 0130 00',
  amount: 12_305,
  reference: '482913',
}

describe('the EPC code of a euro transfer', () => {
  it('has each field on its own line, in the order of EPC069-12', () => {
    expect(epcCode(transfer)).to.equal(
      'BCD\n002\n1\nSCT\n\nSteppe Goods GmbH\nDE89370400440532013000\nEUR123.05\n\n\n482913',
    )
  })

  const cases: [input: string, changes: Partial<EuroTransfer>, isCreated: boolean][] = [
    ['an account in lowercase', { account: 'de89370400440532013000' }, true],
    ['the largest amount', { amount: 999_999_999_99 }, true],
    ['an amount above the limit of the standard', { amount: 1_000_000_000_00 }, false],
    ['a typo in the account', { account: 'DE89 3704 0044 0532 0130 01' }, false],
    ['an account that is not an IBAN', { account: '5012 345 678' }, false],
    ['a name of 70 characters', { holder: 'Ü'.repeat(70) }, true],
    ['a name of 71 characters', { holder: 'Ü'.repeat(71) }, false],
    ['a name of 70 characters of three bytes', { holder: '金'.repeat(70) }, true],
    ['a name of 70 characters that exceed the bytes of the code', { holder: '🐪'.repeat(70) }, false],
    ['a name with a line break', { holder: 'Steppe\nGoods' }, true],
  ]
  for (const [input, changes, isCreated] of cases) {
    it(`${isCreated ? 'is' : 'is not'} created for ${input}`, () => {
      const code = epcCode({ ...transfer, ...changes })
      expect(code !== null).to.equal(isCreated)
      if (code) expect(code.split('\n')).to.have.length(11)
    })
  }
})
