import mysql from 'mysql2'

export type Value = string | number | boolean | Date | Buffer | null
export type Values = readonly (Value | readonly (Value | readonly Value[])[])[]

/** Marks the place of a value. No statement has this character. */
const PLACE = '\0'

/**
 * Returns the statement with its values, each escaped by mysql2. A text with a semicolon is refused, so that a value can
 * never add a second statement.
 */
export function bind(text: string, values: Values): string {
  const pieces = split(text)
  if (pieces.length !== values.length + 1)
    throw new Error(`a statement of ${pieces.length - 1} values was given ${values.length}`)
  let bound = pieces[0]!
  for (const [index, value] of values.entries()) bound += escape(value) + pieces[index + 1]!
  return bound
}

/** Objects become text, and times are UTC. */
function escape(value: Values[number]): string {
  return mysql.escape(value as string, true, 'Z')
}

/** Splits a text at its values. mysql2 ignores question marks in comments and between quotes. */
function split(text: string): readonly string[] {
  if (text.includes(';')) throw new Error('a statement holds no semicolon: values are bound')
  const places = Array.from(text.matchAll(/\?/g), () => mysql.raw(PLACE))
  return mysql.format(text, places).split(PLACE)
}
