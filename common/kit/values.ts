import { LOCALES } from './languages.ts'
import type { Amount } from './money.ts'
import { Kind, type Schema } from './shape.ts'

/** Creates a kind of value from its description and optional example; `more` narrows its schema. */
interface Scalar<Value> {
  (description: string): Kind<Value>
  (description: string, example: Value, more?: Schema): Kind<Value, Value>
}

function scalar<Value>(schema: Schema): Scalar<Value> {
  return (description: string, example?: Value, more: Schema = {}) =>
    new Kind<Value, Value>({ ...schema, ...more, description }, example as Value)
}

/** The largest integer that every JSON parser reads exactly. */
const MOST = Number.MAX_SAFE_INTEGER

export const id = scalar<number>({ type: 'integer', minimum: 1, maximum: MOST })
export const wholeNumber = scalar<number>({ type: 'integer', minimum: 0, maximum: MOST })
/** Money, in the smallest unit of its currency in use. */
export const amount = scalar<Amount>({ type: 'integer', minimum: 0, maximum: MOST })
export const flag = scalar<boolean>({ type: 'boolean' })
export const text = scalar<string>({ type: 'string' })
export const time = scalar<string>({
  type: 'string',
  format: 'date-time',
  pattern: String.raw`^\d{4}-\d{2}-\d{2}T\d{2}:\d{2}:\d{2}\.\d{6}Z$`,
})
export const url = scalar<string>({ type: 'string', pattern: '^[Hh][Tt][Tt][Pp][Ss]?://', maxLength: 2048 })

/** One of several fixed strings. */
export function choice<const Word extends string>(description: string, words: readonly Word[]): Kind<Word>
export function choice<const Word extends string>(
  description: string,
  words: readonly Word[],
  example: NoInfer<Word>,
): Kind<Word, Word>
export function choice<Word extends string>(description: string, words: readonly Word[], example?: Word) {
  return new Kind({ type: 'string', enum: words, description }, example)
}

/** Always null: used next to an object that can have a value there. */
export const nothing = new Kind<null, null>({ type: 'null' }, null)

export const isTest = flag('Whether it was created with a test token.', true)
export const projectId = id('The project that it belongs to.', 1)
export const createdAt = (example: string) => time('When it was created.', example)
export const updatedAt = (example: string) => time('When it was last changed.', example)
export const pageLocale = choice(
  "The page's language; `auto` is the browser's.",
  ['auto', ...LOCALES],
  'auto',
)
export const currency = text('The currency (ISO 4217).', 'MNT', { pattern: '^[A-Z]{3}$' })

export const metadata = new Kind<Record<string, string>, Record<string, string>>(
  {
    type: 'object',
    maxProperties: 20,
    propertyNames: { maxLength: 40 },
    additionalProperties: { type: 'string', maxLength: 500 },
    description: 'Your own keys and values.',
  },
  {},
)
