import type sentences from '../../views/locales/en.json'

/** The key of a sentence in the catalogue, such as `receipt.heading`. An unknown key does not compile. */
export type SentenceKey = keyof typeof sentences
