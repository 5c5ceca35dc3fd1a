import { pretty } from '../examples.ts'
import type { SampleRequest } from './request.ts'

/** Returns a sample with the package `tolbor`: the path parameters, then the body or the query. */
export function node({ operationId, inPath, query, body, file }: SampleRequest): string {
  const input = body ?? file ?? (Object.keys(query).length > 0 ? query : undefined)
  const args = [...inPath, ...(input === undefined ? [] : [input])]
  return `await tolbor.${operationId}(${args.map(literal).join(', ')})`
}

/** Writes a value as people do: names without quotes if they need none. */
function literal(value: unknown): string {
  return pretty(value).replace(/^( *)"([A-Za-z_]\w*)":/gm, '$1$2:')
}
