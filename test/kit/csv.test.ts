import { expect } from 'chai'
import { parse } from 'csv-parse/sync'
import { csvColumns, csvHeadings, csvLine } from '../../common/kit/csv.ts'

interface Sale {
  id: number
  note: string | null
  paid: boolean
  at: string | null
  amount: number | null
  currency: string
}

const { plain, computed, times, money } = csvColumns<Sale>()
const columns = [
  ...plain('id', 'note', 'paid'),
  ...times('at'),
  ...money(({ currency }) => currency, 'amount'),
  ...plain('currency'),
  ...computed('twice', ({ id }) => id * 2),
]
const ZONE = 'Asia/Ulaanbaatar'

function cells(sale: Partial<Sale>): string[] {
  const whole = { id: 1, note: null, paid: true, at: null, amount: null, currency: 'MNT', ...sale }
  const rows = parse(csvLine(columns, whole, ZONE))
  expect(rows).to.have.length(1)
  return rows[0]!
}

describe('csvLine', () => {
  for (const text of ['=1+2', '+976', '-1', '@SUM(A1)', '\t=1', '\r=1', '\n=1', '＝1'])
    it(`makes ${JSON.stringify(text)} a text, which a spreadsheet does not run`, () => {
      expect(cells({ note: text })[1]).to.equal(`'${text}`)
    })

  for (const text of ['1=2', 'Tea, green', 'a "b" c', 'two\r\nlines', ' blanks ', 'a;b', 'Сараа – ₮', ''])
    it(`keeps ${JSON.stringify(text)} as it is`, () => {
      expect(cells({ note: text })[1]).to.equal(text)
    })

  const amounts: [amount: number | null, currency: string, cell: string][] = [
    [25_000, 'MNT', '25000'],
    [5, 'USD', '0.05'],
    [9_007_199_254_740_991, 'USD', '90071992547409.91'],
    [1_234, 'KWD', '1.234'],
    [null, 'USD', ''],
  ]
  for (const [amount, currency, cell] of amounts)
    it(`writes ${amount} ${currency} as ${JSON.stringify(cell)}`, () => {
      expect(cells({ amount, currency }).slice(4, 6)).to.deep.equal([cell, currency])
    })

  it('writes times in the time zone that the heading names', () => {
    expect(cells({ at: '2026-12-31T16:30:05.123456Z' })[3]).to.equal('2027-01-01 00:30:05')
    expect(csvHeadings(columns, ZONE)).to.equal(
      'id,note,paid,at (Asia/Ulaanbaatar),amount,currency,twice\r\n',
    )
  })

  it('writes null as nothing, and flags and numbers as they are', () => {
    expect(cells({ id: 7 })).to.deep.equal(['7', '', 'true', '', '', 'MNT', '14'])
  })
})
