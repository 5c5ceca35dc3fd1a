import type sentences from '../../views/locales/en.json'

type SuffixOf<Key> = Key extends `errors.${infer Problem}` ? Problem : never

/** What can be wrong with a page's form: what stands behind `errors.` in the catalogue of sentences. */
export type ProblemKey = SuffixOf<keyof typeof sentences>
