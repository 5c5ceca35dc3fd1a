import { type Schema, Shape } from '../../common/kit/shape.ts'

/** Returns the named schema of a request body. Nested objects get names too, such as `CheckoutCreateItem`. */
export function namedBody(name: string, schema: Schema, description: string): Shape<unknown> {
  return new Shape(name, { description, ...withNamedParts(schema, name) }, undefined)
}

/** Names each nested object that has properties: the name of its parent, followed by its own. */
function withNamedParts(schema: Schema, name: string): Schema {
  const { properties, oneOf, anyOf, allOf } = schema as {
    properties?: Record<string, Schema | false>
    oneOf?: Schema[]
    anyOf?: Schema[]
    allOf?: Schema[]
  }
  const each = (choices: Schema[] | undefined) => choices?.map((choice) => withNamedParts(choice, name))
  return {
    ...schema,
    ...(properties && {
      properties: Object.fromEntries(
        Object.entries(properties).map(([property, inner]) => [
          property,
          namedPart(inner, `${name}${capitalized(property)}`),
        ]),
      ),
    }),
    ...(oneOf && { oneOf: each(oneOf) }),
    ...(anyOf && { anyOf: each(anyOf) }),
    ...(allOf && { allOf: each(allOf) }),
  }
}

function namedPart(schema: Schema | false, name: string): unknown {
  if (schema === false) return false
  const { type, properties, items } = schema as { type?: string; properties?: Schema; items?: Schema }
  if (type === 'array' && items) return { ...schema, items: namedPart(items, name.replace(/s$/, '')) }
  return type === 'object' && properties
    ? new Shape(name, withNamedParts(schema, name), undefined)
    : withDefaultInWords(schema)
}

/** Moves the default into the description: generators treat a field with a default as always present, and so as required. */
function withDefaultInWords({
  default: fallback,
  ...schema
}: Schema & { default?: string | number | boolean }): Schema {
  if (fallback === undefined) return schema
  const described = schema as { description?: string }
  return {
    ...schema,
    description: [described.description, `Default: \`${String(fallback)}\`.`].filter(Boolean).join(' '),
  }
}

/** Returns `PriceData` for `price_data`. */
function capitalized(name: string): string {
  return name.replace(/(?:^|_)([a-z])/g, (_, letter: string) => letter.toUpperCase())
}

/** Returns the name of an operation's body: `CheckoutCreate` for `createCheckout`. */
export function bodyNameOf(operation: string): string {
  const [, verb = '', noun = ''] = /^([a-z]+)(\w*)$/.exec(operation) ?? []
  return `${noun}${verb.charAt(0).toUpperCase()}${verb.slice(1)}`
}
