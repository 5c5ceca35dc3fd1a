import type { ObjectSchema, ValidationErrorItem } from 'joi'
import type { Code, Params } from '../common/kit/refusal.ts'
import { Submission } from '../common/kit/submission.ts'
import { cut, lengthOf } from '../common/kit/text.ts'
import { type Bounded, readBounded } from './bounded.ts'
import { boundsOf } from './bounds.ts'

const PREFERENCES = { abortEarly: false, convert: false } as const

/**
 * Reads `raw` by `schema`. Strict types; every problem is told, under its path. The schema sees only
 * what it could accept by its size: however large and wrong a body is, it takes milliseconds.
 */
export function validate<Value>(
  schema: ObjectSchema<Value>,
  raw: unknown,
  { keepNull = false, trim = true, isTest = false } = {},
): Submission<Value> {
  if (typeof raw !== 'object' || raw === null || Array.isArray(raw)) return refused('Send one JSON object.')
  const given = readBounded(raw, boundsOf(schema), { keepNull, trim })
  const { value, error } = schema.validate(given.value, { ...PREFERENCES, context: { isTest } }) as {
    value: Value
    error?: { details: ValidationErrorItem[] }
  }
  const result = new Submission<Value>(value)
  for (const path of given.reserved)
    result.problems.add('validation_failed', path, { say: `${path} cannot be used as a name. Leave it out.` })
  for (const detail of error?.details ?? []) {
    for (const at of placesOf(detail)) {
      const path = at.map(shown).join('.') || 'body'
      const words = { say: sentence(named(detail, given), path) }
      result.problems.add(codeOf(detail), path, {
        ...words,
        ...(detail.context?.words as Params | undefined),
      })
    }
    remove(value, detail.path)
  }
  result.problems.addUntold(given.moreUnknown)
  return result
}

function refused<Value>(say: string): Submission<Value> {
  const result = new Submission<Value>({} as Value)
  result.problems.add('validation_failed', 'body', { say })
  return result
}

/** Names in a path are the sender's own: an answer repeats no more of them than a reader needs. */
function shown(name: string | number): string {
  const text = String(name).slice(0, 2 * LONGEST_NAME + 2)
  return lengthOf(text) > LONGEST_NAME ? `${cut(text, LONGEST_NAME)}…` : text
}

const LONGEST_NAME = 60

/** What excludes each other is wrong at each that was given; where one of several is missing, at the first of them. */
function placesOf({ type, path, context = {} }: ValidationErrorItem): (string | number)[][] {
  const { present = [], peers = [] } = context as { present?: string[]; peers?: string[] }
  if (type === 'object.xor' || type === 'object.oxor') return present.map((name) => [...path, name])
  if (type === 'object.missing') return [[...path, ...peers.slice(0, 1)]]
  return [path]
}

/** What stands in the place of something too large is of the wrong type; what is wrong is its size. */
function named(detail: ValidationErrorItem, { tooLarge }: Bounded): ValidationErrorItem {
  const limit = tooLarge.get(detail.path.join('.'))
  if (limit === undefined || !detail.type.endsWith('.base')) return detail
  return { ...detail, type: detail.type.replace('.base', '.max'), context: { ...detail.context, limit } }
}

/** A schema's custom rule may answer a code of its own: `helpers.error('code.amount_too_large')`. */
function codeOf({ type }: ValidationErrorItem): Code {
  return type.startsWith('code.') ? (type.slice(5) as Code) : 'validation_failed'
}

function remove(value: unknown, path: readonly (string | number)[]): void {
  let at = value as Record<string | number, unknown> | undefined
  for (const step of path.slice(0, -1)) at = at?.[step] as Record<string | number, unknown> | undefined
  const last = path.at(-1)
  if (last === undefined || typeof at !== 'object') return
  if (Array.isArray(at)) at[last as number] = undefined
  else delete at[last]
}

interface Finding {
  path: string
  limit?: number
  valids?: unknown[]
  peers?: string[]
}

const TEXT = ({ path }: Finding) => `${path} must be text.`
const NUMBER = ({ path }: Finding) => `${path} must be a number, without quotes.`
const WHOLE_NUMBER = ({ path }: Finding) => `${path} must be a whole number.`

/** Joi's findings in plain English, by their type: what the field must be, so that the reader knows what to send. */
const SENTENCES: Readonly<Record<string, (finding: Finding) => string>> = {
  'any.required': ({ path }) => `${path} is required.`,
  'any.only': ({ path, valids = [] }) => `${path} must be ${oneOf(valids)}.`,
  'any.unknown': ({ path }) => `${path} is only possible with the type 'dropdown'.`,
  'array.base': ({ path }) => `${path} must be a list.`,
  'array.max': ({ path, limit }) => `${path} must hold at most ${limit}.`,
  'array.min': ({ path, limit }) => `${path} must hold at least ${limit}.`,
  'array.unique': ({ path }) => `${path} is the same as an earlier one. Make each one different.`,
  'boolean.base': ({ path }) => `${path} must be true or false, without quotes.`,
  'number.base': NUMBER,
  'number.infinity': NUMBER,
  'number.integer': WHOLE_NUMBER,
  'number.unsafe': WHOLE_NUMBER,
  'number.max': ({ path, limit }) => `${path} must be at most ${limit}.`,
  'number.min': ({ path, limit }) => `${path} must be at least ${limit}.`,
  'object.base': ({ path }) => `${path} must be an object.`,
  'object.max': ({ path, limit }) => `${path} must hold at most ${limit} keys.`,
  'object.missing': ({ peers = [] }) => `Pass one of ${peers.join(', ')}.`,
  'object.unknown': ({ path }) =>
    /(^|\.)metadata\./.test(path)
      ? `A key of metadata has 1 to 40 characters, none of them control characters. Change ${path}.`
      : `${path} is not a parameter of this request. Check its spelling, or leave it out.`,
  'object.oxor': ({ peers = [] }) => `Pass at most one of ${peers.join(', ')}.`,
  'object.xor': ({ peers = [] }) => `Pass only one of ${peers.join(', ')}.`,
  'string.base': TEXT,
  'string.empty': TEXT,
}

function sentence({ type, context = {} }: ValidationErrorItem, path: string): string {
  const { say, ...found } = context as Omit<Finding, 'path'> & { say?: string }
  if (say) return `${path} ${say}.`
  return SENTENCES[type]?.({ ...found, path }) ?? `${path} is not valid.`
}

function oneOf(valids: unknown[]): string {
  const names = valids.filter((valid) => valid !== null).map((valid) => `'${valid as string}'`)
  return names.length === 1 ? String(names[0]) : `one of ${names.join(', ')}`
}
