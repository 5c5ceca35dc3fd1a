import { pretty } from '../examples.ts'
import type { SampleRequest } from './request.ts'

/** Returns a sample with the standard library: lines of a function that returns an error. */
export function go({ method, address, headers, body, file }: SampleRequest): string {
  const text = body === undefined ? file && 'text' in file && file.text : pretty(body)
  const isRead = file !== undefined && 'name' in file
  const payload = isRead ? 'file' : text ? `strings.NewReader(\`${text}\`)` : 'nil'
  return [
    ...(isRead ? [`file, err := os.Open("${file.name}")`, 'if err != nil {\n\treturn err\n}'] : []),
    `request, err := http.NewRequest("${method}", "${address}", ${payload})`,
    'if err != nil {\n\treturn err\n}',
    ...Object.entries(headers).map(([name, value]) => `request.Header.Set("${name}", "${value}")`),
    'response, err := http.DefaultClient.Do(request)',
    'if err != nil {\n\treturn err\n}',
    'defer response.Body.Close()',
  ].join('\n')
}
