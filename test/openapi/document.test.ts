import { execFile } from 'node:child_process'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { Ajv2020 } from 'ajv/dist/2020.js'
import { expect } from 'chai'
import request from 'supertest'
import { openApi } from '../../api/openapi/document.ts'
import { codes, sampleSentence } from '../../api/openapi/errors.ts'
import { exampleOf } from '../../api/openapi/from-joi.ts'
import { operationsOf } from '../../api/openapi/operation.ts'
import { endpoints } from '../../api/v1/router.ts'
import { validate } from '../../api/valid.ts'
import { eventTypes } from '../../common/domain/events/types.ts'
import { refusals } from '../../common/kit/refusal.ts'
import { app } from '../support/ask.ts'
import { mismatchesOf, schemaAt } from './schemas.ts'

// oxlint-disable-next-line typescript/no-explicit-any -- a JSON document is read as one
type Json = Record<string, any>

const document = openApi() as Json
const operations = Object.entries(document.paths as Record<string, Json>).flatMap(([path, methods]) =>
  Object.entries(methods as Record<string, Json>).map(([method, operation]) => ({ path, method, operation })),
)

const hasClocks = endpoints.some(({ path }) => path.startsWith('/test-clocks'))

describe('the description of the API', () => {
  it('is served to every origin, compressed', async () => {
    const { status, body, headers } = await request(app).get('/openapi.json').set('Accept-Encoding', 'br')
    expect(status).to.equal(200)
    expect(headers).to.include({ 'content-encoding': 'br', 'access-control-allow-origin': '*' })
    expect(body).to.deep.equal(JSON.parse(JSON.stringify(document)))
  })

  it('has exactly the endpoints of the router', () => {
    expect(operations.map(({ path, method }) => `${method} ${path}`)).to.have.members(
      endpoints.flatMap((endpoint) => operationsOf(endpoint).map(([path]) => `${endpoint.method} ${path}`)),
    )
  })

  it('has the address for portal links without a project', () => {
    const { post } = document.paths['/v1/billing-portal/sessions'] as Json
    expect(JSON.stringify(post)).not.to.include('ProjectId')
    expect(post.requestBody).to.deep.equal(
      document.paths['/v1/projects/{project_id}/billing-portal/sessions'].post.requestBody,
    )
  })

  it('has a unique name for each operation', () => {
    const names = operations.map(({ operation }) => operation.operationId)
    expect(new Set(names).size).to.equal(names.length)
  })

  it('has every error code, with its status', () => {
    const described = new Set(
      operations.flatMap(({ operation }) =>
        Object.values(operation.responses as Json).flatMap((response: Json) =>
          Object.keys((resolve(response).content['application/json'] as Json).examples ?? {}),
        ),
      ),
    )
    const missing = Object.keys(refusals).filter((code) => !described.has(code))
    // No operation returns 405: other methods of its path do.
    const elsewhere = [
      'method_not_allowed',
      ...(hasClocks ? [] : ['test_clock_busy', 'test_clock_backwards']),
    ]
    expect(missing).to.have.members(elsewhere)
  })

  it('has a complete sentence for every error code', () => {
    for (const code of codes)
      expect(sampleSentence(code), code)
        .to.match(/^\S.*\.$/)
        .and.not.include('undefined')
  })

  it('lists every error under a field of the request, or of the object if there is no body', () => {
    const misplaced = operations.flatMap(({ operation }) => {
      const { properties = {} } =
        operation.requestBody === undefined ? answeredBy(operation) : schemaOf(operation.requestBody as Json)
      const { examples = {} } = operation.responses['422']?.content['application/json'] ?? {}
      return Object.entries(examples as Json)
        .filter(([code]) => !['validation_failed', 'idempotency_key_reused'].includes(code))
        .flatMap(([code, { value }]) => Object.keys(value.errors as Json).map((path) => ({ code, path })))
        .filter(({ path }) => !((path.split('.')[0] ?? '') in properties))
        .map(({ code, path }) => `${operation.operationId}: ${code} at ${path}`)
    })
    expect(misplaced).to.deep.equal([])
  })

  it('has every type of event', () => {
    expect(Object.keys(document.webhooks as Json)).to.deep.equal([...eventTypes])
  })

  it('describes every parameter and property', () => {
    const bare = operations.flatMap(({ operation }) => [
      ...(operation.parameters as Json[])
        .filter((parameter) => !parameter.$ref && !parameter.description)
        .map((parameter) => `${operation.operationId}: ${parameter.name}`),
    ])
    const objects = Object.entries(document.components.schemas as Json).filter(
      ([name]) => !name.endsWith('Page'),
    )
    expect([...bare, ...objects.flatMap(([name, schema]) => undescribed(schema, name))]).to.deep.equal([])
  })

  it('has only known keywords', () => {
    const ajv = new Ajv2020({ strict: true, strictTypes: false, strictRequired: false })
    ajv.addFormat('date-time', true).addFormat('email', true).addKeyword('discriminator')
    for (const schema of Object.values(document.components.schemas as Json)) {
      const alone = JSON.parse(JSON.stringify(schema).replace(/\{"\$ref":"[^"]*"\}/g, '{}')) as Json
      expect(() => ajv.compile(alone)).to.not.throw()
    }
  })

  it('has examples that match their schemas', () => {
    const wrong: string[] = []
    const check = (value: unknown, ...steps: string[]) => {
      const validate = schemaAt(...steps)
      if (!validate(value)) wrong.push(`${steps.join(' ')}: ${mismatchesOf(validate).join('; ')}`)
    }
    const media = (holder: Json, ...steps: string[]) => {
      // A file has its first content type, other bodies have JSON only.
      const [type = ''] = Object.keys(holder.content as Json)
      if (type.startsWith('image/')) return // not text, so the document cannot contain one
      const { example, examples = {} } = holder.content[type] as Json
      const values = [
        ...(example === undefined ? [] : [example]),
        ...Object.values(examples as Json).map(({ value }) => value),
      ]
      expect(values, steps.join(' ')).to.not.be.empty
      for (const value of values) check(value, ...steps, 'content', type, 'schema')
    }
    for (const { path, method, operation } of operations) {
      if (operation.requestBody) media(operation.requestBody as Json, 'paths', path, method, 'requestBody')
      for (const [status, response] of Object.entries(operation.responses as Json))
        if (!response.$ref) media(response as Json, 'paths', path, method, 'responses', status)
    }
    for (const [name, response] of Object.entries(document.components.responses as Json))
      media(response as Json, 'components', 'responses', name)
    for (const [type, { post }] of Object.entries(document.webhooks as Json))
      media(post.requestBody as Json, 'webhooks', type, 'post', 'requestBody')
    expect(wrong).to.deep.equal([])
  })

  for (const { method, path, body } of endpoints) {
    if (!body) continue
    it(`has an example for ${method.toUpperCase()} ${path} that the endpoint accepts`, () => {
      const { problems } = validate(body, exampleOf(body), { keepNull: method === 'patch', isTest: true })
      expect(() => problems.refuse()).to.not.throw()
    })
  }

  it('passes the linter without a warning', async () => {
    const folder = mkdtempSync(join(tmpdir(), 'openapi-'))
    const file = join(folder, 'openapi.json')
    writeFileSync(file, JSON.stringify(document))
    const args = ['lint', file, '--config', 'redocly.yaml', '--format', 'json']
    const env = { ...process.env, REDOCLY_TELEMETRY: 'off', REDOCLY_SUPPRESS_UPDATE_NOTICE: 'true' }
    try {
      const stdout = await new Promise<string>((done) => {
        execFile('node_modules/.bin/redocly', args, { env }, (_error, out) => done(out))
      })
      const { problems } = JSON.parse(stdout.slice(stdout.indexOf('{'))) as Json
      const found = (problems as Json[]).map(({ message, location }) => `${location[0].pointer} ${message}`)
      expect(found).to.deep.equal([])
    } finally {
      rmSync(folder, { recursive: true })
    }
  })
})

/** Returns the named schema of a body. */
function schemaOf(body: Json | undefined): Json {
  const name = (body?.content['application/json']?.schema.$ref as string | undefined)?.split('/').at(-1)
  return name === undefined ? {} : (document.components.schemas[name] as Json)
}

/** Returns the schema of the object that an operation returns. */
function answeredBy({ operationId }: Json): Json {
  const { answers } = endpoints.find(({ name, nameByToken }) =>
    [name, nameByToken].includes(operationId as string),
  )!
  return Object.values(answers)[0]!.shape.schema
}

/** Returns the response behind a reference, or the response itself. */
function resolve(response: Json): Json {
  const name = (response.$ref as string | undefined)?.split('/').at(-1)
  return name === undefined ? response : (document.components.responses[name] as Json)
}

function undescribed(schema: Json | undefined, within: string): string[] {
  return Object.entries((schema?.properties ?? {}) as Record<string, Json>).flatMap(([name, property]) => {
    const path = `${within}.${name}`
    // A `null` alternative needs no description.
    const isBare = !property.description && !property.$ref && property.type !== 'null'
    return [...(isBare ? [path] : []), ...undescribed(property.items ?? property, path)]
  })
}
