import mysql from 'mysql2'

export type Value = string | number | boolean | Date | Buffer | null
export type Values = readonly (Value | readonly (Value | readonly Value[])[])[]

/**
 * Returns the statement with its values, each escaped by mysql2: objects become text, and times are UTC. A question mark
 * in the text is always the place of a value, never part of a literal, so that a wrong number of values is found here.
 * Semicolons are refused, so that no value can add a second statement.
 */
export function bind(text: string, values: Values): string {
  if (text.includes(';')) throw new Error('a statement holds no semicolon: values are bound')
  const places = text.split('?').length - 1
  if (places !== values.length) throw new Error(`a statement of ${places} values was given ${values.length}`)
  return mysql.format(text, values as Value[], true, 'Z')
}
