import { expect } from 'chai'
import fc from 'fast-check'
import {
  calculateTotals,
  type CodeTerms,
  type Line,
  takeOff,
} from '../../../common/domain/checkouts/totals.ts'

const line = (productId: number | null, amountSubtotal: number): Line => ({ productId, amountSubtotal })
const terms = (more: Partial<CodeTerms>): CodeTerms => ({
  code: 'C',
  type: 'order_total',
  percentOff: null,
  amountOff: null,
  productIds: [],
  ...more,
})
const percent = (percentOff: number) => terms({ percentOff })
const amount = (amountOff: number) => terms({ amountOff })
const on = (productIds: number[], more: Partial<CodeTerms>) => terms({ type: 'product', productIds, ...more })

describe('the total of a checkout', () => {
  const rows: [
    lines: Line[],
    discounts: number[],
    credit: number,
    codes: CodeTerms[],
    total: number,
    taken: number[],
    because: string,
  ][] = [
    [[line(null, 25_000)], [], 0, [], 25_000, [], 'nothing is deducted'],
    [[line(1, 99)], [], 0, [percent(50)], 49, [50], 'a half is rounded up, in favour of the customer'],
    [[line(1, 101)], [], 0, [percent(33)], 68, [33], 'less than a half is rounded down'],
    [[line(1, 1)], [], 0, [percent(1)], 1, [0], 'a hundredth of one unit is 0'],
    [[line(1, 1_000)], [], 0, [percent(100)], 0, [1_000], 'the whole amount'],
    [[line(1, 1_000)], [], 0, [amount(1_001)], 0, [1_000], 'no more than the amount'],
    [[line(1, 1_000)], [100, 200], 0, [percent(10)], 630, [70], 'direct discounts are deducted before codes'],
    [[line(1, 1_000)], [900], 500, [], 0, [], 'credit is limited to the rest'],
    [[line(1, 1_000)], [100], 400, [percent(10)], 450, [50], 'credit is deducted before codes'],
    [
      [line(1, 1_000), line(2, 1_000)],
      [],
      0,
      [percent(50), on([1], { amountOff: 500 })],
      750,
      [750, 500],
      'product codes are deducted before codes for the whole order',
    ],
    [
      [line(1, 1_000)],
      [],
      0,
      [on([1], { percentOff: 50 }), on([1], { percentOff: 50 })],
      0,
      [500, 500],
      'product codes are calculated from the subtotals of their lines',
    ],
    [
      [line(1, 1_000)],
      [],
      0,
      [percent(50), percent(50)],
      250,
      [500, 250],
      'codes for the whole order are calculated from the rest, in order of entry',
    ],
    [
      [line(1, 300), line(2, 10_000)],
      [],
      0,
      [on([1], { amountOff: 500 })],
      10_000,
      [300],
      'a product code leaves other lines unchanged',
    ],
    [
      [line(1, 1_000), line(2, 1_000)],
      [1_900],
      0,
      [on([1, 2], { percentOff: 50 })],
      0,
      [100],
      'a product code is limited to the rest',
    ],
    [
      [line(1, 9_007_199_254_740_991)],
      [],
      0,
      [percent(99)],
      90_071_992_547_410,
      [8_917_127_262_193_581],
      'the largest amount is exact to the unit',
    ],
  ]
  for (const [lines, discounts, credit, codes, total, taken, because] of rows) {
    it(`is ${total}: ${because}`, () => {
      const totals = calculateTotals(lines, discounts, credit, codes)
      expect([totals.total, totals.codes]).to.deep.equal([total, taken])
    })
  }

  it('is reduced on the lines of a product code in proportion to their amounts, to the last unit', () => {
    const { lines } = calculateTotals([line(1, 100), line(2, 200), line(3, 700), line(null, 50)], [], 0, [
      on([1, 2, 3], { amountOff: 101 }),
    ])
    expect(lines).to.deep.equal([90, 180, 629, 50])
  })
})

