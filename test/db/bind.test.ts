import { expect } from 'chai'
import mysql from 'mysql2'
import { bind } from '../../db/bind.ts'
import type { Values } from '../../db/sql.ts'

/** Formats a statement by mysql2, with the options of our connections. */
const format = (text: string, values: unknown) => mysql.format(text, values as string[], true, '+00:00')

const cases: [text: string, values: Values, because: string][] = [
  ['SELECT * FROM words', [], 'no values'],
  ['SELECT ?', [1], 'a value at the end'],
  ['SELECT ? FROM words WHERE name = ? AND id IN (?) LIMIT ?', ['a', "it's", [1, 2], 3], 'a list as a value'],
  ['INSERT INTO words (id, name) VALUES ?', [[[1, 'a'], [2, null]]], 'rows as a value'], // prettier-ignore
  ['SELECT ?, ?', ["?, '?'", '??'], 'values with question marks'],
  ['SELECT ?, ?', ['\0', '$& $1 \\'], 'values with special characters'],
  ['SELECT ?, ?, ?, ?', [true, new Date(0), Buffer.from('a?'), null], 'values of each type'],
  ['SELECT ?', [{ toString: () => '1 OR 1' } as never], 'an object as text'],
]

describe('binding values into a statement', () => {
  for (const [text, values, because] of cases) {
    it(`formats like mysql2: ${because}`, () => {
      expect(bind(text, values)).to.equal(format(text, values))
    })
  }

  it('throws if the numbers of values and placeholders differ', () => {
    expect(() => bind('SELECT ?, ?', [1])).to.throw('of 2 values was given 1')
    expect(() => bind('SELECT ?', [1, 2])).to.throw('of 1 values was given 2')
    expect(() => bind('SELECT 1', [1])).to.throw('of 0 values was given 1')
    expect(() => bind('SELECT ??', ['name'])).to.throw('of 2 values was given 1')
    expect(() => bind("SELECT '?', ?", [1])).to.throw('of 2 values was given 1')
  })

  for (const [text, values] of [
    ["SELECT '?'", [' OR 1 -- ']],
    ["SELECT ?, 'it''s ?', ?", [1, 2, 3]],
    ["SELECT name FROM words WHERE name LIKE '?%'", ['a']],
  ] as const)
    it(`throws if a value's place is inside a literal: ${text}`, () => {
      expect(() => bind(text, values)).to.throw('inside a literal')
    })

  it('throws if the text contains a second statement, but not if a value does', () => {
    expect(() => bind('SELECT ?; SELECT 2', [1])).to.throw('semicolon')
    expect(bind('SELECT ?', ['; SELECT 2'])).to.equal("SELECT '; SELECT 2'")
  })
})
