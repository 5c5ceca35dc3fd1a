import { Ajv2020, type ValidateFunction } from 'ajv/dist/2020.js'
import formats from 'ajv-formats'
import { openApi } from '../../api/openapi/document.ts'

const DOCUMENT = 'openapi.json'

const ajv = new Ajv2020({ strict: false, allErrors: true, validateSchema: false })
// @ts-expect-error -- the package says that it exports an object, and exports the function itself
const addFormats: (to: Ajv2020) => unknown = formats
addFormats(ajv)

let isLoaded = false
const known = new Map<string, ValidateFunction>()

/** A validator of the schema at these steps of the document; compiled once. */
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

/** Why the last value did not fit, a line for each. */
export function complaintsOf({ errors }: ValidateFunction): string[] {
  return (errors ?? []).map(
    ({ instancePath, message = '', params }) => `${instancePath || '/'} ${message} ${JSON.stringify(params)}`,
  )
}
