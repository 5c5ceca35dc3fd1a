import { getCountries } from 'libphonenumber-js'
import type { Locale } from './words.ts'

const CODES: readonly string[] = getCountries()
const made = new Map<Locale, readonly { value: string; label: string }[]>()

/** What `code` (ISO 3166) is called; a code that is none stays as it is. */
export function countryName(code: string, locale: Locale): string {
  return /^[A-Z]{2}$/.test(code) ? (names(locale).of(code) ?? code) : code
}

/** Every country, in the order of the language's alphabet. */
export function countries(locale: Locale): readonly { value: string; label: string }[] {
  const known = made.get(locale)
  if (known) return known
  const { compare } = new Intl.Collator(locale)
  const list = CODES.map((value) => ({ value, label: countryName(value, locale) })).sort((one, other) =>
    compare(one.label, other.label),
  )
  made.set(locale, list)
  return list
}

function names(locale: Locale): Intl.DisplayNames {
  return new Intl.DisplayNames(locale, { type: 'region' })
}
