import { expect } from 'chai'
import { readDeposits } from '../../cli/read-deposits.ts'

describe('a line of a file of transfers', () => {
  const cases: [text: string, read: (string | number | null)[] | null, because: string][] = [
    ['726741', ['726741', null, 'line all 1'], 'all that is missing has come'],
    ['726741 25000', ['726741', 25_000, 'line 25000 1'], 'a blank between'],
    ['726741\t25000\tTRX/77-a', ['726741', 25_000, 'bank TRX/77-a'], 'tabs, and the bank’s number'],
    ['726741; 25000; 0012', ['726741', 25_000, 'bank 0012'], 'semicolons'],
    ['\uFEFF726741,25000', ['726741', 25_000, 'line 25000 1'], 'a mark that some editors put in front'],
    ['726741 25,000', null, 'thousands must not be taken for a number of the bank'],
    ['726741 1,250,000', null, 'nor millions'],
    ['726741 25.000', null, 'nor by a point'],
    ['726741 250.00', null, 'sums are whole numbers'],
    ['726741 0', null, 'nothing has come'],
    ['726741 -5', null, 'nothing has come'],
    ['72674 25000', null, 'a reference has six digits'],
    ['726741 9999999999999', null, 'no sum is so large'],
    ['Reference,Amount', null, 'a head says nothing of a transfer'],
  ]
  for (const [text, read, because] of cases) {
    it(`'${text}' is ${read ? read.join(', ') : 'told as unreadable'}: ${because}`, () => {
      const { deposits, faulty } = readDeposits(text)
      expect(faulty).to.have.lengthOf(read ? 0 : 1)
      expect(deposits.map(({ reference, amount, key }) => [reference, amount, key])).to.deep.equal(
        read ? [read] : [],
      )
    })
  }

  it('goes by how often it stood there before, and empty lines and notes by nothing', () => {
    const { deposits } = readDeposits('726741 5\n\n# note\n726741 5\r\n726742 5\r726741 6')
    expect(deposits.map(({ line, reference, key }) => `${line}: ${reference} ${key}`)).to.deep.equal([
      '1: 726741 line 5 1',
      '4: 726741 line 5 2',
      '5: 726742 line 5 1',
      '6: 726741 line 6 1',
    ])
  })
})
