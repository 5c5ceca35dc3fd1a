import type { Schema } from '../../common/kit/shape.ts'
import type { OpenApi } from '../openapi/document.ts'
import { curlOf, mediaOf, pretty, requiredQuery } from './examples.ts'

/** The languages that calls are shown in; one choice holds for the whole page. */
export const LANGUAGES = [
  { id: 'curl', name: 'curl' },
  { id: 'node', name: 'Node.js' },
  { id: 'python', name: 'Python' },
] as const

interface Parameter {
  name: string
  in: string
  example?: unknown
}

/** A call in each language: with the token filled in, it works. */
export function samplesOf(document: OpenApi, path: string, method: string, operation: Schema) {
  const texts = {
    curl: curlOf(document, path, method, operation),
    node: nodeOf(operation),
    python: pythonOf(document, path, method, operation),
  }
  return LANGUAGES.map(({ id, name }) => ({ id, title: `Request in ${name}`, text: texts[id] }))
}

/** By the package `tolbor`: what stands in the path, then the body or the query. */
function nodeOf(operation: Schema): string {
  const { inPath, query, body } = inputOf(operation)
  const input = body ?? (Object.keys(query).length > 0 ? query : undefined)
  const args = [...Object.values(inPath), ...(input === undefined ? [] : [input])]
  return `await tolbor.${operation.operationId as string}(${args.map(javaScript).join(', ')})`
}

function pythonOf(document: OpenApi, path: string, method: string, operation: Schema): string {
  const [server] = document.servers as [{ url: string }]
  const { inPath, query, body } = inputOf(operation)
  const filled = Object.entries(inPath).reduce(
    (all, [name, example]) => all.replace(`{${name}}`, encodeURIComponent(String(example))),
    path.replace('{project_id}', '1'),
  )
  const headers = {
    Authorization: 'Bearer YOUR_TOKEN',
    ...(method === 'post' && { 'Idempotency-Key': 'ANY_NEW_TEXT' }),
  }
  const lines = [
    `"${server.url}${filled}"`,
    `headers=${python(headers, 1)}`,
    ...(Object.keys(query).length > 0 ? [`params=${python(query, 1)}`] : []),
    ...(body === undefined ? [] : [`json=${python(body, 1)}`]),
  ]
  return `import requests\n\nrequests.${method}(\n${lines.map((line) => `    ${line},\n`).join('')})`
}

/** What a call is given: the parts of its path, the query that it cannot do without, its body. */
function inputOf(operation: Schema) {
  const inPath = (operation.parameters as Parameter[]).filter((one) => one.in === 'path')
  return {
    inPath: Object.fromEntries(inPath.map(({ name, example }) => [name, example])),
    query: requiredQuery(operation),
    body: mediaOf(operation.requestBody as Schema | undefined)?.example,
  }
}

/** As it is written by hand: names without quotes where they need none. */
function javaScript(value: unknown): string {
  return pretty(value).replace(/^( *)"([A-Za-z_]\w*)":/gm, '$1$2:')
}

function python(value: unknown, depth: number): string {
  const inner = '    '.repeat(depth + 1)
  const outer = '    '.repeat(depth)
  if (value === true) return 'True'
  if (value === false) return 'False'
  if (value === null) return 'None'
  if (typeof value !== 'object') return JSON.stringify(value)
  const isList = Array.isArray(value)
  const parts = isList
    ? value.map((one) => python(one, depth + 1))
    : Object.entries(value).map(([name, one]) => `"${name}": ${python(one, depth + 1)}`)
  const [open, close] = isList ? '[]' : '{}'
  return parts.length === 0
    ? `${open}${close}`
    : `${open}\n${parts.map((part) => `${inner}${part},\n`).join('')}${outer}${close}`
}
