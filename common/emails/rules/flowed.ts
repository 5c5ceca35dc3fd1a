import { withPlainSpaces } from '../../kit/format.ts'

/** Longer lines are a strain to read where nothing wraps them. */
const LONGEST = 78

/**
 * A text as `text/plain; format=flowed` (RFC 3676): lines that are short enough for a terminal, of
 * which a mail program on a phone makes paragraphs again. An address is never broken, nor a date or a sum: their
 * spaces do not break, and leave as ordinary ones, which every program can search for and copy. A quoted line stays
 * quoted, and what began a line with a blank still does.
 */
export function flowed(text: string): string {
  return withPlainSpaces(text.split('\n').map(flowedLine).join('\r\n'))
}

function flowedLine(line: string): string {
  if (line === '-- ') return line // a signature follows
  const whole = line.trimEnd()
  if (whole.startsWith('> ')) return quoted(whole)
  const stuffed = /^( |From )/.test(whole) ? ` ${whole}` : whole
  return wrapped(stuffed, LONGEST - 1).join(' \r\n')
}

/** Each line of a quotation by itself: not every reader puts those together again. */
function quoted(line: string): string {
  return wrapped(line.slice(2), LONGEST - 2)
    .map((part) => `> ${part}`)
    .join('\r\n')
}

function wrapped(line: string, longest: number): string[] {
  const lines: string[] = []
  let current = /^ */.exec(line)![0]
  let empty = true
  for (const word of line.trimStart().split(' ')) {
    if (!empty && current.length + 1 + word.length > longest) {
      lines.push(current)
      current = word
    } else {
      current += empty ? word : ` ${word}`
      empty = false
    }
  }
  return [...lines, current]
}
