import { pretty } from '../examples.ts'
import type { SampleRequest } from './request.ts'

/** Returns a sample with the package `tolbor`: the path parameters, then the body or the query. */
export function node({ operationId, inPath, query, body, file }: SampleRequest): string {
  const text = file && 'text' in file ? file.text : undefined
  const input = body ?? text ?? (Object.keys(query).length > 0 ? query : undefined)
  const args = [...inPath, ...(input === undefined ? [] : [input])].map(literal)
  if (!file || 'text' in file) return `await tolbor.${operationId}(${args.join(', ')})`
  return [
    "const { openAsBlob } = await import('node:fs')",
    `await tolbor.${operationId}(${[...args, `await openAsBlob('${file.name}')`].join(', ')})`,
  ].join('\n')
}

/** Writes a value as people do: names without quotes if they need none. */
function literal(value: unknown): string {
  return pretty(value).replace(/^( *)"([A-Za-z_]\w*)":/gm, '$1$2:')
}
