import type { Description, Schema as JoiSchema } from 'joi'
import type { Schema } from '../../common/kit/shape.ts'

interface Rule {
  name: string
  args?: { limit?: number }
}

interface Case {
  is: { allow?: unknown[] }
  then: Described
  otherwise?: Described
}

/** `when(other, { is, then, otherwise })`, or several of them as a `switch`. */
type Condition = { ref: { path: string[] } } & (Case | { switch: Case[] })

interface Described extends Description {
  type: string
  flags?: { presence?: string; only?: boolean; description?: string }
  rules?: Rule[]
  keys?: Record<string, Described>
  items?: Described[]
  allow?: unknown[]
  metas?: Record<string, unknown>[]
  patterns?: { schema: Described; rule: Described }[]
  dependencies?: { rel: string; peers: string[] }[]
  whens?: Condition[]
  examples?: unknown[]
}

/** Returns the JSON Schema of a Joi schema. It is as strict as JSON Schema allows. */
export function jsonSchemaOf(schema: JoiSchema): Schema {
  return read(schema.describe() as Described)
}

/** Returns the example of a schema, for the reference. */
export function exampleOf(schema: JoiSchema): unknown {
  return (schema.describe() as Described).examples?.[0]
}

/** JSON Schema keywords that a field's `meta` may set, because Joi's own rules do not describe them. */
const KEYWORDS = [
  'type',
  'format',
  'pattern',
  'minLength',
  'maxLength',
  'minimum',
  'maximum',
  'default',
  'items',
]

function read(described: Described): Schema {
  const { flags, allow = [], metas = [] } = described
  const fromMeta = Object.fromEntries(
    metas.flatMap((meta) => Object.entries(meta).filter(([keyword]) => KEYWORDS.includes(keyword))),
  )
  const schema: Schema = { ...readType(described), ...fromMeta }
  const values = flags?.only === true && { enum: allow }
  return {
    ...schema,
    ...(allow.includes(null) && { type: [schema.type, 'null'] }),
    ...values,
    ...describe(flags?.description, metas),
  }
}

/** Returns the description of a field, followed by its format if only words can describe it. */
function describe(description: string | undefined, metas: Record<string, unknown>[]): Schema {
  const form = metas.map((meta) => meta.form).find((value) => typeof value === 'string')
  const sentences = [description, form && `${form.charAt(0).toUpperCase()}${form.slice(1)}.`].filter(Boolean)
  return sentences.length > 0 ? { description: sentences.join(' ') } : {}
}

function readType(described: Described): Schema {
  switch (described.type) {
    case 'object':
      return readObject(described)
    case 'array':
      return { type: 'array', ...readItems(described), ...readRules(described) }
    case 'number':
      return { type: 'number', ...readRules(described) }
    case 'string':
    case 'any':
      return { type: 'string', ...readRules(described) }
    case 'boolean':
      return { type: 'boolean' }
    default:
      throw new Error(`the reference does not support the Joi type ${described.type}`)
  }
}

function readObject(described: Described): Schema {
  const { keys = {}, patterns = [], dependencies = [], examples } = described
  const fields = Object.entries(keys).filter(([, field]) => !isFixed(field))
  const required = fields.filter(([, field]) => field.flags?.presence === 'required').map(([name]) => name)
  const [others] = patterns
  const properties = Object.fromEntries(
    fields.map(([name, field]) => [name, required.includes(name) ? filled(read(field)) : read(field)]),
  )
  const conditions = fields.flatMap(([name, { whens = [] }]) =>
    whens.map((when) => readWhen(name, when, properties)),
  )
  const parts = [...dependencies.map((peers) => readPeers(peers, properties)), ...conditions]
  return {
    type: 'object',
    ...(others === undefined && { properties }),
    ...(required.length > 0 && { required }),
    ...(others && { propertyNames: read(others.schema) }),
    additionalProperties: others ? read(others.rule) : false,
    ...readRules(described),
    // Generators read an `anyOf` next to properties as alternatives to them, but understand it within `allOf`.
    ...(parts.length === 1 && parts[0]!.oneOf ? parts[0] : parts.length > 0 && { allOf: parts }),
    ...(examples && { examples }),
  }
}

