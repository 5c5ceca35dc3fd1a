import { Refusal } from '../../../kit/refusal.ts'

/** Returns the refusal of a file that is no readable statement. The sentence says what to do. */
export function unreadable(sentence: string): Refusal {
  return new Refusal({ code: 'validation_failed', path: 'file', params: { sentence } })
}

/** Limits of a statement. They bound the memory and the time of an import. */
export const LARGEST_FILE = 10 * 1024 * 1024
export const MOST_ROWS = 20_000
export const MOST_COLUMNS = 100

export const TOO_LARGE = 'The file is larger than 10 MB. Export a shorter period.'
export const TOO_MANY_ROWS = `The file has more than ${MOST_ROWS.toLocaleString('en')} lines. Export a shorter period.`
export const NO_STATEMENT = 'Export the statement as CSV, XLSX or camt.053 (XML).'
