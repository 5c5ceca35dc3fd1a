import { phoneBeginning } from './phone.ts'

/** A text to find the beginning of, and the same as a phone number if it can be one. */
export interface SearchWord {
  text: string
  /** The E.164 prefix of matching numbers. */
  phone: string | null
}

/** A search text as typed. */
export interface SearchText extends SearchWord {
  /** The words of the text. An object is found if each of them matches one of its fields. Empty for a text of one word. */
  words: SearchWord[]
}

/** Further words are ignored. */
const MOST_WORDS = 5

/** Spaces between two groups of digits. */
const BETWEEN_DIGITS = /(?<=(?:^|\s)\d+)\s+(?=\d+(?:\s|$))/g

/** Reads a text to search for. Spaces between digits do not count: emails and pages show a reference as `926 570`. */
export function searchTextOf(typed: string, country: string): SearchText {
  const text = typed.replace(BETWEEN_DIGITS, '')
  const phone = phoneBeginning(typed, country)
  const words = phone === null ? text.split(/\s+/).slice(0, MOST_WORDS) : []
  return {
    ...{ text, phone },
    words:
      words.length > 1 ? words.map((word) => ({ text: word, phone: phoneBeginning(word, country) })) : [],
  }
}

/** The most results per kind of object. */
export const MOST_FOUND = 20

/** The result of a search: objects, or their ids. */
export interface Found<Item> {
  items: Item[]
  /** Whether more match, or may match: as many were found as asked for, or not all that begin alike were read. */
  isCut: boolean
}
