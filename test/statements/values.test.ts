import { expect } from 'chai'
import fc from 'fast-check'
import { plainNumber } from '../../common/domain/statements/cell.ts'
import { type DateOrder, guessOrder, readDay } from '../../common/domain/statements/read-day.ts'
import { guessDecimal, readMoney } from '../../common/domain/statements/read-money.ts'
import { referencesIn } from '../../common/domain/statements/references.ts'

const NBSP = '\u00a0'

describe('the amounts of a statement', () => {
  const cases: [
    text: string | number,
    decimal: '.' | ',',
    currency: string,
    units: number | null,
    isWhole?: boolean,
  ][] = [
    ['1,234.50', '.', 'USD', 123_450],
    ['1 234,50', ',', 'USD', 123_450],
    [`1${NBSP}234,50`, ',', 'EUR', 123_450],
    ['1\u202f234,50', ',', 'EUR', 123_450],
    ['1.234,50', ',', 'EUR', 123_450],
    ["1'234.50", '.', 'CHF', 123_450],
    ['(123)', '.', 'MNT', -123],
    ['-123.00', '.', 'MNT', -123],
    ['\u2212123', '.', 'MNT', -123],
    ['123-', '.', 'MNT', -123],
    ['+25,000', '.', 'MNT', 25_000],
    ['₮ 25,000.00', '.', 'MNT', 25_000],
    ['25,000 MNT', '.', 'MNT', 25_000],
    ['MNT -25,000', '.', 'MNT', -25_000],
    ['25,000 USD', '.', 'MNT', null],
    ['$25,000', '.', 'MNT', null],
    ['25,000 €', '.', 'MNT', null],
    ['25,000₮', '.', 'MNT', 25_000],
    ['US$1,234.50', '.', 'USD', 123_450],
    ['-$1,234.50', '.', 'USD', -123_450],
    ['12.5', '.', 'MNT', 12, false],
    ['0.001', '.', 'MNT', 0, false],
    ['12.345', '.', 'KWD', 12_345],
    ['.50', '.', 'USD', 50],
    ['5.', '.', 'USD', 500],
    [25_000, ',', 'MNT', 25_000],
    [1234.56, ',', 'USD', 123_456],
    [0.1 + 0.2, '.', 'USD', 30],
    ['1,23.45', '.', 'USD', null],
    ['12,34', '.', 'USD', null],
    ['', '.', 'MNT', null],
    ['-', '.', 'MNT', null],
    ['.', '.', 'MNT', null],
    ['--5', '.', 'MNT', null],
    ['-5-', '.', 'MNT', null],
    ['Нийт', '.', 'MNT', null],
    ['9007199254740992', '.', 'MNT', null],
    ['1e5', '.', 'MNT', null],
  ]
  for (const [text, decimal, currency, units, isWhole = true] of cases)
    it(`reads '${text}' with '${decimal}' in ${currency} as ${units}${isWhole ? '' : ', not whole'}`, () => {
      expect(readMoney(text, decimal, currency)).to.deep.equal(units === null ? null : { units, isWhole })
    })

  it('reads back any amount in any way of writing', () => {
    const styles = [
      { decimal: '.', group: ',' },
      { decimal: '.', group: ' ' },
      { decimal: '.', group: '' },
      { decimal: ',', group: '.' },
      { decimal: ',', group: NBSP },
    ] as const
    const signs: ((text: string, isNegative: boolean) => string)[] = [
      (text, isNegative) => (isNegative ? `-${text}` : text),
      (text, isNegative) => (isNegative ? `(${text})` : text),
      (text, isNegative) => (isNegative ? `${text}-` : `+${text}`),
    ]
    const any = fc.tuple(
      fc.integer({ min: -999_999_999_999, max: 999_999_999_999 }),
      fc.constantFrom(...styles),
      fc.constantFrom(...signs),
      fc.constantFrom(['MNT', 0], ['USD', 2], ['KWD', 3] as const),
    )
    fc.assert(
      fc.property(any, ([units, { decimal, group }, sign, [currency, places]]) => {
        const digits = String(Math.abs(units)).padStart(places + 1, '0')
        const whole = places === 0 ? digits : digits.slice(0, -places)
        const grouped = whole.replace(/\B(?=(\d{3})+$)/g, group)
        const text = places === 0 ? grouped : `${grouped}${decimal}${digits.slice(-places)}`
        expect(readMoney(sign(text, units < 0), decimal, currency)).to.deep.equal({
          units,
          isWhole: true,
        })
      }),
    )
  })

  it('reads back any number of a spreadsheet', () => {
    fc.assert(
      fc.property(fc.integer({ min: -99_999_999_999, max: 99_999_999_999 }), (units) => {
        expect(readMoney(units / 100, '.', 'USD')).to.deep.equal({ units, isWhole: true })
      }),
    )
  })

  it('are read from any cell without an exception', () => {
    fc.assert(
      fc.property(fc.oneof(fc.string({ unit: 'binary' }), fc.double()), (cell) => {
        readMoney(cell, '.', 'MNT')
        readDay(cell, 'dmy')
        if (typeof cell === 'string') referencesIn(cell)
        else plainNumber(cell)
      }),
    )
  })

  const guesses: [cells: (string | number)[], currency: string, decimal: '.' | ','][] = [
    [['25,000', '1,500.00'], 'MNT', '.'],
    [['25.000', '1.500,00'], 'MNT', ','],
    [['25.000', '1.500'], 'MNT', ','],
    [['25,000', '1,500'], 'MNT', '.'],
    [['1.000.000'], 'MNT', ','],
    [['12,5', '25000'], 'MNT', ','],
    [['1 234,50'], 'USD', ','],
    [['1.234'], 'KWD', '.'],
    [['25000', '', 7], 'MNT', '.'],
    [[], 'MNT', '.'],
  ]
  for (const [cells, currency, decimal] of guesses)
    it(`guesses '${decimal}' for ${JSON.stringify(cells)} in ${currency}`, () => {
      expect(guessDecimal(cells, currency)).to.equal(decimal)
    })
})

