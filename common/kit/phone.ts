import type * as PhoneNumbers from 'libphonenumber-js'
import { lazily } from './lazily.ts'

const phoneNumbers = lazily<typeof PhoneNumbers>('libphonenumber-js')
type CountryCode = PhoneNumbers.CountryCode

/**
 * Returns a phone number in E.164 (`+97699112233`), or null if `text` is not one. A number without a prefix belongs
 * to `country` (ISO 3166). Checks only whether the number is possible, not whether it is assigned, because operators
 * open new ranges every month.
 */
export function readPhone(text: string, country: string): string | null {
  const defaultCountry = country as CountryCode
  const phone = phoneNumbers().parsePhoneNumberFromString(text, { defaultCountry, extract: false })
  // A second number would be read as an extension, and be lost.
  return phone?.isPossible() && !phone.ext ? phone.number : null
}

/** Formats a phone number in E.164 for people, without line breaks: `+976 9911 2233`. Other text is returned unchanged. */
export function formatPhone(number: string): string {
  const phone = phoneNumbers().parsePhoneNumberFromString(number)
  return phone ? phone.formatInternational().replaceAll(' ', '\u00a0') : number
}

/** Returns whether numbers without a prefix can be read for `country`. */
export function hasPhones(country: string): boolean {
  return phoneNumbers().isSupportedCountry(country)
}

/**
 * Returns the E.164 prefix of numbers that begin with `text`, or null if it is not a number: `9911` means `+9769911`
 * in Mongolia.
 */
export function phoneBeginning(text: string, country: string): string | null {
  if (!/^\+?\d[\d ().-]*$/.test(text)) return null
  const digits = text.replace(/\D/g, '')
  if (text.startsWith('+')) return `+${digits}`
  return (
    readPhone(text, country) ?? `+${phoneNumbers().getCountryCallingCode(country as CountryCode)}${digits}`
  )
}

/** Returns the codes of all countries (ISO 3166) whose numbers can be read. */
export function phoneCountries(): readonly string[] {
  return phoneNumbers().getCountries()
}
