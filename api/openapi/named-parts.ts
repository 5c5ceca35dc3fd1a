import { type Schema, Shape } from '../../common/kit/shape.ts'

/** The schema of a request's body under its name, and so the objects within it: `CheckoutCreateItem`. */
export function namedBody(name: string, schema: Schema, description: string): Shape<unknown> {
  return new Shape(name, { description, ...withNamedParts(schema, name) }, undefined)
}

/** The same with each object that has properties of its own under a name: that of what it lies in, and its own. */
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
    : inWords(schema)
}

/** With its default in words: generators take a field that has one for one that is always there, and want it given. */
function inWords({ default: fallback, ...schema }: Schema & { default?: string | number | boolean }): Schema {
  if (fallback === undefined) return schema
  const described = schema as { description?: string }
  return {
    ...schema,
    description: [described.description, `Default: \`${String(fallback)}\`.`].filter(Boolean).join(' '),
  }
}

/** `price_data` as `PriceData`. */
function capitalized(name: string): string {
  return name.replace(/(?:^|_)([a-z])/g, (_, letter: string) => letter.toUpperCase())
}

/** What the body of an operation is called: `createCheckout` takes a `CheckoutCreate`. */
export function bodyNameOf(operation: string): string {
  const [, verb = '', noun = ''] = /^([a-z]+)(\w*)$/.exec(operation) ?? []
  return `${noun}${verb.charAt(0).toUpperCase()}${verb.slice(1)}`
}
