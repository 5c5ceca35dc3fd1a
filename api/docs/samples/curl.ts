import { pretty } from '../examples.ts'
import type { SampleRequest } from './request.ts'

export function curl({ method, address, headers, body, file }: SampleRequest): string {
  const lines = [
    `curl ${method === 'GET' ? '' : `-X ${method} `}${/[?&]/.test(address) ? `'${address}'` : address}`,
    ...Object.entries(headers).map(([name, value]) => `-H '${name}: ${value}'`),
    ...(body === undefined ? [] : [`-d ${quoted(pretty(body))}`]),
    ...(file === undefined ? [] : [`--data-binary ${'name' in file ? `@${file.name}` : quoted(file.text)}`]),
  ]
  return lines.join(' \\\n  ')
}

function quoted(text: string): string {
  return `'${text.replaceAll("'", String.raw`'\''`)}'`
}
