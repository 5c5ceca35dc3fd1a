import { readFileSync } from 'node:fs'
import { type Locale, LOCALES } from '../../kit/languages.ts'
import type { SentenceKey } from '../../kit/sentence-key.ts'
import { viewsFolder } from './views.ts'

/** A sentence, or one for each plural form of `{count}`. */
export type Entry = string | ({ one: string; other: string } & Partial<Record<Intl.LDMLPluralRule, string>>)

/** Particles of Mongolian questions and requests, which must not begin a line: `үү` in `илгээнэ үү`. */
const PARTICLES = / (уу|үү|юу|юү|вэ|бэ)(?=[.,:;!?…"*])/g

/** Lines of the catalogue with a sentence of a page. Emails mark the hyphen, see `wholeHyphens`. */
const PAGE_SENTENCES = /^ {2}"(?!email\.).*$/gm

/** All sentences of pages and emails, by language. */
export const catalogue = Object.fromEntries(LOCALES.map((locale) => [locale, read(locale)])) as Record<
  Locale,
  Record<SentenceKey, Entry>
>

function read(locale: Locale): Record<SentenceKey, Entry> {
  const text = readFileSync(`${viewsFolder}locales/${locale}.json`, 'utf8')
  const whole = text.replace(PAGE_SENTENCES, (line) => line.replace(/(?<=[Ии])-(?=мэйл)/g, '\u2011'))
  return JSON.parse(whole.replace(PARTICLES, '\u00a0$1')) as Record<SentenceKey, Entry>
}

/** Returns whether `text` is a catalogue key, such as a stored failure that is translated when shown. */
export function isSentenceKey(text: string): text is SentenceKey {
  return Object.hasOwn(catalogue.en, text)
}
