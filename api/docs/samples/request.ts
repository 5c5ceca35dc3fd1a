import type { Schema } from '../../../common/kit/shape.ts'
import type { OpenApi } from '../../openapi/document.ts'
import { type ExampleFile, fileOf, mediaOf } from '../examples.ts'

/** The request that a sample sends, independent of the language. */
export interface SampleRequest {
  operationId: string
  method: string
  /** Includes the query if the call requires one. */
  address: string
  /** The path parameters after the project, in order. */
  inPath: unknown[]
  query: Record<string, unknown>
  headers: Record<string, string>
  body: unknown
  /** A file that is sent instead of a JSON body. */
  file: ExampleFile | undefined
}

interface Parameter {
  name: string
  in: string
  required?: boolean
  example?: unknown
}

export function requestOf(document: OpenApi, path: string, method: string, operation: Schema): SampleRequest {
  const [server] = document.servers as [{ url: string }]
  const parameters = operation.parameters as Parameter[]
  const inPath = parameters.filter((one) => one.in === 'path')
  const asked = parameters.filter((one) => one.in === 'query' && one.required)
  const query = Object.fromEntries(asked.map(({ name, example = 'saraa' }) => [name, example]))
  const filled = inPath.reduce(
    (all, { name, example }) => all.replace(`{${name}}`, encodeURIComponent(String(example))),
    path.replace('{project_id}', '1'),
  )
  const search = new URLSearchParams(query as Record<string, string>).toString()
  const body = mediaOf(operation.requestBody as Schema | undefined)?.example
  const file = fileOf(operation.requestBody as Schema | undefined)
  return {
    operationId: operation.operationId as string,
    method: method.toUpperCase(),
    address: `${server.url}${filled}${search && `?${search}`}`,
    inPath: inPath.map(({ example }) => example),
    query,
    headers: {
      Authorization: 'Bearer YOUR_TOKEN',
      ...(method === 'post' && { 'Idempotency-Key': 'ANY_NEW_TEXT' }),
      ...(body !== undefined && { 'Content-Type': 'application/json' }),
      ...(file && { 'Content-Type': file.type }),
    },
    body,
    file: file?.file,
  }
}
