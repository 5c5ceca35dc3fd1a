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

const SLASHES = /(?<![:\w"'`])\/\/[^\n]*(?:\n[-+ \t]*\/\/[^\n]*)*|\/\*[\s\S]*?\*\//g
const HASHES = /(?<![^\s])#[^\n]*(?:\n[ \t]*#[^\n]*)*/g

/** The comments of each language that our documents have blocks of. */
const COMMENTS = {
  js: SLASHES,
  ts: SLASHES,
  diff: SLASHES,
  sh: HASHES,
  ini: HASHES,
  sql: /--[^\n]*(?:\n[ \t]*--[^\n]*)*/g,
}

/** Returns the comments in the code blocks of a Markdown text, without their signs, each with its index in the text. */
export function commentsInCode(text) {
  return Array.from(text.matchAll(/^ *```(\w+)[^\n]*\n([\s\S]*?)^ *```/gm)).flatMap((block) => {
    const [whole, language, code] = block
    const start = block.index + whole.indexOf('\n') + 1
    return Array.from(code.matchAll(COMMENTS[language] ?? /(?!)/g), ({ 0: comment, index }) => ({
      index: start + index,
      text: comment
        .replace(/^[-+ \t]*(?:\/\/+|\/?\*+\/?|#+|--)|\*\/$/gm, (signs) => ' '.repeat(signs.length))
        .replace(/\w/, (first) => first.toUpperCase()),
    }))
  })
}

/** Returns the words of a path: `api/readRows.ts` is "api read rows ts". */
export function wordsOfPath(path) {
  return path
    .replace(/([a-z0-9])([A-Z])/g, '$1 $2')
    .replace(/[^A-Za-z0-9]+/g, ' ')
    .toLowerCase()
}
