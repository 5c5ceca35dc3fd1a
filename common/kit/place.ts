import type { Locale } from './format.ts'

const CURRENCIES = new Set(Intl.supportedValuesOf('currency'))

/** Returns whether `code` is a currency of ISO 4217, such as MNT. */
export function isCurrency(code: string): boolean {
  return CURRENCIES.has(code)
}

/** Returns whether `name` is an IANA time zone, such as Asia/Ulaanbaatar, or UTC. */
export function isTimeZone(name: string): boolean {
  if (name !== 'UTC' && !/^[A-Z][A-Za-z]+(\/[A-Za-z0-9_+-]+)+$/.test(name)) return false
  try {
    return Boolean(new Intl.DateTimeFormat('en', { timeZone: name }))
  } catch {
    return false
  }
}

/** Returns the name of the country `code` (ISO 3166), or the code itself if it is unknown. */
export function countryName(code: string, locale: Locale): string {
  if (!/^[A-Z]{2}$/.test(code)) return code
  return new Intl.DisplayNames(locale, { type: 'region' }).of(code) ?? code
}

/** Returns the names of all time zones, UTC first. */
export function timeZones(): readonly string[] {
  const names = Intl.supportedValuesOf('timeZone').filter((name) => name !== 'UTC')
  return ['UTC', ...names]
}
