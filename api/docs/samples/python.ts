import type { ExampleFile } from '../examples.ts'
import { literal, type Notation } from './literal.ts'
import type { SampleRequest } from './request.ts'

const NOTATION: Notation = {
  text: (value) => JSON.stringify(value),
  keywords: { true: 'True', false: 'False', null: 'None' },
  list: ['[', ']'],
  map: ['{', ': ', '}'],
  emptyMap: '{}',
}

function fileContent(file: ExampleFile): string {
  return 'name' in file
    ? `open(${NOTATION.text(file.name)}, "rb").read()`
    : `${NOTATION.text(file.text)}.encode()`
}

/** Returns a sample with the package `requests`, which sets the content type of JSON itself, but not of a file. */
export function python({ method, address, query, headers, body, file }: SampleRequest): string {
  const { 'Content-Type': type, ...others } = headers
  const named = file === undefined || type === undefined ? others : { ...others, 'Content-Type': type }
  const lines = [
    NOTATION.text(address.replace(/\?.*/, '')),
    `headers=${literal(NOTATION, named, 1)}`,
    ...(Object.keys(query).length > 0 ? [`params=${literal(NOTATION, query, 1)}`] : []),
    ...(body === undefined ? [] : [`json=${literal(NOTATION, body, 1)}`]),
    ...(file === undefined ? [] : [`data=${fileContent(file)}`]),
  ]
  return `import requests\n\nrequests.${method.toLowerCase()}(\n${lines.map((line) => `    ${line},\n`).join('')})`
}
