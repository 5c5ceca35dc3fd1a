/**
 * The languages for customers and merchants. A new one needs a line here, and a file of sentences with the same name
 * in `views/locales/`. `dir` sets the direction of pages. English dates put the day first, as in Mongolia; only
 * amounts use the American format. Intl's short Mongolian zone names lack their case ending ("Улаанбаатар-н"), so the
 * long ones are used.
 */
export const languages = {
  en: { name: 'English', dir: 'ltr', dates: 'en-GB', months: 'short', zones: 'shortGeneric' },
  mn: { name: 'Монгол', dir: 'ltr', dates: 'mn', months: '2-digit', zones: 'longGeneric' },
} as const satisfies Record<string, Language>

interface Language {
  /** The language's own name for itself. */
  name: string
  dir: 'ltr' | 'rtl'
  /** The locale for Intl whose date format is used. */
  dates: string
  /** The format of months: words if they are short, or digits if the year comes first, which is unambiguous. */
  months: 'short' | '2-digit'
  zones: 'shortGeneric' | 'longGeneric'
}

export type Locale = keyof typeof languages

export const LOCALES = Object.keys(languages) as Locale[]

export function languageOf(locale: Locale): Language {
  return languages[locale]
}

/** Returns the name of a language in another one: `Mongolian` in English. */
export function languageName(language: Locale, locale: Locale): string {
  return new Intl.DisplayNames(languageOf(locale).dates, { type: 'language' }).of(language) ?? language
}
