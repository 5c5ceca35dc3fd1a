import { event } from '../../common/domain/events/object.ts'
import { type Schema, Shape } from '../../common/kit/shape.ts'
import { config } from '../../common/runtime/config.ts'
import type { Endpoint } from '../endpoint.ts'
import { endpoints } from '../v1/router.ts'
import { ABOUT } from './about.ts'
import { anyEvent } from './events.ts'
import { requestHeaders, responseHeaders } from './headers.ts'
import { operationsOf } from './operation.ts'
import { sharedResponses } from './refusals.ts'
import { tagOf, tags } from './tags.ts'
import { webhooks } from './webhooks.ts'

export interface OpenApi {
  readonly openapi: string
  readonly paths: Readonly<Record<string, Readonly<Record<string, Schema>>>>
  readonly webhooks: Readonly<Record<string, { readonly post: Schema }>>
  readonly components: {
    readonly schemas: Readonly<Record<string, Schema>>
    readonly responses: Readonly<Record<string, Schema>>
    readonly [kind: string]: unknown
  }
  readonly [keyword: string]: unknown
}

let built: OpenApi | undefined

/** Returns the OpenAPI 3.1 document of the API, built from the endpoints and their validation schemas. */
export function openApi(): OpenApi {
  return (built ??= build(endpoints))
}

function build(table: readonly Endpoint[]): OpenApi {
  const { baseUrl, webhookSignatureHeader } = config()
  const schemas: Record<string, Schema> = {}
  const used = new Set(table.map(({ path }) => tagOf(path)))
  const { responses, ...named } = nameShapes(
    { paths: pathsOf(table), webhooks: webhooks(webhookSignatureHeader), responses: sharedResponses() },
    schemas,
  ) as Pick<OpenApi, 'paths' | 'webhooks'> & Pick<OpenApi['components'], 'responses'>
  return {
    openapi: '3.1.1',
    info: ABOUT,
    servers: [{ url: baseUrl }],
    security: [{ token: [] }],
    tags: [
      ...Object.values(tags).filter(({ name }) => used.has(name)),
      { name: 'Webhooks', description: 'The events that are sent to your webhook endpoints.' },
    ],
    ...named,
    components: {
      securitySchemes: {
        token: {
          type: 'http',
          scheme: 'bearer',
          description: 'A token of your project: `sk_test_…` or `sk_live_…`. It selects test or live mode.',
        },
      },
      parameters: { ProjectId: PROJECT_ID, ...requestHeaders },
      headers: responseHeaders,
      responses,
      schemas: Object.fromEntries(Object.entries(schemas).sort(([a], [b]) => (a < b ? -1 : 1))),
    },
  }
}

const PROJECT_ID = {
  name: 'project_id',
  in: 'path',
  required: true,
  description: 'The project that the token belongs to.',
  schema: { type: 'integer', minimum: 1, maximum: 999_999_999_999_999 },
  example: 1,
}

function pathsOf(table: readonly Endpoint[]): Record<string, Record<string, Schema>> {
  const paths: Record<string, Record<string, Schema>> = {}
  for (const endpoint of table)
    for (const [path, operation] of operationsOf(endpoint)) (paths[path] ??= {})[endpoint.method] = operation
  return paths
}

/** Replaces every shape by a reference, and stores its schema under its name in `schemas`. */
function nameShapes(value: unknown, schemas: Record<string, Schema>): unknown {
  if (value instanceof Shape) {
    if (!(value.name in schemas)) {
      schemas[value.name] = {} // a shape may contain itself
      schemas[value.name] = nameShapes(value === event ? anyEvent : value.schema, schemas) as Schema
    }
    return { $ref: `#/components/schemas/${value.name}` }
  }
  if (typeof value !== 'object' || value === null) return value
  if (Array.isArray(value)) return value.map((element: unknown) => nameShapes(element, schemas))
  return Object.fromEntries(Object.entries(value).map(([key, inner]) => [key, nameShapes(inner, schemas)]))
}
