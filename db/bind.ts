import mysql from 'mysql2'

export type Value = string | number | boolean | Date | Buffer | null
export type Values = readonly (Value | readonly (Value | readonly Value[])[])[]

/**
 * Returns the statement with its values, each escaped by mysql2: objects become text, and times are UTC. A question mark
 * in the text is always the place of a value, never between apostrophes or in a comment, so that a wrong number of
 * values is found here. Semicolons are refused, so that no value can add a second statement. mysql2's own `format` reads
 * each character to find the places, which takes a third longer.
 */
export function bind(text: string, values: Values): string {
  if (text.includes(';')) throw new Error('a statement holds no semicolon: values are bound')
  const pieces = text.split('?')
  const places = pieces.length - 1
  if (places !== values.length) throw new Error(`a statement of ${places} values was given ${values.length}`)
  let bound = ''
  let quotes = 0
  for (let place = 0; place < places; place += 1) {
    const piece = pieces[place]!
    quotes += countQuotes(piece)
    if (quotes % 2 === 1) throw new Error('a statement has the place of a value inside a literal')
    bound += piece + mysql.escape(values[place] as Value, true, 'Z')
  }
  return bound + pieces[places]!
}

function countQuotes(text: string): number {
  let count = 0
  for (let at = text.indexOf("'"); at !== -1; at = text.indexOf("'", at + 1)) count += 1
  return count
}
