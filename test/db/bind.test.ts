import { expect } from 'chai'
import mysql, { type Connection } from 'mysql2'
import { bind } from '../../db/bind.ts'
import type { Values } from '../../db/sql.ts'

/** mysql2 reads a text and its values as it does on our connections. */
const format = (text: string, values: unknown) => mysql.format(text, values as string[], true, '+00:00')
const connection = { format } as unknown as Connection

const cases: [text: string, values: Values, because: string][] = [
  ['SELECT * FROM words', [], 'nothing is bound'],
  ['SELECT ?', [1], 'it ends in a value'],
  ['SELECT ? FROM words WHERE name = ? AND id IN (?) LIMIT ?', ['a', "it's", [1, 2], 3], 'a list is a value'],
  ['INSERT INTO words (id, name) VALUES ?', [[[1, 'a'], [2, null]]], 'rows are a value'], // prettier-ignore
  ["SELECT '?', `a?` /* ? */ FROM words WHERE id = ? -- ?", [1], 'some question marks are no places'],
  ['SELECT ?, ?', ["?, '?'", '??'], 'a value may hold question marks'],
  ['SELECT ?, ?', ['\0', '$& $1 \\'], 'a value may hold whatever has a meaning elsewhere'],
  ['SELECT ?, ?, ?, ?', [true, new Date(0), Buffer.from('a?'), null], 'each type has its form'],
  ['SELECT ?', [{ toString: () => '1 OR 1' } as never], 'an object is text'],
]

describe('a statement whose values are written in', () => {
  for (const [text, values, because] of cases) {
    it(`is what mysql2 would have made of it, also the second time: ${because}`, () => {
      const expected = format(text, values)
      expect(bind(connection, text, values)).to.equal(expected)
      expect(bind(connection, text, values)).to.equal(expected)
    })
  }

  it('is refused where it has other than as many values as places', () => {
    expect(() => bind(connection, 'SELECT ?, ?', [1])).to.throw('of 2 values was given 1')
    expect(() => bind(connection, 'SELECT ?', [1, 2])).to.throw('of 1 values was given 2')
    expect(() => bind(connection, 'SELECT 1', [1])).to.throw('of 0 values was given 1')
    expect(() => bind(connection, 'SELECT ??', ['name'])).to.throw('of 0 values')
  })
})
