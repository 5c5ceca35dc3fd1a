import type { ObjectSchema } from 'joi'
import { exactly, object, type Schema, Shape } from '../../common/kit/shape.ts'
import { flag, wholeNumber } from '../../common/kit/values.ts'
import { methods } from '../../common/methods/all.ts'
import type { Endpoint, FileBody } from '../endpoint.ts'
import { exampleOf, jsonSchemaOf } from './from-joi.ts'
import { headers } from './headers.ts'
import { bodyNameOf, namedBody } from './named-parts.ts'
import { refusalResponse, refusalsOf } from './refusals.ts'
import type { Reply } from './reply.ts'
import { tagOf } from './tags.ts'

const PROJECT = '/v1/projects/{project_id}'

/** Returns the paths of an endpoint, such as `/v1/projects/{project_id}/checkouts/{checkout_id}`, with an operation for each. */
export function operationsOf(endpoint: Endpoint): [path: string, operation: Schema][] {
  const { path, nameByToken } = endpoint
  const below = (base: string) => `${base}${path === '/' ? '' : path}`.replace(/:(\w+)/g, '{$1}')
  return [
    [below(PROJECT), operationOf(endpoint, endpoint.name, [PROJECT_ID])],
    ...(nameByToken === undefined
      ? []
      : ([[below('/v1'), operationOf(endpoint, nameByToken, [])]] satisfies [string, Schema][])),
  ]
}

const PROJECT_ID = { $ref: '#/components/parameters/ProjectId' }

/** Returns an endpoint as an OpenAPI operation. Shapes are inline; the document replaces them by references. */
function operationOf(endpoint: Endpoint, name: string, scope: Schema[]): Schema {
  const { method, summary, description, body, file, answers } = endpoint
  const byToken = scope.length === 0
  const details = [description ?? [], byToken ? 'The token selects the project.' : []].flat().join(' ')
  return {
    operationId: name,
    summary: byToken ? `${summary}, without the project in the path` : summary,
    ...(details !== '' && { description: details }),
    tags: [tagOf(endpoint.path)],
    parameters: [...scope, ...parametersOf(endpoint)],
    ...(file && { requestBody: fileBody(file) }),
    ...(body && {
      requestBody: {
        required: body.validate({}).error !== undefined,
        content: { 'application/json': { schema: bodyOf(endpoint, body), example: exampleOf(body) } },
      },
    }),
    responses: {
      ...Object.fromEntries(
        Object.entries(answers).map(([status, reply]) => [
          status,
          successOf(status, reply, method === 'post'),
        ]),
      ),
      ...Object.fromEntries(
        Array.from(refusalsOf(endpoint), ([status, codes]) => [
          String(status),
          refusalResponse(status, codes, endpoint.paths),
        ]),
      ),
    },
  }
}

/** Returns the schema of a body. It has the same name for each path of the endpoint. */
function bodyOf({ method, path, name }: Endpoint, body: ObjectSchema): Shape<unknown> {
  const { examples: _, ...schema } = jsonSchemaOf(body)
  return namedBody(
    bodyNameOf(name),
    schema,
    `The body of ${method.toUpperCase()} ${path === '/' ? 'for the project' : path.replace(/:(\w+)/g, '{$1}')}.`,
  )
}

function fileBody({ description, types: [first, ...others], example }: FileBody): Schema {
  const media = { schema: { type: 'string', description: 'The file.' } }
  return {
    description,
    required: true,
    content: {
      [first]: { ...media, ...(example !== undefined && { example }) },
      ...Object.fromEntries(others.map((type) => [type, media])),
    },
  }
}

function parametersOf({ method, path, query }: Endpoint): Schema[] {
  const params = Array.from(path.matchAll(/:(\w+)/g), ([, name = '']) => pathParameter(name))
  return [
    ...params,
    ...(query ? queryParameters(jsonSchemaOf(query)) : []),
    ...(method === 'post' ? [{ $ref: '#/components/parameters/IdempotencyKey' }] : []),
    { $ref: '#/components/parameters/RequestId' },
  ]
}

function pathParameter(name: string): Schema {
  if (name === 'payment_method') {
    const names = methods.map((method) => method.name)
    const schema = { type: 'string', enum: names }
    return {
      name,
      in: 'path',
      required: true,
      description: 'The payment method.',
      schema,
      example: names.at(-1),
    }
  }
  const isId = name.endsWith('_id') && name !== 'client_reference_id'
  const schema = isId
    ? { type: 'integer', minimum: 1, maximum: 999_999_999_999_999 }
    : { type: 'string', minLength: 1, maxLength: 191 }
  const what = name.replace(/_id$/, '').replaceAll('_', ' ')
  const description = isId ? `The id of the ${what}.` : 'Your own reference, percent-encoded.'
  return { name, in: 'path', required: true, description, schema, example: isId ? 42 : 'user-7' }
}

function queryParameters({ properties, required = [] }: Schema): Schema[] {
  return Object.entries(properties as Record<string, Schema>).map(([name, { description, ...schema }]) => ({
    name,
    in: 'query',
    description,
    ...((required as string[]).includes(name) && { required: true }),
    ...(schema.type === 'array' && { style: 'form', explode: false }), // separated by commas
    schema,
  }))
}

const PAGE = {
  current_page: wholeNumber('The number of this page, from 1.', 1, { minimum: 1 }),
  last_page: wholeNumber('The last page.', 1, { minimum: 1 }),
  per_page: wholeNumber('The number of objects on a page.', 25, { minimum: 1, maximum: 100 }),
  total: wholeNumber('The number of objects in the list. Above 10 000 it may be a minute old.', 1),
}

const CURSOR = { has_more: flag('Whether more objects follow.', false) }

function successOf(status: string, reply: Reply, isPost: boolean): Schema {
  return {
    description: status === '201' ? 'Created.' : 'Done.',
    headers: headers(
      'X-Request-Id',
      'RateLimit',
      'RateLimit-Policy',
      ...(isPost ? (['Idempotent-Replayed'] as const) : []),
      ...(reply.holds === 'page' ? (['Link'] as const) : []),
    ),
    content: { 'application/json': mediaOf(reply) },
  }
}

function mediaOf({ shape, holds, meta, example = shape.example }: Reply): Schema {
  const list = { type: 'array', items: shape }
  switch (holds) {
    case 'one':
      return { schema: exactly({ data: shape }), example: { data: example } }
    case 'all':
      return { schema: exactly({ data: list }), example: { data: [example] } }
    case 'page': {
      const page = object({ ...PAGE, ...meta }, 'For `page`.')
      const cursor = object({ ...CURSOR, ...meta }, 'For `after` and `before`, without a total.')
      const schema = exactly(
        { data: { ...list, maxItems: 100 }, meta: { oneOf: [page.schema, cursor.schema] } },
        'A page of a list.',
      )
      return {
        schema: new Shape(`${shape.name}Page`, schema, undefined),
        example: { data: [example], meta: page.example },
      }
    }
  }
}
