import { readFileSync } from 'node:fs'
import type { Locale } from '../../common/kit/format.ts'
import type en from '../../views/locales/en.json'
import { viewsFolder } from './folder.ts'

export { bareAmount, formatAmount, formatDate, formatDateTime, zoneName } from '../../common/kit/format.ts'
export type { Locale } from '../../common/kit/format.ts'
export type TextKey = keyof typeof en
export type Params = Record<string, string | number>

/** A sentence, or one for each way of counting `{count}`. */
type Entry = string | { one: string; other: string }

const catalogue: Record<Locale, Record<string, Entry>> = { en: read('en'), mn: read('mn') }

function read(locale: Locale): Record<string, Entry> {
  return JSON.parse(readFileSync(`${viewsFolder}locales/${locale}.json`, 'utf8')) as Record<string, Entry>
}

const plurals = { en: new Intl.PluralRules('en'), mn: new Intl.PluralRules('mn') }

/** The sentences of one language; `{name}` in them is replaced by `params.name`. */
export function translate(locale: Locale): (key: TextKey, params?: Params) => string {
  const plural = plurals[locale]
  return (key, params = {}) => {
    const entry = catalogue[locale][key]!
    const sentence =
      typeof entry === 'string'
        ? entry
        : plural.select(Number(params.count)) === 'one'
          ? entry.one
          : entry.other
    return sentence.replace(/\{(\w+)\}/g, (_, name: string) => String(params[name] ?? ''))
  }
}

/** Whether `text` names a sentence of ours, such as a stored failure that is to be shown in any language. */
export function isTextKey(text: string): text is TextKey {
  return Object.hasOwn(catalogue.en, text)
}

/** Whether an amount has so many digits that it is set smaller, to stay on one line of a phone. */
export function isLong(amount: string): boolean {
  return amount.length > 13
}
