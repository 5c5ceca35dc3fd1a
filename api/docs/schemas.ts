import type { Schema } from '../../common/kit/shape.ts'
import type { OpenApi } from '../openapi/document.ts'
import { mediaOf } from './examples.ts'

const PLACE = '#/components/schemas/'

/** Returns the schema that a reference points to, or the schema itself. */
export function resolved({ components }: OpenApi, schema: Schema): Schema {
  const { $ref } = schema as { $ref?: string }
  return $ref === undefined ? schema : (components.schemas[$ref.slice(PLACE.length)] ?? schema)
}

/** Replaces all references in a schema by what they point to. Schemas of requests are not recursive. */
export function whole(document: OpenApi, schema: Schema): Schema {
  const inner = (value: unknown): unknown => {
    if (typeof value !== 'object' || value === null) return value
    return Array.isArray(value) ? value.map(inner) : whole(document, value as Schema)
  }
  return Object.fromEntries(
    Object.entries(resolved(document, schema)).map(([keyword, value]) => [keyword, inner(value)]),
  )
}

/** Returns the names of the objects that the reference shows, without request bodies, pages of lists and single event types. */
export function objectNames(document: OpenApi): string[] {
  const { paths, components } = document
  const operations = Object.values(paths).flatMap((methods) => Object.values(methods))
  const bodies = operations.map(({ requestBody }) => mediaOf(requestBody as Schema | undefined)?.schema ?? {})
  const pages = operations.flatMap(({ responses }) =>
    Object.values(responses as Record<string, Schema>).map((response) => mediaOf(response)?.schema.$ref),
  )
  const events = alternativesOf(components.schemas.Event ?? {}).map(({ $ref }) => $ref)
  const hidden = new Set([
    ...bodies.flatMap((body) => namesIn(document, body)),
    ...[...pages, ...events].map(nameOf),
  ])
  return Object.keys(components.schemas).filter((name) => !hidden.has(name) && !name.endsWith('Error'))
}

/** Returns one schema for an object with several forms, with the values of all of them. */
export function merged(document: OpenApi, schema: Schema): Schema {
  const forms = alternativesOf(schema).map(
    (form) => resolved(document, form) as { properties: Record<string, Schema> },
  )
  const [first, ...others] = forms
  if (!first) return schema
  const properties = Object.entries(first.properties).map(([name, property]) => {
    const values = forms.flatMap((form) => (form.properties[name]?.enum as unknown[] | undefined) ?? [])
    return [name, values.length > 0 ? { ...property, enum: Array.from(new Set(values)) } : property] as const
  })
  return { ...first, ...(others.length > 0 && { properties: Object.fromEntries(properties) }) }
}

function alternativesOf({ oneOf = [] }: Schema): Schema[] {
  return oneOf as Schema[]
}

function namesIn(document: OpenApi, value: unknown): string[] {
  if (typeof value !== 'object' || value === null) return []
  const { $ref } = value as { $ref?: string }
  if (typeof $ref === 'string')
    return [nameOf($ref), ...namesIn(document, resolved(document, value as Schema))]
  return Object.values(value).flatMap((inner) => namesIn(document, inner))
}

function nameOf(reference: unknown): string {
  return typeof reference === 'string' ? reference.slice(PLACE.length) : ''
}
