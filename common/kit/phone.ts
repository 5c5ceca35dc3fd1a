import type * as PhoneNumbers from 'libphonenumber-js'
import { lazily } from './lazily.ts'

const phoneNumbers = lazily<typeof PhoneNumbers>('libphonenumber-js')
type CountryCode = PhoneNumbers.CountryCode

/**
 * A phone number in E.164 (`+97699112233`), or null where `text` cannot be read as one. A number
 * without a country's prefix is one of `country` (ISO 3166). What counts is whether such a number can
 * exist, not whether it is known to be allotted: operators open new ranges every month.
 */
export function readPhone(text: string, country: string): string | null {
  const defaultCountry = country as CountryCode
  const phone = phoneNumbers().parsePhoneNumberFromString(text, { defaultCountry, extract: false })
  return phone?.isPossible() ? phone.number : null
}

/** Whether numbers without a prefix can be read for `country`. */
export function hasPhones(country: string): boolean {
  return phoneNumbers().isSupportedCountry(country)
}

/**
 * What numbers in E.164 begin with that begin as `text` does, or null where it is none: `9911` means `+9769911`
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

/** The codes of all countries (ISO 3166) whose numbers can be read. */
export function phoneCountries(): readonly string[] {
  return phoneNumbers().getCountries()
}
