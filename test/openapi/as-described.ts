import { expect } from 'chai'
import type { Response } from 'supertest'
import { openApi } from '../../api/openapi/document.ts'
import { mismatchesOf, schemaAt } from './schemas.ts'

const templates = Object.keys(openApi().paths).map((path) => ({
  path,
  shape: new RegExp(`^${path.replace(/\{\w+\}/g, '[^/]+')}$`),
}))

interface SentRequest {
  method: string
  path: string
}

/**
 * Compares an answer of the API with `/openapi.json`. An unknown endpoint, status, property or code fails the test. For
 * supertest's `expect`.
 */
export function asDescribed(response: Response): void {
  const { method, path } = (response as unknown as { req: SentRequest }).req
  const steps = stepsTo(method, path, response.status)
  const answer = `${method} ${path} answered ${response.status}`
  if (!steps) throw new Error(`${answer}, which the description does not know: ${response.text}`)
  expect(response.headers, answer).to.include.keys('x-request-id')
  const fits = schemaAt(...steps)
  if (!fits(response.body))
    throw new Error(`${answer}, not as it is described: ${mismatchesOf(fits).join('; ')}`)
}

const ERROR = ['components', 'schemas', 'ApiError']

/** Returns the path to the schema of this answer in the description, or null. */
function stepsTo(method: string, address: string, status: number): string[] | null {
  const known = pathOf(address)
  const operation = known === undefined ? undefined : openApi().paths[known]?.[method.toLowerCase()]
  if (!operation && status >= 400) return ERROR // unknown paths have the same errors as known ones
  if (!operation || known === undefined) return null
  const response = (operation.responses as Record<string, { $ref?: string } | undefined>)[status]
  if (!response) return null
  const own = ['paths', known, method.toLowerCase(), 'responses', String(status)]
  return [...(response.$ref?.split('/').slice(1) ?? own), 'content', 'application/json', 'schema']
}

/** Returns the template of an address. If several match, it is the one with the fewest parameters. */
function pathOf(address: string): string | undefined {
  const [plain = ''] = address.replace(/^\/api(?=\/v1)/, '').split('?')
  const parameters = (path: string) => path.split('{').length
  return templates
    .filter(({ shape }) => shape.test(plain.replace(/(?<=.)\/$/, '')))
    .map(({ path }) => path)
    .sort((a, b) => parameters(a) - parameters(b))[0]
}
