import { expect } from 'chai'
import { readDeposits } from '../../cli/read-deposits.ts'

describe('a line of a file of transfers', () => {
  const cases: [text: string, read: (string | number | null)[] | null, because: string][] = [
    ['726741', ['726741', null, 'line all 1'], 'the full amount arrived'],
    ['726741 25000', ['726741', 25_000, 'line 25000 1'], 'a blank as separator'],
    ['726741\t25000\tTRX/77-a', ['726741', 25_000, 'bank TRX/77-a'], 'tabs, and an id of the bank'],
    ['726741; 25000; 0012', ['726741', 25_000, 'bank 0012'], 'semicolons as separators'],
    ['\uFEFF726741,25000', ['726741', 25_000, 'line 25000 1'], 'a byte order mark'],
    ['726741 25,000', null, 'thousands are not an id of the bank'],
    ['726741 1,250,000', null, 'neither are millions'],
    ['726741 25.000', null, 'neither are thousands after a point'],
    ['726741 250.00', null, 'sums are whole numbers'],
    ['726741 0', null, 'the sum is zero'],
    ['726741 -5', null, 'the sum is negative'],
    ['72674 25000', null, 'a reference has six digits'],
    ['726741 9999999999999', null, 'the sum is too large'],
    ['Reference,Amount', null, 'a header is not a transfer'],
  ]
  for (const [text, read, because] of cases) {
    it(`'${text}' is ${read ? read.join(', ') : 'reported as unreadable'}: ${because}`, () => {
      const { deposits, faulty } = readDeposits(text)
      expect(faulty).to.have.lengthOf(read ? 0 : 1)
      expect(deposits.map(({ reference, amount, key }) => [reference, amount, key])).to.deep.equal(
        read ? [read] : [],
      )
    })
  }

  it('has a key with its count so far, and empty lines and comments are skipped', () => {
    const { deposits } = readDeposits('726741 5\n\n# note\n726741 5\r\n726742 5\r726741 6')
    expect(deposits.map(({ line, reference, key }) => `${line}: ${reference} ${key}`)).to.deep.equal([
      '1: 726741 line 5 1',
      '4: 726741 line 5 2',
      '5: 726742 line 5 1',
      '6: 726741 line 6 1',
    ])
  })
})
