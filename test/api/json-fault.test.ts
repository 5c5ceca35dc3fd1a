import { expect } from 'chai'
import fc from 'fast-check'
import { jsonFault } from '../../api/json-fault.ts'

describe('jsonFault', () => {
  const cases: [text: string, line: number, column: number, advice: RegExp][] = [
    ['', 1, 1, /ends too early/],
    ['{"a": 1,}', 1, 9, /comma/],
    ['[1, 2,]', 1, 7, /comma/],
    ['{"a": 1 "b": 2}', 1, 9, /comma is missing/],
    ['{"a" 1}', 1, 6, /colon/],
    ['{"a": }', 1, 7, /value is missing/],
    ['{"a": tru}', 1, 7, /Put text in double quotes/],
    ['{"a": True}', 1, 7, /true, false or null/],
    ['{"a": 01}', 1, 7, /number/],
    ['{"a": .5}', 1, 7, /number/],
    ['{"a": "x\ny"}', 1, 7, /not closed/],
    ['{"a": "x', 1, 7, /not closed/],
    ['{"a": 1} {"b": 2}', 1, 10, /Nothing may follow/],
    ['{\n  // note\n  "a": 1}', 2, 3, /comments/],
    ['{“a”: 1}', 1, 2, /double quotes/],
    ['{"ө": 1, b: 2}', 1, 10, /name in double quotes/],
    ['<html>', 1, 1, /HTML/],
    ['{"a": [1, {"b": 2]}', 1, 18, /comma is missing/],
  ]
  for (const [text, line, column, advice] of cases) {
    it(`finds line ${line}, column ${column} in ${JSON.stringify(text)}`, () => {
      const fault = jsonFault(text)
      expect([fault.line, fault.column]).to.deep.equal([line, column])
      expect(fault.advice).to.match(advice)
    })
  }

  it('finds a fault in every text that JSON.parse rejects, and no fault before it', () => {
    const damaged = fc.tuple(fc.json(), fc.nat(), fc.constantFrom('', ',', '"', '}', ']', ':', "'", 'x', '-'))
    const property = fc.property(damaged, ([text, place, put]) => {
      const at = place % (text.length + 1)
      const broken = text.slice(0, at) + put + text.slice(at + 1)
      try {
        JSON.parse(broken)
      } catch {
        const { line, column } = jsonFault(broken)
        const before =
          broken
            .split('\n')
            .slice(0, line - 1)
            .join('\n').length + (line > 1 ? 1 : 0)
        const rest = Array.from(broken.slice(before))
          .slice(0, column - 1)
          .join('')
        // The part before the fault has no earlier fault than its end.
        const end = jsonFault(broken.slice(0, before) + rest)
        expect(end.advice).to.match(/too early|missing|close/)
      }
    })
    fc.assert(property, { numRuns: 2_000, seed: 20_261_126 })
  })

  it('finds a fault in deeply nested text', () => {
    expect(jsonFault('['.repeat(100_000)).column).to.equal(100_001)
  })
})
