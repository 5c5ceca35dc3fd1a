import { Ajv2020, type ValidateFunction } from 'ajv/dist/2020.js'
import formats from 'ajv-formats'
import { openApi } from '../../api/openapi/document.ts'

const DOCUMENT = 'openapi.json'

const ajv = new Ajv2020({ strict: false, allErrors: true, validateSchema: false })
// @ts-expect-error -- the types of the package declare an object, but it exports a function
const addFormats: (to: Ajv2020) => unknown = formats
addFormats(ajv)

let isLoaded = false
const known = new Map<string, ValidateFunction>()

/** Returns a validator of the schema at these steps of the document. It is compiled once. */
export function schemaAt(...steps: string[]): ValidateFunction {
  if (!isLoaded) ajv.addSchema(openApi(), DOCUMENT)
  isLoaded = true
  const pointer = steps
    .map((step) => encodeURIComponent(step.replaceAll('~', '~0').replaceAll('/', '~1')))
    .join('/')
  const reference = `${DOCUMENT}#/${pointer}`
  const compiled = known.get(reference) ?? ajv.compile({ $ref: reference })
  known.set(reference, compiled)
  return compiled
}

/** Returns why the last value did not match, one line for each reason. */
export function mismatchesOf({ errors }: ValidateFunction): string[] {
  return (errors ?? []).map(
    ({ instancePath, message = '', params }) => `${instancePath || '/'} ${message} ${JSON.stringify(params)}`,
  )
}
