/** A search text as typed, and as a phone number if it can be one. */
export interface SearchText {
  text: string
  /** The E.164 prefix of matching numbers. */
  phone: string | null
}

/** The most results per kind of object. */
export const MOST_FOUND = 20
