import type { SentenceKey } from './sentence-key.ts'

type SuffixOf<Key> = Key extends `errors.${infer Problem}` ? Problem : never

/** What can be wrong with a page's form: what stands behind `errors.` in the catalogue of sentences. */
export type ProblemKey = SuffixOf<SentenceKey>
