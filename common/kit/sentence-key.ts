import type sentences from '../../views/locales/en.json'

/** The key of a sentence in the catalogue, such as `receipt.heading`. An unknown key does not compile. */
export type SentenceKey = keyof typeof sentences

type SuffixOf<Key> = Key extends `errors.${infer Problem}` ? Problem : never

/** The keys of form problems: the catalogue's keys after `errors.`. */
export type ProblemKey = SuffixOf<SentenceKey>
