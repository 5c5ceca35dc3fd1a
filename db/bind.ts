import mysql from 'mysql2'

export type Value = string | number | boolean | Date | Buffer | null
export type Values = readonly (Value | readonly (Value | readonly Value[])[])[]

/** Marks the place of a value. No statement has this character. */
const PLACE = '\0'

/** Statements come from our code, so there are some hundreds. Texts that are assembled each time must not fill the memory. */
const CACHE_SIZE = 2_000

const cache = new Map<string, readonly string[]>()

/**
 * Returns the statement with its values, each escaped by mysql2. A text with a semicolon is refused, so that a value can
 * never add a second statement. The places of the values are cached for each text: mysql2 reads the whole text each time,
 * which took 15 µs for a statement that names a hundred columns.
 */
export function bind(text: string, values: Values): string {
  const pieces = cache.get(text) ?? split(text)
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
  const pieces = mysql.format(text, places).split(PLACE)
  if (cache.size >= CACHE_SIZE) cache.clear()
  cache.set(text, pieces)
  return pieces
}
