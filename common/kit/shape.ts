import type { Rule } from './rule.ts'

/** A JSON Schema in the dialect of OpenAPI 3.1 (2020-12). A `Shape` may be used in place of a nested schema. */
export type Schema = Readonly<Record<string, unknown>>

/** A kind of value: its JSON Schema, its TypeScript type (by `Infer`), optionally an example, and what requests may give. */
export class Kind<Value, Example extends Value | undefined = Value | undefined> {
  /** Never set: carries the type for `Infer`. */
  declare readonly inferred: Value
  readonly schema: Schema
  readonly example: Example
  readonly rule: Rule | undefined

  constructor(schema: Schema, example: Example, rule?: Rule) {
    this.schema = schema
    this.example = example
    this.rule = rule
  }

  get isNullable(): boolean {
    return Array.isArray(this.schema.type) && this.schema.type.includes('null')
  }
}

/** The kinds of an object's properties. Their examples form the object's example. */
type PropertiesOf<Value> = { readonly [Name in keyof Value]: Kind<Value[Name], NoInfer<Value[Name]>> }

/** The TypeScript type of an object with these properties. */
export type Infer<Properties extends Readonly<Record<string, { readonly inferred: unknown }>>> = {
  -readonly [Name in keyof Properties]: Properties[Name]['inferred']
}

/** An object in responses and events. The reference shows it by name, with its example. */
export class Shape<Value> extends Kind<Value, Value> {
  readonly name: string

  constructor(name: string, schema: Schema, example: Value) {
    super(schema, example)
    this.name = name
  }

  /** Returns the example with these properties replaced. */
  like(changes: Partial<Value>): Value {
    return { ...this.example, ...changes }
  }
}

/** Creates a named object from its properties. Their examples form its example. */
export function shape<Value extends object>(
  name: string,
  description: string,
  properties: PropertiesOf<Value>,
): Shape<Value> {
  const { schema, example } = object<Value>(properties, description)
  return new Shape(name, schema, example)
}

/** Creates a nested object with exactly these properties. */
export function object<Value extends object>(
  properties: PropertiesOf<Value>,
  description?: string,
): Kind<Value, Value> {
  const entries = Object.entries<Kind<unknown>>(properties)
  const schemas = Object.fromEntries(entries.map(([name, kind]) => [name, schemaOf(kind)]))
  const always = entries.filter(([, kind]) => !optionalKinds.has(kind))
  const example = Object.fromEntries(always.map(([name, kind]) => [name, kind.example]))
  const required = always.map(([name]) => name)
  return new Kind({ ...exactly(schemas, description), required }, example as Value)
}

/** Creates a list. Its default example is one element. */
export function list<Element>(
  description: string,
  element: Kind<Element>,
  example: Element[] = element.example === undefined ? [] : [element.example],
): Kind<Element[], Element[]> {
  return new Kind({ type: 'array', items: schemaOf(element), description }, example)
}

/** Makes a kind nullable. Without an example, its example is null. */
export function nullable<Value>(
  kind: Kind<Value>,
  { example = kind.example ?? null, description }: { example?: Value | null; description?: string } = {},
): Kind<Value | null, Value | null> {
  const schema = { ...schemaOrNull(kind), ...(description !== undefined && { description }) }
  return new Kind(schema, example, kind.rule)
}

/** Makes a property optional. Undefined is not serialized, and the example omits it. */
export function optional<Value>(kind: Kind<Value>): Kind<Value | undefined> {
  const same = new Kind<Value | undefined>(kind.schema, undefined)
  optionalKinds.add(same)
  return same
}

/** The kinds of properties that may be left out. */
const optionalKinds = new WeakSet<Kind<unknown>>()

/** Creates a kind that is one of several kinds. */
export function either<Choice extends Kind<unknown>>(
  description: string,
  choices: readonly Choice[],
  example: Choice['inferred'],
): Kind<Choice['inferred'], Choice['inferred']> {
  return new Kind({ anyOf: choices.map(schemaOf), description }, example)
}

/** Returns the schema of an object with exactly these properties. */
export function exactly(properties: Schema, description?: string): Schema {
  return {
    type: 'object',
    ...(description !== undefined && { description }),
    properties,
    required: Object.keys(properties),
    additionalProperties: false,
  }
}

/** Returns the nested schema of a kind. A shape is nested as itself, so that it is defined only once. */
function schemaOf(kind: Kind<unknown>): Schema | Shape<unknown> {
  return kind instanceof Shape ? kind : kind.schema
}

function schemaOrNull(kind: Kind<unknown>): Schema {
  if (kind instanceof Shape) return { anyOf: [kind, { type: 'null' }] }
  const { type, enum: values, ...rest } = kind.schema as { type: string; enum?: unknown[] }
  return { type: [type, 'null'], ...(values && { enum: [...values, null] }), ...rest }
}
