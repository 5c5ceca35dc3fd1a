import { pretty } from '../examples.ts'
import type { SampleRequest } from './request.ts'

/** Returns a sample with the standard library: lines of a function that returns an error. */
export function go({ method, address, headers, body, file }: SampleRequest): string {
  const text = body === undefined ? file : pretty(body)
  const payload = text === undefined ? 'nil' : `strings.NewReader(\`${text}\`)`
  return [
    `request, err := http.NewRequest("${method}", "${address}", ${payload})`,
    'if err != nil {\n\treturn err\n}',
    ...Object.entries(headers).map(([name, value]) => `request.Header.Set("${name}", "${value}")`),
    'response, err := http.DefaultClient.Do(request)',
    'if err != nil {\n\treturn err\n}',
    'defer response.Body.Close()',
  ].join('\n')
}