describe('a direct discount', () => {
  const rows: [discounts: number[], subtotal: number, taken: number[], because: string][] = [
    [[100, 200], 1_000, [100, 200], 'the subtotal is enough for all'],
    [[900, 200], 1_000, [900, 100], 'the last one is limited to the rest'],
    [[1_000, 200], 1_000, [1_000, 0], 'nothing is left for the last one'],
    [[1_500], 0, [0], 'nothing is bought'],
  ]
  for (const [discounts, subtotal, taken, because] of rows) {
    it(`takes ${taken.join(' and ')} off ${subtotal}: ${because}`, () => {
      const given = discounts.map((amount, at) => ({ amount, description: String(at) }))
      const expected = taken.map((amount, at) => ({ amount, description: String(at) }))
      expect(takeOff(given, subtotal)).to.deep.equal(expected)
    })
  }
})

describe('any order with any discounts', () => {
  const sums = fc.integer({ min: 0, max: 90_000_000_000_000 })
  const product = fc.integer({ min: 1, max: 4 })
  const lines = fc.array(fc.record({ productId: fc.option(product), amountSubtotal: sums }), {
    minLength: 1,
    maxLength: 100,
  })
  const off = fc.oneof(
    fc.record({ percentOff: fc.integer({ min: 1, max: 100 }), amountOff: fc.constant(null) }),
    fc.record({ percentOff: fc.constant(null), amountOff: fc.integer({ min: 1, max: 999_999_999_999 }) }),
  )
  const code = fc
    .record({
      off,
      type: fc.constantFrom('order_total' as const, 'product' as const),
      products: fc.array(product),
    })
    .map(({ off: takes, type, products }) =>
      terms({ ...takes, type, productIds: type === 'product' ? products : [] }),
    )
  const order = fc.tuple(lines, fc.array(sums, { maxLength: 5 }), sums, fc.array(code, { maxLength: 6 }))

  const add = (amounts: readonly number[]) => amounts.reduce((sum, one) => sum + BigInt(one), 0n)

  it('adds up: items − discounts − credit − codes = total, and nothing is below 0', () => {
    fc.assert(
      fc.property(order, ([bought, discounts, credit, codes]) => {
        const totals = calculateTotals(bought, discounts, credit, codes)
        const subtotal = add(bought.map(({ amountSubtotal }) => amountSubtotal))
        const given = add(discounts)
        const discount = given < subtotal ? given : subtotal
        expect(BigInt(totals.subtotal)).to.equal(subtotal)
        const rest = subtotal - discount - BigInt(totals.credit) - add(totals.codes)
        expect(BigInt(totals.total)).to.equal(rest)
        for (const one of [totals.total, totals.credit, ...totals.codes, ...totals.lines])
          expect(Number.isSafeInteger(one) && one >= 0).to.equal(true)
        expect(totals.credit).to.be.at.most(credit)
      }),
      { numRuns: 1_000 },
    )
  })

  it('deducts no more than the amount that a code applies to', () => {
    fc.assert(
      fc.property(order, ([bought, discounts, credit, codes]) => {
        const totals = calculateTotals(bought, discounts, credit, codes)
        for (const [index, { type, amountOff, percentOff, productIds }] of codes.entries()) {
          const own = bought.filter(({ productId }) =>
            type === 'order_total' ? true : productId !== null && productIds.includes(productId),
          )
          const base = add(own.map(({ amountSubtotal }) => amountSubtotal))
          const most = percentOff === null ? BigInt(amountOff!) : (base * BigInt(percentOff) + 50n) / 100n
          expect(BigInt(totals.codes[index]!) <= (most < base ? most : base)).to.equal(true)
        }
      }),
      { numRuns: 1_000 },
    )
  })

  it('has lines that sum up to the subtotal less the product codes', () => {
    fc.assert(
      fc.property(order, ([bought, discounts, credit, codes]) => {
        const totals = calculateTotals(bought, discounts, credit, codes)
        const product_ = totals.codes.filter((_, index) => codes[index]!.type === 'product')
        expect(add(totals.lines)).to.equal(BigInt(totals.subtotal) - add(product_))
        for (const [index, lineTotal] of totals.lines.entries())
          expect(lineTotal).to.be.at.most(bought[index]!.amountSubtotal)
      }),
      { numRuns: 1_000 },
    )
  })
})
