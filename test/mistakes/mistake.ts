/** A mistake, and what its response must say. Responses are read in full with `npm run mistakes`. */
export interface Mistake {
  name: string
  /** Method and path below the project, with `{names}` of `Shop.known`. A path that begins with `//` is complete. */
  call: string
  body: unknown
  expected: Expected
  headers: Readonly<Record<string, string>>
  isLive: boolean
}

/**
 * `'422 items: is required'`: the status; the invalid field, or for other statuses the code; then phrases in their
 * order, separated by ` … `. Together they name the problem, its place, and the next step.
 */
export type Expectation = string

export type Row = readonly [
  name: string,
  call: string,
  body: unknown,
  expectation: Expectation,
  how?: { headers?: Record<string, string>; isLive?: true },
]

interface Expected {
  status: number
  /** A path of a field, or a code. */
  where: string
  phrases: readonly string[]
}

export function toMistake([name, call, body, expectation, how]: Row): Mistake {
  return {
    ...{ name, call, body, expected: readExpectation(expectation) },
    ...{ headers: how?.headers ?? {}, isLive: how?.isLive ?? false },
  }
}

function readExpectation(text: Expectation): Expected {
  const [, status = '', where = '', phrases = ''] = /^(\d{3}) (\S+): (.+)$/s.exec(text) ?? []
  if (status === '') throw new Error(`This is not an expectation: ${text}`)
  return { status: Number(status), where, phrases: phrases.split(' … ') }
}

/** Returns the phrases that a text lacks; each must follow the previous one. */
export function missingPhrases(text: string, phrases: readonly string[]): string[] {
  let from = 0
  return phrases.filter((phrase) => {
    const at = text.indexOf(phrase, from)
    if (at >= 0) from = at + phrase.length
    return at < 0
  })
}

/** Prints a line of the table that `npm run mistakes` shows: mistake, status, code, message. */
export function show(name: string, ...cells: readonly (string | number)[]): void {
  if (process.env.PRINT_MISTAKES === '1') console.log([name, ...cells].join('\t'))
}
