/** A place in a text, both counted from 1, and what to do there. */
export interface JsonFault {
  line: number
  column: number
  advice: string
}

const TOKEN =
  /[ \t\n\r]*(?:([{}[\],:])|("(?:[ !#-[\]-\uffff]|\\(?:["\\/bfnrt]|u[\da-fA-F]{4}))*")|((?:-?(?:0|[1-9]\d*)(?:\.\d+)?(?:[eE][+-]?\d+)?|true|false|null)(?![\w.+-])))/y

/** The parts of JSON that may come next. `first` is the place directly after an opening bracket. */
type Expected = 'value' | 'first value' | 'key' | 'first key' | 'colon' | 'comma' | 'end'

/**
 * Returns where a text that is not JSON (RFC 8259) goes wrong. Only for texts that `JSON.parse` has refused: its own
 * message has a position in some versions of Node.js only.
 */
export function jsonFault(text: string): JsonFault {
  const open: ('{' | '[')[] = []
  let expected: Expected = 'value'
  let previous = ''
  TOKEN.lastIndex = 0
  for (;;) {
    const start = TOKEN.lastIndex
    const [, sign, string, literal] = TOKEN.exec(text) ?? []
    const next: Expected | null =
      sign === undefined ? afterScalar(expected, string, literal) : afterSign(expected, sign, open)
    if (next === null) return faultAt(text, start, { expected, previous, isIn: open.at(-1) })
    expected = next
    previous = sign ?? ''
  }
}

function afterScalar(expected: Expected, string?: string, literal?: string): Expected | null {
  if (string !== undefined && expected.endsWith('key')) return 'colon'
  return (string ?? literal) !== undefined && expected.endsWith('value') ? 'comma' : null
}

/** Changes the `open` brackets. Returns what may follow `sign`, or null if it is not expected. */
function afterSign(expected: Expected, sign: string, open: ('{' | '[')[]): Expected | null {
  if (sign === '{' || sign === '[') {
    if (!expected.endsWith('value')) return null
    open.push(sign)
    return sign === '{' ? 'first key' : 'first value'
  }
  if (sign === ':') return expected === 'colon' ? 'value' : null
  if (expected === 'comma' && sign === ',' && open.length > 0) return open.at(-1) === '{' ? 'key' : 'value'
  const closes = sign === '}' ? '{' : sign === ']' ? '[' : undefined
  const isEmpty = expected === (sign === '}' ? 'first key' : 'first value')
  if (closes === undefined || open.at(-1) !== closes || (expected !== 'comma' && !isEmpty)) return null
  open.pop()
  return 'comma'
}

interface Situation {
  expected: Expected
  previous: string
  isIn: '{' | '[' | undefined
}

function faultAt(text: string, from: number, { expected, previous, isIn }: Situation): JsonFault {
  const blanks = /[ \t\n\r]*/y
  blanks.lastIndex = from
  const at = from + blanks.exec(text)![0].length
  const before = text.slice(0, at)
  const line = before.split('\n').length
  const column = Array.from(before.slice(before.lastIndexOf('\n') + 1)).length + 1
  return { line, column, advice: adviceOn(text.slice(at, at + 200), expected, { previous, isIn }) }
}

function adviceOn(
  rest: string,
  expected: Expected,
  { previous, isIn }: Pick<Situation, 'previous' | 'isIn'>,
): string {
  if (previous === '[' && rest.startsWith('object Object]'))
    return 'This is an object that was not converted to JSON: use JSON.stringify.'
  if (rest === '') return isIn ? `The body ends too early: close the ${isIn}.` : 'The body ends too early.'
  if (/^[}\]]/.test(rest) && previous === ',') return 'Remove the comma before it.'
  if (/^['‘’“”`]/.test(rest)) return 'Use double quotes: "…".'
  if (/^\/[/*]|^#/.test(rest)) return 'JSON has no comments: remove it.'
  if (/^(?:NaN|-?Infinity|undefined)\b/.test(rest)) return 'JSON has no such value: send null or a number.'
  if (/^(?:True|False|None)\b/.test(rest)) return 'Write true, false or null.'
  if (isIn === undefined && /^[\w[\].%-]+=/.test(rest)) return 'This looks like a form: send JSON instead.'
  if (isIn === undefined && rest.startsWith('<')) return 'This looks like HTML or XML: send JSON instead.'
  if (/^[\p{L}_$]/u.test(rest) && expected.endsWith('value'))
    return 'Put text in double quotes; only true, false, null and numbers have none.'
  if (/^[+.\d-]/.test(rest) && expected.endsWith('value')) return 'Write a number like 25000 or -0.5.'
  if (rest.startsWith('"')) {
    return expected === 'comma'
      ? 'A comma is missing before it.'
      : 'This text is not closed, or has a line break or another character that JSON writes with a backslash.'
  }
  if (expected === 'colon') return 'A colon is missing.'
  if (expected.endsWith('key')) return 'Put the name in double quotes.'
  if (expected === 'comma' && isIn === undefined) return 'Nothing may follow the object.'
  return expected === 'comma' ? 'A comma is missing before it.' : 'A value is missing.'
}
