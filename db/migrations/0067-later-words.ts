import type { Migration } from './migration.ts'

/**
 * Names are found by their second word, products also by their third: an index has the text from this word on. The database
 * computes the text from the name, so that every release writes it, and an erasure erases it. The column is virtual: adding
 * it does not rewrite the table. It is added by its own statement, because with its index both databases would lock the table.
 */
const FROM_WORD: readonly (readonly [table: string, base: string, type: string, words: readonly number[]])[] =
  [
    ['customers', 'name', 'VARCHAR(255)', [2]],
    ['payments', 'payer_name', 'VARCHAR(100)', [2]],
    ['products', 'name', 'VARCHAR(255)', [2, 3]],
  ]

/** Returns the SQL of the text from a word on; it is empty if the text has fewer words. Several spaces are one. */
function fromWord(column: string, word: number): string {
  if (word === 1) return column
  const before = fromWord(column, word - 1)
  return `LTRIM(SUBSTR(${before}, CHAR_LENGTH(SUBSTRING_INDEX(${before}, ' ', 1)) + 2))`
}

export const laterWords: Migration[] = FROM_WORD.flatMap(([table, base, type, words]) => {
  const columns = words.map((word) => ({ word, column: `${base}_from_word_${word}` }))
  // First all columns of the table, then its indexes, as in every migration (docs/decisions/0003).
  return [
    ...columns.map(({ word, column }) => ({
      name: `${table}-from-word-${word}`,
      sql: `ALTER TABLE ${table} ADD COLUMN ${column} ${type} GENERATED ALWAYS AS (${fromWord(base, word)}) VIRTUAL`,
    })),
    ...columns.map(({ word, column }) => ({
      name: `${table}-by-word-${word}`,
      sql: `CREATE INDEX ${table}_by_${column} ON ${table} (project_id, is_test, ${column}, id)`,
    })),
  ]
}).map(({ name, sql }, number) => ({ name: `67${String(number + 1).padStart(2, '0')}-${name}`, sql }))
