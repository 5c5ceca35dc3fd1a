import type { Schema } from '../../common/kit/shape.ts'
import type { OpenApi } from '../openapi/document.ts'

export interface Media {
  schema: Schema
  example?: unknown
}

export function mediaOf(holder: Schema | undefined): Media | undefined {
  return (holder?.content as Record<string, Media> | undefined)?.['application/json']
}

export function pretty(value: unknown): string {
  return JSON.stringify(value, null, 2)
}

interface Parameter {
  name: string
  in: string
  example?: unknown
}

/** What a call cannot do without in its query. */
export function requiredQuery(operation: Schema): Record<string, unknown> {
  const parameters = operation.parameters as (Parameter & { required?: boolean })[]
  const required = parameters.filter((one) => one.in === 'query' && one.required === true)
  return Object.fromEntries(required.map(({ name, example = 'saraa' }) => [name, example]))
}

/** A call as a command that can be copied: with the token filled in, it works. */
export function curlOf(document: OpenApi, path: string, method: string, operation: Schema): string {
  const [server] = document.servers as [{ url: string }]
  const own = (operation.parameters as (Parameter & { $ref?: string })[]).filter((one) => one.in === 'path')
  const filled = own.reduce(
    (all, { name, example }) => all.replace(`{${name}}`, String(example)),
    path.replace('{project_id}', '1'),
  )
  const body = mediaOf(operation.requestBody as Schema | undefined)?.example
  const query = new URLSearchParams(requiredQuery(operation) as Record<string, string>).toString()
  const address = `${server.url}${filled}${query && `?${query}`}`
  const lines = [
    `curl ${method === 'get' ? '' : `-X ${method.toUpperCase()} `}${address}`,
    `-H 'Authorization: Bearer YOUR_TOKEN'`,
    ...(method === 'post' ? [`-H 'Idempotency-Key: ANY_NEW_TEXT'`] : []),
    ...(body === undefined
      ? []
      : [`-H 'Content-Type: application/json'`, `-d '${pretty(body).replaceAll("'", String.raw`'\''`)}'`]),
  ]
  return lines.join(' \\\n  ')
}
