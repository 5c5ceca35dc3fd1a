/** What is looked for: as it was typed, and as a phone number where it can be one. */
export interface Wanted {
  text: string
  /** What a number in E.164 then begins with. */
  phone: string | null
}

/** As many of each kind of object are found at most. */
export const MOST_FOUND = 20
