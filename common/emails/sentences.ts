import { existsSync, readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import type en from '../../views/emails/locales/en.json'
import type { Locale } from '../kit/format.ts'

/** Where the emails lie: the compiled service runs from dist/, one folder deeper, and reads the same ones. */
export const emailsFolder = ['../../views/emails/', '../../../views/emails/']
  .map((path) => fileURLToPath(new URL(path, import.meta.url)))
  .find((path) => existsSync(`${path}html`))!

export type SentenceKey = keyof typeof en
export type Params = Record<string, string | number>
type Entry = string | { one: string; other: string }

let catalogue: Record<Locale, Record<SentenceKey, Entry>> | undefined

function read(locale: Locale): Record<SentenceKey, Entry> {
  return JSON.parse(readFileSync(`${emailsFolder}locales/${locale}.json`, 'utf8')) as Record<
    SentenceKey,
    Entry
  >
}

/** A sentence with its `{name}` places still open; `**` in it encloses what is to be seen first. */
function entryOf(locale: Locale, key: SentenceKey, params: Params): string {
  catalogue ??= { en: read('en'), mn: read('mn') }
  const entry = catalogue[locale][key]
  if (typeof entry === 'string') return entry
  return new Intl.PluralRules(locale).select(Number(params.count)) === 'one' ? entry.one : entry.other
}

/** Fills the places in one pass, so that what somebody typed is never itself taken for a sentence. */
function fill(sentence: string, params: Params, write: (text: string, name: string) => string): string {
  return sentence.replace(/\{(\w+)\}/g, (_, name: string) => write(String(params[name] ?? ''), name))
}

export type Translate = (key: SentenceKey, params?: Params) => string

/** The sentences of an email in one language, as plain text. */
export function sentences(locale: Locale): Translate {
  return (key, params = {}) => fill(entryOf(locale, key, params).replaceAll('**', ''), params, String)
}

/** As `sentences`, as HTML: every place is passed through `escape`, what counts is set in bold, and a sum stays on one line. */
export function htmlSentences(locale: Locale, escape: (text: string) => string): Translate {
  const write = (text: string, name: string) =>
    name === 'amount' ? escape(text).replaceAll(' ', '&nbsp;') : escape(text)
  return (key, params = {}) => {
    const sentence = escape(entryOf(locale, key, params)).replace(/\*\*(.+?)\*\*/g, '<strong>$1</strong>')
    return fill(sentence, params, write)
  }
}
