import type { Locale } from '../kit/format.ts'
import type { SentenceKey } from '../kit/sentence-key.ts'
import { catalogue } from './catalogue.ts'

export type Params = Record<string, string | number>
export type Translate = (key: SentenceKey, params?: Params) => string

const plurals = new Map<Locale, Intl.PluralRules>()

function pluralOf(locale: Locale, count: number): Intl.LDMLPluralRule {
  const rules = plurals.get(locale) ?? new Intl.PluralRules(locale)
  plurals.set(locale, rules)
  return rules.select(count)
}

/** A sentence with its `{name}` places still open; `**` in it encloses what is to be seen first. */
function sentenceOf(locale: Locale, key: SentenceKey, { count }: Params): string {
  const entry = catalogue[locale][key]
  if (typeof entry === 'string') return entry
  return entry[pluralOf(locale, Number(count))] ?? entry.other
}

/** Fills the places in one pass, so that what somebody typed is never itself taken for a sentence. */
function fill(sentence: string, params: Params, write: (text: string) => string): string {
  return sentence.replace(/\{(\w+)\}/g, (_, name: string) => write(String(params[name] ?? '')))
}

/** The sentences of one language, as plain text; `{name}` in them is replaced by `params.name`. */
export function translate(locale: Locale): Translate {
  return (key, params = {}) => fill(sentenceOf(locale, key, params).replaceAll('**', ''), params, String)
}

/** As `translate`, as HTML: every place is passed through `escape`, and what counts is set in bold. */
export function translateToHtml(locale: Locale, escape: (text: string) => string): Translate {
  return (key, params = {}) => {
    const sentence = escape(sentenceOf(locale, key, params)).replace(/\*\*(.+?)\*\*/g, '<strong>$1</strong>')
    return fill(sentence, params, escape)
  }
}
