import { phoneBeginning } from './phone.ts'

/** A search text as typed, and as a phone number if it can be one. */
export interface SearchText {
  text: string
  /** The E.164 prefix of matching numbers. */
  phone: string | null
}

/** Reads a text to search for. Spaces between digits do not count: emails and pages show a reference as `926 570`. */
export function searchTextOf(typed: string, country: string): SearchText {
  const text = /^\d[\d ]*$/.test(typed) ? typed.replaceAll(' ', '') : typed
  return { text, phone: phoneBeginning(typed, country) }
}

/** The most results per kind of object. */
export const MOST_FOUND = 20
