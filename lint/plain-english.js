import { words } from './words.js'

/** After the start of the text, the end of a sentence, or the mark of a list item or heading. */
const SENTENCE_START = '(?<=^\\W*|[.!?:]["\')]?\\s+|\\n\\s*(?:[-*#|>]+|\\d+\\.)\\s+)'

const patterns = words.map(({ find, in: kinds = ['prose', 'text'], instead, because }) => {
  const start = find.startsWith('^')
  const phrase = `(?:${find.replace('^', '').replaceAll(' ', '\\s+')})`
  const source = start ? `\\b(?=[A-Z])${SENTENCE_START}${phrase}\\b` : `\\b${phrase}(?!\\w)`
  return { source, pattern: new RegExp(source, start ? 'g' : 'gi'), kinds, instead, because }
})

const ofKind = Object.fromEntries(
  ['prose', 'text', 'name'].map((kind) => {
    const own = patterns.filter(({ kinds }) => kinds.includes(kind))
    // Most texts match nothing. One expression finds that out 20 times faster than one for each phrase.
    return [kind, { own, any: new RegExp(own.map(({ source }) => source).join('|'), 'i') }]
  }),
)

/** Finds the listed words in a text of a `kind` (see words.js). */
export function findings(text, kind) {
  const { own, any } = ofKind[kind]
  if (!any.test(text)) return []
  return own.flatMap(({ pattern, instead, because }) =>
    Array.from(text.matchAll(pattern), ({ 0: match, index }) => ({
      index,
      message: `"${match.replace(/\s+/g, ' ')}": ${because}. Write instead: ${instead}.`,
    })),
  )
}

/** Replaces code in Markdown or in a comment by blanks. All other text keeps its index. */
export function withoutCode(text) {
  return text.replace(/^ *```[\s\S]*?^ *```|`[^`\n]*`/gm, (code) => code.replace(/[^\n]/g, ' '))
}
