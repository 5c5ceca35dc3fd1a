import { languages, type Locale, LOCALES } from '../../common/kit/languages.ts'
import { catalogue, type Entry } from '../../common/services/text/catalogue.ts'

/** Letters of the same sound where there are any: it looks like a language, and is read from right to left. */
const SIGNS: Record<string, string> = Object.fromEntries(
  Array.from('abcdefghijklmnopqrstuvwxyz', (letter, at) => [letter, 'אבקדהףגחיץכלמנופקרשתוואקיז'[at]!]),
)

/** The English sentences in Hebrew letters, with their places and what they stress left alone. */
function turned(sentence: string): string {
  return sentence.replace(/\{\w+\}|[a-z]/gi, (part) =>
    part.startsWith('{') ? part : (SIGNS[part.toLowerCase()] ?? part),
  )
}

/**
 * Adds a language as one is added: a line in `languages`, and sentences; `read` makes them of the English ones.
 * Answers what takes it away again.
 */
export function addLanguage(code: string, dir: 'ltr' | 'rtl', read = turned): () => void {
  const sentences = Object.entries(catalogue.en as Record<string, Entry>).map(([key, entry]) => [
    key,
    typeof entry === 'string' ? read(entry) : { one: read(entry.one), other: read(entry.other) },
  ])
  Object.assign(languages, {
    [code]: { name: turned('Hebrew'), dir, dates: code, columns: 'short', zones: 'shortGeneric' },
  })
  Object.assign(catalogue, { [code]: Object.fromEntries(sentences) as object })
  LOCALES.push(code as Locale)
  return () => {
    LOCALES.splice(LOCALES.indexOf(code as Locale), 1)
    for (const table of [languages, catalogue]) delete (table as Record<string, unknown>)[code]
  }
}