/** Returns true if the schema has the field only to refuse it with a specific message. */
function isFixed({ metas = [] }: Described): boolean {
  return metas.some((meta) => meta.fixed === true)
}

/** Required text cannot be empty. */
function filled(schema: Schema): Schema {
  const isText = schema.type === 'string' && schema.enum === undefined && schema.pattern === undefined
  return isText ? { minLength: 1, ...schema } : schema
}

function readItems({ items = [] }: Described): Schema {
  const [element] = items
  if (!element || items.length > 1)
    throw new Error('the reference supports only lists with one kind of element')
  return { items: read(element) }
}

function readRules({ type, rules = [] }: Described): Schema {
  return Object.assign({}, ...rules.map((rule) => readRule(type, rule))) as Schema
}

const LIMITS: Record<string, readonly [min: string, max: string]> = {
  number: ['minimum', 'maximum'],
  array: ['minItems', 'maxItems'],
  object: ['minProperties', 'maxProperties'],
}

function readRule(type: string, { name, args }: Rule): Schema {
  const limits = LIMITS[type]
  if (limits && name === 'min') return { [limits[0]]: args?.limit }
  if (limits && name === 'max') return { [limits[1]]: args?.limit }
  if (name === 'integer') return { type: 'integer', maximum: Number.MAX_SAFE_INTEGER }
  // The field's metas or its description cover the checks of these two.
  if (name === 'custom' || name === 'unique') return {}
  throw new Error(`the reference does not support Joi's rule ${type}.${name}`)
}

/**
 * Returns the schema for alternative fields. Each choice excludes the other fields, so that generated
 * clients have a type for each choice and none with two of them.
 */
function readPeers(
  { rel, peers }: { rel: string; peers: string[] },
  properties: Record<string, Schema>,
): Schema {
  if (rel === 'xor')
    return { oneOf: peers.map((peer) => choice({ ...without(peers), [peer]: properties[peer]! }, [peer])) }
  if (rel === 'or') return { anyOf: peers.map((peer) => choice({ [peer]: properties[peer]! }, [peer])) }
  if (rel === 'oxor') return { not: { anyOf: pairsOf(peers).map((pair) => ({ required: pair })) } }
  throw new Error(`the reference does not support Joi's object.${rel}`)
}

function choice(properties: Record<string, Schema | false>, required: readonly string[]): Schema {
  return { type: 'object', properties, required }
}

function without(names: readonly string[]): Record<string, false> {
  return Object.fromEntries(names.map((name) => [name, false]))
}

function pairsOf(peers: readonly string[]): string[][] {
  return peers.flatMap((peer, at) => peers.slice(at + 1).map((other) => [peer, other]))
}

/** Returns the schema for a field that depends on the value of another: one choice for each set of values. */
function readWhen(name: string, condition: Condition, properties: Record<string, Schema>): Schema {
  const [other = ''] = condition.ref.path
  const all = (properties[other]?.enum ?? []) as unknown[]
  const cases = 'switch' in condition ? condition.switch : [condition]
  const named = cases.map(({ is, then }) => ({
    values: all.filter((value) => is.allow?.includes(value)),
    then,
  }))
  const rest = all.filter((value) => !named.some(({ values }) => values.includes(value)))
  const otherwise = 'switch' in condition ? undefined : condition.otherwise
  const choices = [...named, ...(otherwise ? [{ values: rest, then: otherwise }] : [])]
  return {
    oneOf: choices.map(({ values, then }) => {
      const isRequired = isThere(name, then)
      return choice(
        { [other]: { ...properties[other], enum: values }, [name]: isRequired && properties[name]! },
        [other, ...(isRequired ? [name] : [])],
      )
    }),
  }
}

/** Returns true if a field is required, false if it is forbidden. */
function isThere(name: string, { flags, metas = [] }: Described): boolean {
  if (flags?.presence === 'required') return true
  if (flags?.presence === 'forbidden' || metas.some((meta) => meta.misplaced === true)) return false
  throw new Error(`the reference does not support the condition of ${name}`)
}
