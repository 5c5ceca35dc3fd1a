/**
 * The languages that customers and merchants are spoken to in: a line here, and a file of sentences of the same name in
 * `views/locales/`. Pages turn round by `dir`. Dates of the English emails and pages put the day first, as in Mongolia;
 * only its money is written the American way. Intl's short Mongolian zones lack their case ending ("Улаанбаатар-н"), its
 * long ones have it.
 */
export const languages = {
  en: { name: 'English', dir: 'ltr', dates: 'en-GB', columns: 'short', zones: 'shortGeneric' },
  mn: { name: 'Монгол', dir: 'ltr', dates: 'mn', columns: '2-digit', zones: 'longGeneric' },
} as const satisfies Record<string, Language>

interface Language {
  /** As its speakers call it. */
  name: string
  dir: 'ltr' | 'rtl'
  /** Whose way of writing dates it has, for Intl. */
  dates: string
  /** How a month is written in a column of dates: in words where they are short, and digits mislead nobody. */
  columns: 'short' | '2-digit'
  zones: 'shortGeneric' | 'longGeneric'
}

export type Locale = keyof typeof languages

export const LOCALES = Object.keys(languages) as Locale[]

export function languageOf(locale: Locale): Language {
  return languages[locale]
}
