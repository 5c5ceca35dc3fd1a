import type { ObjectSchema, ValidationErrorItem } from 'joi'
import { Draft } from '../common/kit/draft.ts'
import type { Code, Words } from '../common/kit/refusal.ts'
import { TooDeep, normalise } from './normalise.ts'

const PREFERENCES = { abortEarly: false, convert: false } as const

/** Reads `raw` by `schema`. Strict types; every problem is told, under its path. */
export function draft<Value>(
  schema: ObjectSchema<Value>,
  raw: unknown,
  { keepNull = false, isTest = false } = {},
): Draft<Value> {
  const reserved: string[] = []
  let given: unknown
  try {
    given = normalise(raw, { keepNull, reserved })
  } catch (error) {
    if (!(error instanceof TooDeep)) throw error
    return refused('body', 'The body is nested too deeply.')
  }
  if (typeof given !== 'object' || given === null || Array.isArray(given)) {
    return refused('body', 'The body must be one JSON object.')
  }
  const { value, error } = schema.validate(given, { ...PREFERENCES, context: { isTest } }) as {
    value: Value
    error?: { details: ValidationErrorItem[] }
  }
  const result = new Draft<Value>(value)
  for (const path of reserved)
    result.problems.add('validation_failed', path, { say: `${path} cannot be used as a name. Leave it out.` })
  for (const detail of error?.details ?? []) {
    const path = detail.path.join('.') || 'body'
    const words = { say: sentence(detail, path) }
    result.problems.add(codeOf(detail), path, {
      ...words,
      ...(detail.context?.words as Words | undefined),
    })
    remove(value, detail.path)
  }
  return result
}

function refused<Value>(path: string, say: string): Draft<Value> {
  const result = new Draft<Value>({} as Value)
  result.problems.add('validation_failed', path, { say })
  return result
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

interface Context {
  limit?: number
  valids?: unknown[]
  peers?: string[]
  present?: string[]
  say?: string
}

/** Joi's findings in plain English: what the field must be, so that the reader knows what to send. */
function sentence({ type, context = {} }: ValidationErrorItem, path: string): string {
  const { limit, valids = [], peers = [], say } = context as Context
  if (say) return `${path} ${say}.`
  switch (type) {
    case 'any.required':
      return `${path} is required.`
    case 'any.only':
      return `${path} must be ${oneOf(valids)}.`
    case 'object.unknown':
      if (/(^|\.)metadata\./.test(path))
        return `A key of metadata has 1 to 40 characters, none of them control characters. Change ${path}.`
      return `${path} is not a parameter of this request. Check its spelling, or leave it out.`
    case 'object.missing':
      return `Pass one of ${peers.join(', ')}.`
    case 'object.xor':
      return `Pass only one of ${peers.join(', ')}.`
    case 'string.base':
    case 'string.empty':
      return `${path} must be text.`
    case 'number.base':
    case 'number.infinity':
      return `${path} must be a number, without quotes.`
    case 'number.integer':
    case 'number.unsafe':
      return `${path} must be a whole number.`
    case 'number.min':
      return `${path} must be at least ${limit}.`
    case 'number.max':
      return `${path} must be at most ${limit}.`
    case 'boolean.base':
      return `${path} must be true or false, without quotes.`
    case 'array.base':
      return `${path} must be a list.`
    case 'array.min':
      return `${path} must hold at least ${limit}.`
    case 'array.max':
      return `${path} must hold at most ${limit}.`
    case 'array.unique':
      return `${path} is the same as an earlier one. Make each one different.`
    case 'any.unknown':
      return `${path} is only possible with the type 'dropdown'.`
    case 'object.base':
      return `${path} must be an object.`
    case 'object.max':
      return `${path} must hold at most ${limit} keys.`
    default:
      return `${path} is not valid.`
  }
}

function oneOf(valids: unknown[]): string {
  const names = valids.filter((valid) => valid !== null).map((valid) => `'${valid as string}'`)
  return names.length === 1 ? String(names[0]) : `one of ${names.join(', ')}`
}
