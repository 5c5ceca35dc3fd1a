import type { Locale } from '../../kit/format.ts'
import type { SentenceKey } from '../../kit/sentence-key.ts'
import { catalogue } from './catalogue.ts'

export type Params = Record<string, string | number>
export type Translate = (key: SentenceKey, params?: Params) => string

const plurals = new Map<Locale, Intl.PluralRules>()

function pluralOf(locale: Locale, count: number): Intl.LDMLPluralRule {
  const rules = plurals.get(locale) ?? new Intl.PluralRules(locale)
  plurals.set(locale, rules)
  return rules.select(count)
}

/** Returns a sentence with its `{name}` placeholders; `**` encloses words in bold. */
function sentenceOf(locale: Locale, key: SentenceKey, { count }: Params): string {
  const entry = catalogue[locale][key]
  if (typeof entry === 'string') return entry
  return entry[pluralOf(locale, Number(count))] ?? entry.other
}

/** A sentence split into alternating text and placeholder names. */
type Parts = readonly string[]

function partsOf(sentence: string): Parts {
  return sentence.split(/\{(\w+)\}/)
}

const plain = new Map<string, Parts>()

/** Returns the parts without bold marks, cached since pages use the same sentences all the time. */
function plainPartsOf(sentence: string): Parts {
  let parts = plain.get(sentence)
  if (!parts) plain.set(sentence, (parts = partsOf(sentence.replaceAll('**', ''))))
  return parts
}

/** Fills the placeholders in one pass, so that a placeholder in a user's text is not replaced. */
function fill(parts: Parts, params: Params, write: (text: string) => string): string {
  let filled = parts[0]!
  for (let place = 1; place < parts.length; place += 2) {
    const value = String(params[parts[place]!] ?? '')
    const next = parts[place + 1]!
    // A name that was cut ends with "…", which needs no full stop, also if the name is bold.
    filled += write(value) + (value.endsWith('…') ? next.replace(/^(<\/strong>)?\./, '$1') : next)
  }
  return filled
}

/** Returns the translate function of a language, for plain text. Replaces `{name}` by `params.name`. */
export function translate(locale: Locale): Translate {
  return (key, params = {}) => fill(plainPartsOf(sentenceOf(locale, key, params)), params, String)
}

/** Like `translate`, for HTML: escapes every parameter and renders `**` as bold. */
export function translateToHtml(locale: Locale, escape: (text: string) => string): Translate {
  return (key, params = {}) => {
    const sentence = escape(sentenceOf(locale, key, params)).replace(/\*\*(.+?)\*\*/g, '<strong>$1</strong>')
    return fill(partsOf(sentence), params, escape)
  }
}
