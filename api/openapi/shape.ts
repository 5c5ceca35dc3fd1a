/** A JSON Schema in the dialect of OpenAPI 3.1 (2020-12). A shape may stand wherever a schema may. */
export type Schema = Readonly<Record<string, unknown>>

interface Told<Value> {
  name: string
  description: string
  properties: { [Key in keyof Value]-?: Schema | Shape }
  /** One whole object as the API answers it; tests hold it to the schema. */
  example: Value
}

/** An object that answers and events carry: its schema under a name, and an example. */
export class Shape<Value = unknown> {
  readonly name: string
  readonly schema: Schema
  readonly example: Value

  constructor({ name, description, properties, example }: Told<Value>) {
    this.name = name
    this.example = example
    this.schema = exactly(properties, description)
  }
}

/** An object with these properties, all of them and no others. */
export function exactly(properties: Record<string, Schema | Shape>, description?: string): Schema {
  return {
    type: 'object',
    ...(description !== undefined && { description }),
    properties,
    required: Object.keys(properties),
    additionalProperties: false,
  }
}

/** What a success holds under `data`. */
export interface Reply<Data = unknown> {
  readonly shape: Shape
  readonly holds: 'one' | 'page' | 'all'
  /** Properties of `meta` beside those that every page has. */
  readonly meta: Readonly<Record<string, Schema>>
  /** Never set: ties what an endpoint answers to its shape when it is compiled. */
  readonly data?: Data
}

export function one<Value>(shape: Shape<Value>): Reply<Value> {
  return { shape, holds: 'one', meta: {} }
}

/** A page of a list. */
export function listOf<Value>(shape: Shape<Value>, meta: Record<string, Schema> = {}): Reply<Value[]> {
  return { shape, holds: 'page', meta }
}

/** A list that is too short for pages. */
export function allOf<Value>(shape: Shape<Value>): Reply<Value[]> {
  return { shape, holds: 'all', meta: {} }
}
