import { withPlainSpaces } from '../../kit/format.ts'

/** Longer lines are hard to read in programs that do not wrap them. */
const LONGEST = 78

/**
 * Converts a text to `text/plain; format=flowed` (RFC 3676): lines fit a terminal, and a mail program on a phone
 * joins them into paragraphs. Addresses, dates and amounts are never split; their non-breaking spaces become plain
 * ones, so that search and copy work. A quoted line stays quoted. Any other line that begins with a space, `>` or
 * `From ` gets a leading space, which readers remove (§4.4), so that it is not mistaken for a quotation or a new
 * email.
 */
export function flowed(text: string): string {
  return withPlainSpaces(text.split('\n').map(flowedLine).join('\r\n'))
}

function flowedLine(line: string): string {
  if (line === '-- ') return line // a signature follows
  const whole = line.trimEnd()
  return whole.startsWith('> ') ? quoted(whole) : wrapped(whole, LONGEST - 1, stuffed).join(' \r\n')
}

function stuffed(line: string): string {
  return /^(?: |>|From(?: |$))/.test(line) ? ` ${line}` : line
}

/** Keeps each line of a quotation separate: not every reader joins quoted lines. */
function quoted(line: string): string {
  return wrapped(line.slice(2), LONGEST - 2)
    .map((part) => `> ${part}`)
    .join('\r\n')
}

function wrapped(line: string, longest: number, begun = (word: string) => word): string[] {
  const lines: string[] = []
  let current: string | null = null
  for (const word of words(line)) {
    if (current === null) current = begun(word)
    else if (current.length + 1 + word.length <= longest) current += ` ${word}`
    else {
      lines.push(current)
      current = begun(word)
    }
  }
  return [...lines, current ?? '']
}

/** Splits a line into words. Leading spaces belong to the first word, so the line never breaks there. */
function words(line: string): string[] {
  const indent = /^ */.exec(line)![0]
  const [first = '', ...others] = line.slice(indent.length).split(' ')
  return [indent + first, ...others]
}
