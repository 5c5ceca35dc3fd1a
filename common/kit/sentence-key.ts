import type sentences from '../../views/locales/en.json'

/** The name of a sentence in the catalogue, such as `receipt.heading`; one that is not there does not compile. */
export type SentenceKey = keyof typeof sentences
