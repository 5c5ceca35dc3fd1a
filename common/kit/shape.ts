import type { Rule } from './rule.ts'

/** A JSON Schema in the dialect of OpenAPI 3.1 (2020-12). A `Shape` may be used in place of a nested schema. */
export type Schema = Readonly<Record<string, unknown>>

/** The fate of a value when its customer is erased: it is kept, it becomes null, or its properties have fates of their own. */
export type ValueFate = 'kept' | 'erased' | { readonly [property: string]: ValueFate | undefined }

/** A kind of value: its JSON Schema, its TypeScript type (by `Infer`), optionally an example, and what requests may give. */
export class Kind<Value, Example extends Value | undefined = Value | undefined> {
  /** Never set: carries the type for `Infer`. */
  declare readonly inferred: Value
  readonly schema: Schema
  readonly example: Example
  readonly rule: Rule | undefined
  /** The fate in stored events and emails. Text has none by itself, since it may name a person. */
  readonly fate: ValueFate | undefined

  constructor(schema: Schema, example: Example, rule?: Rule, fate?: ValueFate) {
    this.schema = schema
    this.example = example
    this.rule = rule
    this.fate = fate
  }

  /**
   * An erasure keeps it in stored events and emails: an object as a whole, with properties that it has no definition of. A
   * field has the fate of its column by default.
   */
  kept(): this {
    return withFate(this, 'kept')
  }

  /** An erasure sets it to null. */
  erased(): this {
    return withFate(this, 'erased')
  }

  get isNullable(): boolean {
    return Array.isArray(this.schema.type) && this.schema.type.includes('null')
  }
}

function withFate<Of extends Kind<unknown>>(kind: Of, fate: ValueFate): Of {
  const copy = Object.create(Object.getPrototypeOf(kind) as object) as Of
  Object.assign(copy, kind, { fate })
  if (optionalKinds.has(kind)) optionalKinds.add(copy)
  return copy
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

  constructor(name: string, schema: Schema, example: Value, fate?: ValueFate) {
    super(schema, example, undefined, fate)
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
  const { schema, example, fate } = object<Value>(properties, description)
  return new Shape(name, schema, example, fate)
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
  const schema = { ...exactly(schemas, description), required }
  // By property, even if all are kept: an unknown property, of an older form, may name a person.
  const fate = Object.fromEntries(entries.map(([name, kind]) => [name, kind.fate]))
  return new Kind(schema, example as Value, undefined, fate)
}

/** Creates a list. Its default example is one element. */
export function list<Element>(
  description: string,
  element: Kind<Element>,
  example: Element[] = element.example === undefined ? [] : [element.example],
): Kind<Element[], Element[]> {
  const schema = { type: 'array', items: schemaOf(element), description }
  return new Kind(schema, example, undefined, element.fate)
}

/** Makes a kind nullable. Without an example, its example is null. */
export function nullable<Value>(
  kind: Kind<Value>,
  { example = kind.example ?? null, description }: { example?: Value | null; description?: string } = {},
): Kind<Value | null, Value | null> {
  const schema = { ...schemaOrNull(kind), ...(description !== undefined && { description }) }
  return new Kind(schema, example, kind.rule, kind.fate)
}

/** Makes a property optional. Undefined is not serialized, and the example omits it. */
export function optional<Value>(kind: Kind<Value>): Kind<Value | undefined> {
  const same = new Kind<Value | undefined>(kind.schema, undefined, undefined, kind.fate)
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
  const fate = choices.every((choice) => choice.fate === 'kept') ? 'kept' : undefined
  return new Kind({ anyOf: choices.map(schemaOf), description }, example, undefined, fate)
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
