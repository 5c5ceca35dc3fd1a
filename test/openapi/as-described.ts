import { expect } from 'chai'
import type { Response } from 'supertest'
import { openApi } from '../../api/openapi/document.ts'
import { complaintsOf, schemaAt } from './schemas.ts'

const templates = Object.keys(openApi().paths).map((path) => ({
  path,
  shape: new RegExp(`^${path.replace(/\{\w+\}/g, '[^/]+')}$`),
}))

interface Asked {
  method: string
  path: string
}

/**
 * Compares an answer of the API with what `/openapi.json` says of it: an endpoint, a status, a property or
 * a code that is not described fails the test that met it. For supertest's `expect`.
 */
export function asDescribed(response: Response): void {
  const { method, path } = (response as unknown as { req: Asked }).req
  const steps = stepsTo(method, path, response.status)
  const told = `${method} ${path} answered ${response.status}`
  if (!steps) throw new Error(`${told}, which the description does not know: ${response.text}`)
  expect(response.headers, told).to.include.keys('x-request-id')
  const fits = schemaAt(...steps)
  if (!fits(response.body))
    throw new Error(`${told}, not as it is described: ${complaintsOf(fits).join('; ')}`)
}

const ERROR = ['components', 'schemas', 'ApiError']

/** Where in the description the schema of this answer stands; null where none does. */
function stepsTo(method: string, address: string, status: number): string[] | null {
  const known = pathOf(address)
  const operation = known === undefined ? undefined : openApi().paths[known]?.[method.toLowerCase()]
  if (!operation && status >= 400) return ERROR // what is not there is refused in the same words as what is
  if (!operation || known === undefined) return null
  const response = (operation.responses as Record<string, { $ref?: string } | undefined>)[status]
  if (!response) return null
  const own = ['paths', known, method.toLowerCase(), 'responses', String(status)]
  return [...(response.$ref?.split('/').slice(1) ?? own), 'content', 'application/json', 'schema']
}

/** The template of an address, the one with the fewest parameters where several fit. */
function pathOf(address: string): string | undefined {
  const [plain = ''] = address.replace(/^\/api(?=\/v1)/, '').split('?')
  const parameters = (path: string) => path.split('{').length
  return templates
    .filter(({ shape }) => shape.test(plain.replace(/(?<=.)\/$/, '')))
    .map(({ path }) => path)
    .sort((a, b) => parameters(a) - parameters(b))[0]
}