describe('the dates of a statement', () => {
  const cases: [text: string | number, order: DateOrder, day: string | null][] = [
    ['2026-02-05', 'dmy', '2026-02-05'],
    ['2026-02-05 13:45:07', 'dmy', '2026-02-05'],
    ['2026-02-05T13:45:07+08:00', 'dmy', '2026-02-05'],
    ['2026/2/5', 'dmy', '2026-02-05'],
    ['2026.02.05', 'dmy', '2026-02-05'],
    ['05.02.2026', 'dmy', '2026-02-05'],
    ['5.2.26', 'dmy', '2026-02-05'],
    ['05/02/2026 10:00', 'dmy', '2026-02-05'],
    ['02/05/2026', 'mdy', '2026-02-05'],
    ['20260205', 'dmy', '2026-02-05'],
    ['20260205134507', 'dmy', '2026-02-05'],
    [46_058, 'dmy', '2026-02-05'],
    [46_058.75, 'dmy', '2026-02-05'],
    ['46058', 'dmy', '2026-02-05'],
    ['31.04.2026', 'dmy', null],
    ['2026-02-30', 'dmy', null],
    ['13/13/2026', 'dmy', null],
    ['2026-02-051', 'dmy', null],
    ['12345678', 'dmy', null],
    [25_000_000, 'dmy', null],
    ['Нийт', 'dmy', null],
    ['', 'dmy', null],
  ]
  for (const [text, order, day] of cases)
    it(`reads '${text}' as ${day}`, () => {
      expect(readDay(text, order)).to.equal(day)
    })

  it('reads back any day in any way of writing', () => {
    const days = fc.date({ min: new Date('1970-01-01'), max: new Date('2099-12-31'), noInvalidDate: true })
    fc.assert(
      fc.property(days, (time) => {
        const day = time.toISOString().slice(0, 10)
        const [year, month, date] = day.split('-') as [string, string, string]
        const serial = Math.floor(time.getTime() / 86_400_000) + 25_569
        for (const text of [
          day,
          `${date}.${month}.${year}`,
          `${year}/${month}/${date}`,
          serial,
          String(serial),
        ])
          expect(readDay(text, 'dmy')).to.equal(day)
        expect(readDay(`${Number(month)}/${Number(date)}/${year}`, 'mdy')).to.equal(day)
      }),
    )
  })

  it('guesses the month first if a second number is above 12', () => {
    expect(guessOrder(['01/02/2026', '02/28/2026'])).to.equal('mdy')
    expect(guessOrder(['01/02/2026', '28/02/2026'])).to.equal('dmy')
  })
})

describe('the references in a description', () => {
  const cases: [text: string, exact: string[], spaced: string[]][] = [
    ['726741', ['726741'], []],
    ['Захиалга 726741, баярлалаа', ['726741'], []],
    ['ЗАХИАЛГА726741', ['726741'], []],
    ['TLB-726741/1', ['726741'], []],
    ['７２６７４１', ['726741'], []],
    ['726 741', [], ['726741']],
    ['72-67-41', [], ['726741']],
    ['7 2 6 7 4 1', [], ['726741']],
    ['726\u00a0741', [], ['726741']],
    ['5001726741', [], []],
    ['026741', [], []],
    ['Утас 99112233', [], []],
    ['726741 814522', ['726741', '814522'], []],
  ]
  for (const [text, exact, spaced] of cases)
    it(`are ${JSON.stringify([...exact, ...spaced])} in '${text}'`, () => {
      const found = referencesIn(text)
      expect(found.exact).to.deep.equal(exact)
      if (exact.length === 0) expect(found.spaced).to.deep.equal(spaced)
    })

  it('are at most twenty, also in a text with thousands of numbers', () => {
    expect(referencesIn('123456 '.repeat(10_000)).exact).to.have.length(1)
    expect(referencesIn(Array.from({ length: 500 }, (_, n) => 100_000 + n).join(' ')).exact).to.have.length(
      20,
    )
  })
})
