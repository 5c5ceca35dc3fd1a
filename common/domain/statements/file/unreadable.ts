import { Refusal } from '../../../kit/refusal.ts'

/** Why a file is not a readable statement, for a page that has its own sentences. */
export type FileFault = 'empty' | 'no_lines' | 'too_large' | 'too_many_rows' | 'other'

/** Returns the refusal of a file that is not a readable statement. The sentence says what to do. */
export function unreadable(sentence: string): Refusal {
  return new Refusal({ code: 'validation_failed', path: 'file', params: { sentence } })
}

/** Returns the refusal of a statement without lines. */
export function emptyStatement(): Refusal {
  return unreadable(`${NO_LINES} Export a period with payments.`)
}

/** Returns why `unreadable` refused a file; null for another error. */
export function faultOf(error: unknown): FileFault | null {
  if (!(error instanceof Refusal)) return null
  const problem = error.problems.find(({ path }) => path === 'file')
  if (!problem) return null
  const sentence = String(problem.params?.sentence)
  if (sentence === TOO_LARGE) return 'too_large'
  if (sentence === TOO_MANY_ROWS) return 'too_many_rows'
  if (sentence.startsWith(NO_LINES)) return 'no_lines'
  return sentence.startsWith(EMPTY) ? 'empty' : 'other'
}

/** Limits of a statement. They bound the memory and the time of an import. */
export const LARGEST_FILE = 10 * 1024 * 1024
export const MOST_ROWS = 20_000
export const MOST_COLUMNS = 100

export const TOO_LARGE = 'The file is larger than 10 MB. Export a shorter period.'
export const TOO_MANY_ROWS = `The file has more than ${MOST_ROWS.toLocaleString('en')} lines. Export a shorter period.`
export const EMPTY = 'The file is empty.'
const NO_LINES = 'The statement has no lines.'
export const NO_STATEMENT = 'Export the statement as CSV, XLSX or camt.053 (XML).'
