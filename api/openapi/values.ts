import { Shape } from './shape.ts'
import type { Schema } from './shape.ts'

/** The largest number that JSON readers everywhere keep to the last digit. */
const MOST = Number.MAX_SAFE_INTEGER

export function id(description: string): Schema {
  return { type: 'integer', minimum: 1, maximum: MOST, description }
}

export function wholeNumber(description: string, minimum = 0, maximum = MOST): Schema {
  return { type: 'integer', minimum, maximum, description }
}

/** Money, in the smallest unit of its currency in use. */
export function amount(description: string): Schema {
  return wholeNumber(description)
}

export function flag(description: string): Schema {
  return { type: 'boolean', description }
}

export function text(description: string, more: Schema = {}): Schema {
  return { type: 'string', ...more, description }
}

export function choice(description: string, values: readonly string[]): Schema {
  return { type: 'string', enum: values, description }
}

export function time(description: string): Schema {
  return text(description, {
    format: 'date-time',
    pattern: String.raw`^\d{4}-\d{2}-\d{2}T\d{2}:\d{2}:\d{2}\.\d{6}Z$`,
  })
}

export function url(description: string): Schema {
  return text(description, { pattern: '^[Hh][Tt][Tt][Pp][Ss]?://', maxLength: 2048 })
}

export function list(description: string, items: Schema | Shape): Schema {
  return { type: 'array', items, description }
}

/** The same, or null. */
export function nullable(schema: Schema | Shape): Schema {
  if (schema instanceof Shape) return { anyOf: [schema, { type: 'null' }] }
  const { type, enum: values, ...rest } = schema as { type: string; enum?: unknown[] }
  return { type: [type, 'null'], ...(values && { enum: [...values, null] }), ...rest }
}

export const isTest = flag('Whether it was created with a test token.')
export const projectId = id('The project that it belongs to.')
export const createdAt = time('When it was created.')
export const updatedAt = time('When it was last changed.')

export const metadata: Schema = {
  type: 'object',
  maxProperties: 20,
  propertyNames: { maxLength: 40 },
  additionalProperties: { type: 'string', maxLength: 500 },
  description: 'Your own keys and values.',
}
