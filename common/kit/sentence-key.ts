import type english from '../../views/locales/en.json'
import type mongolian from '../../views/locales/mn.json'

/** The key of a sentence in the catalogue, such as `receipt.heading`. A key that a language lacks does not compile. */
export type SentenceKey = Extract<keyof typeof english, keyof typeof mongolian>

type SuffixOf<Key> = Key extends `errors.${infer Problem}` ? Problem : never

/** The keys of form problems: the catalogue's keys after `errors.`. */
export type ProblemKey = SuffixOf<SentenceKey>
