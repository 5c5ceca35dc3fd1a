import type { SentenceKey } from './sentence-key.ts'

type SuffixOf<Key> = Key extends `errors.${infer Problem}` ? Problem : never

/** The keys of form problems: the catalogue's keys after `errors.`. */
export type ProblemKey = SuffixOf<SentenceKey>
