import { languages, type Locale, LOCALES } from '../../common/kit/languages.ts'
import { catalogue, type Entry } from '../../common/services/text/catalogue.ts'

/** Hebrew letters, most with the same sound. The result looks like a language and is read from right to left. */
const LETTERS: Record<string, string> = Object.fromEntries(
  Array.from('abcdefghijklmnopqrstuvwxyz', (letter, at) => [letter, 'אבקדהףגחיץכלמנופקרשתוואקיז'[at]!]),
)

/** Returns an English sentence in Hebrew letters. Placeholders and marks of emphasis do not change. */
function transcribed(sentence: string): string {
  return sentence.replace(/\{\w+\}|[a-z]/gi, (part) =>
    part.startsWith('{') ? part : (LETTERS[part.toLowerCase()] ?? part),
  )
}

/**
 * Adds a language with an entry in `languages` and a catalogue. `read` translates each English sentence. Returns a
 * function that removes the language.
 */
export function addLanguage(code: string, dir: 'ltr' | 'rtl', read = transcribed): () => void {
  const sentences = Object.entries(catalogue.en as Record<string, Entry>).map(([key, entry]) => [
    key,
    typeof entry === 'string' ? read(entry) : { one: read(entry.one), other: read(entry.other) },
  ])
  Object.assign(languages, {
    [code]: { name: transcribed('Hebrew'), dir, dates: code, months: 'short', zones: 'shortGeneric' },
  })
  Object.assign(catalogue, { [code]: Object.fromEntries(sentences) as object })
  LOCALES.push(code as Locale)
  return () => {
    LOCALES.splice(LOCALES.indexOf(code as Locale), 1)
    for (const table of [languages, catalogue]) delete (table as Record<string, unknown>)[code]
  }
}
