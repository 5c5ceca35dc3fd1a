import type { ValidationErrorItem } from 'joi'
import { bareAmount } from '../common/kit/format.ts'
import { decimals } from '../common/kit/money.ts'
import { type Described, fieldAt, limitOf, metaOf } from './described.ts'
import { adviceOn } from './unknown-parameter.ts'

/** The context of a request that error sentences need. */
interface Asked {
  schema: Described
  /** The project's currency. */
  currency: string
}

/** A problem that Joi found, with the path as the client sent it. */
interface Finding {
  path: string
  limit?: number
  valids?: unknown[]
  peers?: string[]
  value?: unknown
  /** The description of the field; undefined if the schema has no such field. */
  field: Described | undefined
  /** The path as a list of keys and indexes. */
  steps: readonly (string | number)[]
  asked: Asked
}

/**
 * Returns a sentence that says what a field must be. It comes from the type of Joi's finding, or from the `message` of one
 * of our own rules.
 */
export function sentenceAbout(
  { type, path: steps, context = {} }: ValidationErrorItem,
  path: string,
  asked: Asked,
): string {
  const { message, ...found } = context as Partial<Finding> & { message?: string }
  if (message) return `${path} ${message.replace(/\.$/, '')}.`
  const field = fieldAt(asked.schema, steps)
  return SENTENCES[type]?.({ ...found, path, steps, field, asked }) ?? `${path} is not valid.`
}

/** Returns one sentence for every problem with a number: its range and how to send it. */
function number({ path, value, field, asked }: Finding): string {
  return `${path} must be ${numberForm(field, asked, typeof value === 'string' ? ', without quotes' : '')}.`
}

function numberForm(field: Described | undefined, { currency }: Asked, quotes = ''): string {
  const least = field && limitOf(field, 'min')
  const most = field && limitOf(field, 'max')
  if (field && metaOf(field, 'isId')) return `an id: a whole number${quotes}`
  const range = `${least === undefined ? '' : ` from ${least}`}${most === undefined ? '' : ` to ${most}`}`
  if (!field || !metaOf(field, 'isAmount')) return `a whole number${range}${quotes}`
  return `a whole number of the smallest unit of ${currency}${range}${quotes}: ${example(currency)}`
}

function example(currency: string): string {
  const amount = decimals(currency) === 0 ? 25_000 : 2_550
  return `${amount} for ${bareAmount(amount, currency)} ${currency}`
}

/** Returns a sentence for a missing field, with the form of its value. */
function required({ path, field, asked }: Finding): string {
  const own = field && metaOf(field, 'missing')
  if (typeof own === 'string') return `${path} ${own}.`
  const form = field && formOf(field, asked)
  return form === undefined ? `${path} is required.` : `${path} is required: ${form}.`
}

/** Returns what a value of this field looks like, or undefined if only its rules know. */
function formOf(field: Described, asked: Asked): string | undefined {
  const own = metaOf(field, 'form')
  if (typeof own === 'string') return own
  if (field.flags?.only === true) return oneOf(field.allow ?? [])
  if (field.type === 'number') return numberForm(field, asked)
  return FORMS[field.type]
}

const FORMS: Readonly<Record<string, string>> = {
  array: 'a list, in square brackets',
  boolean: 'true or false',
  object: 'an object, in braces',
  string: 'text, in quotes',
}

/** Returns a sentence for a value that must be text. A number in place of a lookup key gets a hint to the field for ids. */
function text({ path, value, field, steps, asked }: Finding): string {
  if (value === null) return `${path} cannot be removed: it must be text, in quotes.`
  const byNumber = field && metaOf(field, 'byNumber')
  const inline = [...steps.slice(0, -1), 'price_data']
  if (byNumber === 'price_id' && typeof value === 'object' && fieldAt(asked.schema, inline))
    return `${path} is a lookup key, which is text. For an amount of your own, pass ${inline.join('.')}.`
  if (typeof byNumber !== 'string' || typeof value !== 'number') return `${path} must be text, in quotes.`
  const other = [...steps.slice(0, -1), byNumber].join('.')
  return `${path} is a lookup key, which is text. Pass an id as ${other}.`
}

const SENTENCES: Readonly<Record<string, (finding: Finding) => string>> = {
  'any.required': required,
  'any.only': ({ path, value, valids = [], steps }) =>
    value === '*' && steps.length > 1
      ? `${path} must name one value. To choose all of them, leave ${steps.slice(0, -1).join('.')} out.`
      : `${path} must be ${oneOf(valids)}.`,
  'any.unknown': ({ path }) =>
    `${path} is only possible with the type 'dropdown'. Leave it out, or change the type.`,
  'array.base': ({ path }) => `${path} must be a list, in square brackets.`,
  'array.max': ({ path, limit }) => `${path} must hold at most ${limit}.`,
  'array.min': ({ path, limit }) => `${path} must hold at least ${limit}.`,
  'array.unique': ({ path }) => `${path} is the same as an earlier one. Make each one different.`,
  'boolean.base': ({ path }) => `${path} must be true or false, without quotes.`,
  'number.base': number,
  'number.infinity': number,
  'number.integer': number,
  'number.unsafe': number,
  'number.max': number,
  'number.min': number,
  'object.base': ({ path }) => `${path} must be an object, in braces.`,
  'object.max': ({ path, limit }) => `${path} must hold at most ${limit} keys.`,
  'object.missing': ({ peers = [] }) => `Pass one of ${peers.join(', ')}.`,
  'object.unknown': ({ path, steps, asked: { schema, currency } }) =>
    /(^|\.)metadata\./.test(path)
      ? `A key of metadata has 1 to 40 characters, none of them control characters. Change ${path}.`
      : `${path} is not a parameter of this request. ${adviceOn(steps, schema, currency)}`,
  'object.oxor': ({ peers = [] }) => `Pass at most one of ${peers.join(', ')}.`,
  'object.xor': ({ peers = [] }) => `Pass only one of ${peers.join(', ')}.`,
  'string.base': text,
  'string.empty': text,
}

function oneOf(valids: unknown[]): string {
  const names = valids.filter((valid) => valid !== null).map((valid) => `'${valid as string}'`)
  return names.length === 1 ? String(names[0]) : `one of ${names.join(', ')}`
}
