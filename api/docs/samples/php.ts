import type { ExampleFile } from '../examples.ts'
import { literal, type Notation } from './literal.ts'
import type { SampleRequest } from './request.ts'

const NOTATION: Notation = {
  text: (value) => `'${value.replaceAll('\\', '\\\\').replaceAll("'", String.raw`\'`)}'`,
  keywords: { true: 'true', false: 'false', null: 'null' },
  list: ['[', ']'],
  map: ['[', ' => ', ']'],
  emptyMap: 'new stdClass()', // an empty array would be sent as a list
}

function fileContent(file: ExampleFile): string {
  return 'name' in file ? `file_get_contents(${NOTATION.text(file.name)})` : NOTATION.text(file.text)
}

/** Returns a sample with functions of core PHP, without extensions. */
export function php({ method, address, headers, body, file }: SampleRequest): string {
  const lines = [
    `'method' => '${method}'`,
    `'header' => ${literal(
      NOTATION,
      Object.entries(headers).map(([name, value]) => `${name}: ${value}`),
      1,
    )}`,
    ...(body === undefined ? [] : [`'content' => json_encode(${literal(NOTATION, body, 1)})`]),
    ...(file === undefined ? [] : [`'content' => ${fileContent(file)}`]),
    "'ignore_errors' => true", // otherwise the body of an error is lost
  ]
  return `$request = ['http' => [
${lines.map((line) => `    ${line},\n`).join('')}]];
$answer = file_get_contents(
    ${NOTATION.text(address)},
    false,
    stream_context_create($request),
);
print_r(json_decode($answer, true));`
}
