import * as column from './column.ts'
import { field } from './field.ts'
import { LOCALES } from './languages.ts'
import type { Amount } from './money.ts'
import type { Rule } from './rule.ts'
import { Kind, type Schema } from './shape.ts'

/** Creates a kind of value from its description and optional example; `more` narrows its schema. */
interface Scalar<Value> {
  (description: string): Kind<Value>
  (description: string, example: Value, more?: Schema): Kind<Value, Value>
}

/** Values that name no person are kept by an erasure. */
function scalar<Value>(schema: Schema, rule: Rule, fate?: 'kept'): Scalar<Value> {
  return (description: string, example?: Value, more: Schema = {}) =>
    new Kind<Value, Value>({ ...schema, ...more, description }, example as Value, rule, fate)
}

/** The largest integer that every JSON parser reads exactly. */
const MOST = Number.MAX_SAFE_INTEGER

export const id = scalar<number>({ type: 'integer', minimum: 1, maximum: MOST }, ['id'], 'kept')
export const wholeNumber = scalar<number>(
  { type: 'integer', minimum: 0, maximum: MOST },
  ['wholeNumber'],
  'kept',
)
/** Money, in the smallest unit of its currency that is in use: cents, or whole tugrik. */
export const amount = scalar<Amount>({ type: 'integer', minimum: 0, maximum: MOST }, ['amount'], 'kept')
export const flag = scalar<boolean>({ type: 'boolean' }, ['flag'], 'kept')
export const text = scalar<string>({ type: 'string' }, ['text'])
export const time = scalar<string>(
  {
    type: 'string',
    format: 'date-time',
    pattern: String.raw`^\d{4}-\d{2}-\d{2}T\d{2}:\d{2}:\d{2}\.\d{6}Z$`,
  },
  ['time'],
  'kept',
)
export const url = scalar<string>({ type: 'string', pattern: '^[Hh][Tt][Tt][Pp][Ss]?://', maxLength: 2048 }, [
  'webAddress',
])

/** One of several fixed strings. */
export function choice<const Word extends string>(description: string, words: readonly Word[]): Kind<Word>
export function choice<const Word extends string>(
  description: string,
  words: readonly Word[],
  example: NoInfer<Word>,
): Kind<Word, Word>
export function choice<Word extends string>(description: string, words: readonly Word[], example?: Word) {
  return new Kind({ type: 'string', enum: words, description }, example, ['choice'], 'kept')
}

/** Always null: used next to an object that can have a value there. */
export const nothing = new Kind<null, null>({ type: 'null' }, null, undefined, 'kept')

export const isTest = field(flag('Whether it was created with a test token.', true), column.flag())
export const projectId = field(id('The project that it belongs to.', 1), column.reference())
export const createdAt = (example: string) => field(time('When it was created.', example), column.time())
export const updatedAt = (example: string) => field(time('When it was last changed.', example), column.time())
export const pageLocale = field(
  choice("The page's language; `auto` is the browser's.", ['auto', ...LOCALES], 'auto'),
  column.word(8).default('auto'),
  { create: true },
)
export const currency = field(
  text('The currency (ISO 4217).', 'MNT', { pattern: '^[A-Z]{3}$' }),
  column.char(3).kept(),
)

const keysAndValues = new Kind<Record<string, string>, Record<string, string>>(
  {
    type: 'object',
    maxProperties: 20,
    propertyNames: { maxLength: 40 },
    additionalProperties: { type: 'string', maxLength: 500 },
    description: 'Your own keys and values.',
  },
  {},
  ['metadata'],
)

const givenMetadata = {
  create: true,
  change: true,
  ifNull: {},
  says: 'Your own keys and values, returned with the object. A new value replaces all of them.',
} as const

export const metadata = field(keysAndValues, column.json().nullable().kept(), givenMetadata)
/** Metadata that an erasure deletes. */
export const erasedMetadata = field(keysAndValues, column.json().nullable().erased(), givenMetadata)
