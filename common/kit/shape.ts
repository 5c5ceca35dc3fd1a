/** A JSON Schema in the dialect of OpenAPI 3.1 (2020-12). A `Shape` may stand in it wherever a schema may. */
export type Schema = Readonly<Record<string, unknown>>

/** One kind of value: its JSON Schema, its TypeScript type (by `Infer`), and an example where it has one. */
export class Kind<Value, Example extends Value | undefined = Value | undefined> {
  /** Never set: carries the type for `Infer`. */
  declare readonly inferred: Value
  readonly schema: Schema
  readonly example: Example

  constructor(schema: Schema, example: Example) {
    this.schema = schema
    this.example = example
  }
}

/** The kinds of an object's properties. Each has an example: together they are the object's. */
type PropertiesOf<Value> = { readonly [Name in keyof Value]: Kind<Value[Name], NoInfer<Value[Name]>> }

/** The TypeScript type of an object with these properties. */
export type Infer<Properties extends Readonly<Record<string, { readonly inferred: unknown }>>> = {
  -readonly [Name in keyof Properties]: Properties[Name]['inferred']
}

/** An object that answers and events carry: the reference shows it under its name, with its example. */
export class Shape<Value> extends Kind<Value, Value> {
  readonly name: string

  constructor(name: string, schema: Schema, example: Value) {
    super(schema, example)
    this.name = name
  }

  /** The example with these properties in place of its own. */
  like(changes: Partial<Value>): Value {
    return { ...this.example, ...changes }
  }
}

/** A named object: its properties say what it is, and their examples are its example. */
export function shape<Value extends object>(
  name: string,
  description: string,
  properties: PropertiesOf<Value>,
): Shape<Value> {
  const { schema, example } = object<Value>(properties, description)
  return new Shape(name, schema, example)
}

/** An object within another: with these properties, all of them and no others. */
export function object<Value extends object>(
  properties: PropertiesOf<Value>,
  description?: string,
): Kind<Value, Value> {
  const entries = Object.entries<Kind<unknown>>(properties)
  const schemas = Object.fromEntries(entries.map(([name, kind]) => [name, schemaOf(kind)]))
  const always = entries.filter(([, kind]) => !notAlways.has(kind))
  const example = Object.fromEntries(always.map(([name, kind]) => [name, kind.example]))
  const required = always.map(([name]) => name)
  return new Kind({ ...exactly(schemas, description), required }, example as Value)
}

/** A list; without other examples its example is one element. */
export function list<Element>(
  description: string,
  element: Kind<Element>,
  example: Element[] = element.example === undefined ? [] : [element.example],
): Kind<Element[], Element[]> {
  return new Kind({ type: 'array', items: schemaOf(element), description }, example)
}

/** The same, or null: which is also its example where it has no other. */
export function nullable<Value>(
  kind: Kind<Value>,
  { example = kind.example ?? null, description }: { example?: Value | null; description?: string } = {},
): Kind<Value | null, Value | null> {
  return new Kind({ ...schemaOrNull(kind), ...(description !== undefined && { description }) }, example)
}

/** The same, and may be left out; undefined is not written. Its example is left out too. */
export function optional<Value>(kind: Kind<Value>): Kind<Value | undefined> {
  const same = new Kind<Value | undefined>(kind.schema, undefined)
  notAlways.add(same)
  return same
}

/** The kinds of properties that may be left out. */
const notAlways = new WeakSet<Kind<unknown>>()

/** One of several kinds. */
export function either<Choice extends Kind<unknown>>(
  description: string,
  choices: readonly Choice[],
  example: Choice['inferred'],
): Kind<Choice['inferred'], Choice['inferred']> {
  return new Kind({ anyOf: choices.map(schemaOf), description }, example)
}

/** The schema of an object with these properties, all of them and no others. */
export function exactly(properties: Schema, description?: string): Schema {
  return {
    type: 'object',
    ...(description !== undefined && { description }),
    properties,
    required: Object.keys(properties),
    additionalProperties: false,
  }
}

/** What stands for a kind in the schema of another: a shape stands for itself, to be named once. */
function schemaOf(kind: Kind<unknown>): Schema | Shape<unknown> {
  return kind instanceof Shape ? kind : kind.schema
}

function schemaOrNull(kind: Kind<unknown>): Schema {
  if (kind instanceof Shape) return { anyOf: [kind, { type: 'null' }] }
  const { type, enum: values, ...rest } = kind.schema as { type: string; enum?: unknown[] }
  return { type: [type, 'null'], ...(values && { enum: [...values, null] }), ...rest }
}
