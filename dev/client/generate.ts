import openapiTS, { astToString, type OpenAPI3 } from 'openapi-typescript'
import { format } from 'prettier'
import { openApi } from '../../api/openapi/document.ts'
import { methodsOf } from './methods.ts'

const NOTICE = '// Written by `npm run client` from the description of the API. Do not edit.\n\n'
const STYLE = { parser: 'typescript', semi: false, singleQuote: true, printWidth: 110 } as const

/** What the client package has of the description: the text of each file of clients/node/src/generated. */
export async function generatedFiles(): Promise<Record<string, string>> {
  const document = neededOf(openApi())
  return {
    'api.ts': NOTICE + halfAsDeep(astToString(await openapiTS(document))),
    'methods.ts': await format(NOTICE + methodsOf(document), STYLE),
  }
}

/** Prettier would take five seconds for so much. */
function halfAsDeep(text: string): string {
  return text.replace(/^( {4})+/gm, (indent) => ' '.repeat(indent.length / 2))
}

/**
 * The description without what no type says: examples, headers, and the refusals of each operation, which are
 * errors of one class. It is a third of the whole, and changes only where types do.
 */
function neededOf({ openapi, info, paths, components }: ReturnType<typeof openApi>): OpenAPI3 {
  const { parameters, schemas } = components
  const text = JSON.stringify(
    { openapi, info, paths, components: { parameters, schemas } },
    (key, value: unknown) => {
      if (['example', 'examples', 'headers'].includes(key) && !isSchema(value)) return undefined
      if (key === 'responses')
        return Object.fromEntries(Object.entries(value as object).filter(([status]) => status < '3'))
      return value
    },
  )
  return JSON.parse(text) as OpenAPI3
}

/** A field of an object may be called `headers`. */
function isSchema(value: unknown): boolean {
  return (
    typeof value === 'object' &&
    value !== null &&
    ('type' in value || '$ref' in value) &&
    'description' in value
  )
}
